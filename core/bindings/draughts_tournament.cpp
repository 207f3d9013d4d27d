#include "bindings/bind_tournament.hpp"
#include "bindings/families.hpp"
#include "draughts/endgame/tables.hpp"
#include "draughts/position.hpp"

namespace leafstrap::bindings {

void bind_draughts_tournament(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("draughts"));
    add_tournament<draughts::Position>(m);
}

}  // namespace leafstrap::bindings
