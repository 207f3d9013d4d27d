#include "bindings/bind_knightcap.hpp"
#include "bindings/families.hpp"
#include "chess/position.hpp"

namespace leafstrap::bindings {

void bind_chess_knightcap(nb::module_&) { add_knightcap<chess::Position>(); }

}  // namespace leafstrap::bindings
