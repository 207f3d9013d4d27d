#include "bindings/bind_tournament.hpp"
#include "bindings/families.hpp"
#include "chess/position.hpp"

namespace leafstrap::bindings {

void bind_chess_tournament(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("chess"));
    add_tournament<chess::Position>(m);
}

}  // namespace leafstrap::bindings
