#include "bindings/bind_search.hpp"
#include "bindings/families.hpp"
#include "draughts/endgame/tables.hpp"
#include "draughts/position.hpp"

namespace leafstrap::bindings {

void bind_draughts_search(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("draughts"));
    add_searches<draughts::Position>(m);
}

}  // namespace leafstrap::bindings
