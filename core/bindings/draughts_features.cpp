#include "bindings/bind_features.hpp"
#include "bindings/families.hpp"
#include "draughts/features/sets.hpp"

namespace leafstrap::bindings {

void bind_draughts_features(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("draughts"));
    bind_evaluator<draughts::Position>(m);
    bind_feature_sets(m, draughts::feature_sets);
}

}  // namespace leafstrap::bindings
