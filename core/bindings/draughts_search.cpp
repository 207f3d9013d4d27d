#include "bindings/bind_search.hpp"
#include "bindings/draughts_sets.hpp"
#include "bindings/families.hpp"
#include "draughts/endgame/tables.hpp"

namespace leafstrap::bindings {

void bind_draughts_search(nb::module_& parent) {
    using draughts::Position;
    auto m = nb::cast<nb::module_>(parent.attr("draughts"));
    bind_search<Position>(m);
    add_searches<DraughtsSets, Position>(nb::borrow<nb::class_<AnyFeatureSet<Position>>>(m.attr("FeatureSet")));
}

}  // namespace leafstrap::bindings
