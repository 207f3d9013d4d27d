#include "bindings/bind_search.hpp"
#include "bindings/chess_sets.hpp"
#include "bindings/families.hpp"

namespace leafstrap::bindings {

void bind_chess_search(nb::module_& parent) {
    using chess::Position;
    auto m = nb::cast<nb::module_>(parent.attr("chess"));
    bind_search<Position>(m);
    add_searches<ChessSets, Position>(nb::borrow<nb::class_<AnyFeatureSet<Position>>>(m.attr("FeatureSet")));
}

}  // namespace leafstrap::bindings
