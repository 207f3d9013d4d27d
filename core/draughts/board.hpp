// A set of squares as 64 bits, laid out so that every diagonal step is one shift.
//
// Two rows of five squares and one bit that is no square take eleven bits. A step off the side of the board ends on
// such a bit, or beyond the last row, and goes away when the result is met with squares that exist.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "game.hpp"

namespace leafstrap::draughts {

using Bitboard = std::uint64_t;
using Square = int;  // a bit's number, 0 to 53; players number the same squares from 1 to 50

inline constexpr int square_count = 50;
inline constexpr int square_bits = 54;
inline constexpr int most_pieces = 20;  // of a side

constexpr Square square_of(int number) { return number - 1 + (number - 1) / 10; }
constexpr int number_of(Square s) {
    assert(0 <= s && s < square_bits && s % 11 != 10);
    return s + 1 - s / 11;
}
constexpr Bitboard bit(Square s) { return Bitboard{1} << s; }

inline constexpr Bitboard all_squares = [] {
    Bitboard all = 0;
    for (int number = 1; number <= square_count; ++number) all |= bit(square_of(number));
    return all;
}();

// Black's back row is at the top: White's men go up and become kings there.
inline constexpr Bitboard top_row = 0x1F;
inline constexpr Bitboard bottom_row = top_row << 49;
constexpr Bitboard promotion_row(Side side) { return side == Side::first ? top_row : bottom_row; }

constexpr int popcount(Bitboard b) { return std::popcount(b); }
constexpr Square lowest(Bitboard b) {
    assert(b);
    return std::countr_zero(b);
}
constexpr Square highest(Bitboard b) {
    assert(b);
    return 63 - std::countl_zero(b);
}
constexpr Square pop_lowest(Bitboard& b) {
    const Square s = lowest(b);
    b &= b - 1;
    return s;
}

// The last two go to higher bits. Opposite directions sum to three.
enum Direction : int { up_left, up_right, down_left, down_right };
inline constexpr int direction_count = 4;
constexpr Direction opposite(Direction d) { return static_cast<Direction>(3 - d); }
constexpr int stride(Direction d) { return d == up_left || d == down_right ? 6 : 5; }

// So many steps in a direction, with squares that do not exist still in it.
template <Direction d, int steps = 1>
constexpr Bitboard shift(Bitboard b) {
    return d < down_left ? b >> steps * stride(d) : b << steps * stride(d);
}

// Those of the men that can jump in a direction: a piece of theirs is next, and an empty square behind it.
template <Direction d>
constexpr Bitboard jumpers(Bitboard men, Bitboard theirs, Bitboard empty) {
    constexpr Direction back = opposite(d);
    return men & shift<back>(theirs & shift<back>(empty));
}

// Where pieces can slide to in a direction over empty squares, before something they might capture: seven squares at
// most, found by doubling.
template <Direction d>
constexpr Bitboard slides(Bitboard pieces, Bitboard empty) {
    Bitboard reached = pieces, open = empty;
    reached |= open & shift<d>(reached);
    open &= shift<d>(open);
    reached |= open & shift<d, 2>(reached);
    open &= shift<d, 2>(open);
    reached |= open & shift<d, 4>(reached);
    return reached & empty;
}

}  // namespace leafstrap::draughts
