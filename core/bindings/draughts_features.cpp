#include "bindings/bind_features.hpp"
#include "bindings/draughts_sets.hpp"
#include "bindings/families.hpp"
#include "draughts/endgame/tables.hpp"

namespace leafstrap::bindings {

void bind_draughts_features(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("draughts"));
    bind_evaluator<draughts::Position>(m);
    bind_feature_sets<draughts::Position, DraughtsSets>(m);
}

}  // namespace leafstrap::bindings
