// Rows and columns of the board, for feature sets.
#pragma once

#include "draughts/board.hpp"

namespace leafstrap::draughts {

inline constexpr int row_count = 10;

// Rows count from the top, where White's men become kings.
constexpr int row_of(Square s) { return (number_of(s) - 1) / 5; }
constexpr Bitboard row_squares(int row) { return top_row << (row / 2 * 11 + row % 2 * 5); }

// Columns count from the left as White sits, 0 to 9; each row has every other one.
constexpr int column_of(Square s) { return (number_of(s) - 1) % 5 * 2 + (row_of(s) % 2 == 0); }

template <class Wanted>
constexpr Bitboard squares_where(Wanted wanted) {
    Bitboard found = 0;
    for (int number = 1; number <= square_count; ++number)
        if (wanted(square_of(number))) found |= bit(square_of(number));
    return found;
}

// The board seen from the other side.
constexpr Square turned(Square s) { return square_bits - 1 - s; }
// A square as its owner sees it: as White's own.
constexpr Square relative(Side side, Square s) { return side == Side::first ? s : turned(s); }

}  // namespace leafstrap::draughts
