#include "bindings/bind_search.hpp"
#include "bindings/families.hpp"
#include "chess/position.hpp"

namespace leafstrap::bindings {

void bind_chess_search(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("chess"));
    add_searches<chess::Position>(m);
}

}  // namespace leafstrap::bindings
