// Rows, wings and areas of the board, for feature sets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

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

// An area is two squares wide and four rows high: eight squares, read from the top left. Four areas lie side by side,
// one square apart, and four such rows of areas below one another, two rows apart.
inline constexpr int area_size = 8, areas_across = 4, areas_down = 4, area_count = areas_across * areas_down;

inline unsigned area_bits(Bitboard squares, int area) {
    const int corner = area / areas_across * 11 + area % areas_across;
#if defined(__BMI2__)
    constexpr Bitboard first = 0x3 | 0x3 << 5 | 0x3 << 11 | 0x3 << 16;
    return static_cast<unsigned>(_pext_u64(squares, first << corner));
#else
    const Bitboard from = squares >> corner;
    return static_cast<unsigned>((from & 3) | (from >> 3 & 12) | (from >> 7 & 48) | (from >> 10 & 192));
#endif
}

}  // namespace leafstrap::draughts
