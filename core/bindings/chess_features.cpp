#include "bindings/bind_features.hpp"
#include "bindings/families.hpp"
#include "chess/features/sets.hpp"

namespace leafstrap::bindings {

void bind_chess_features(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("chess"));
    bind_evaluator<chess::Position>(m);
    bind_feature_sets(m, chess::feature_sets);
}

}  // namespace leafstrap::bindings
