#include "bindings/bind_features.hpp"
#include "bindings/chess_sets.hpp"
#include "bindings/families.hpp"

namespace leafstrap::bindings {

void bind_chess_features(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("chess"));
    bind_evaluator<chess::Position>(m);
    bind_feature_sets<chess::Position, ChessSets>(m);
}

}  // namespace leafstrap::bindings
