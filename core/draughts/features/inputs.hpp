// What all families of inputs use: squares by their numbers, and numbers of things to the credit of a side.
#pragma once

#include "draughts/side_view.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::draughts {

// A set of squares by their players' numbers.
template <class... Number>
constexpr Bitboard squares(Number... numbers) {
    return (Bitboard{0} | ... | bit(square_of(numbers)));
}

// So many of something, to the credit of the side that `one` is the sign of. Inputs that are zero are left out: a
// network would multiply them for nothing.
template <int one, class Sink>
void add_number(Sink& sink, int index, int count, float unit = 1) {
    if (count) add_both(sink, index, one > 0 ? count : 0, one > 0 ? 0 : count, unit);
}

}  // namespace leafstrap::draughts
