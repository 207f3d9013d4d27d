#include "bindings/bind_knightcap.hpp"
#include "bindings/chess_sets.hpp"
#include "bindings/families.hpp"

namespace leafstrap::bindings {

void bind_chess_knightcap(nb::module_& parent) {
    using chess::Position;
    auto m = nb::cast<nb::module_>(parent.attr("chess"));
    add_knightcap<ChessSets, Position>(nb::borrow<nb::class_<AnyFeatureSet<Position>>>(m.attr("FeatureSet")));
}

}  // namespace leafstrap::bindings
