// Sixteen overlapping areas of the board, and a number for every way of filling one with men.
#pragma once

#include <array>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "draughts/board.hpp"

namespace leafstrap::draughts {

// An area is two squares wide and four rows high: eight squares, read from the top left. Four areas lie side by side,
// one square apart, and four such rows of areas below one another, two rows apart.
inline constexpr int area_size = 8, areas_across = 4, areas_down = 4, area_count = areas_across * areas_down;
inline constexpr int area_step = 11;  // bits from one row of areas to the next

// Of the areas at the top of the board.
inline unsigned area_bits(Bitboard squares, int across) {
#if defined(__BMI2__)
    constexpr Bitboard first = 0x3 | 0x3 << 5 | 0x3 << 11 | 0x3 << 16;
    return static_cast<unsigned>(_pext_u64(squares, first << across));
#else
    const Bitboard from = squares >> across;
    return static_cast<unsigned>((from & 3) | (from >> 3 & 12) | (from >> 7 & 48) | (from >> 10 & 192));
#endif
}

// Numbers in base 3 from eight bits, the first square counting least, or most where the board is turned.
using Ternary = std::array<std::uint16_t, 1 << area_size>;
constexpr Ternary ternary(bool turned) {
    Ternary numbers{};
    for (unsigned bits = 0; bits < numbers.size(); ++bits) {
        int unit = 1;
        for (int place = 0; place < area_size; ++place, unit *= 3)
            if (bits >> (turned ? area_size - 1 - place : place) & 1) numbers[bits] += static_cast<std::uint16_t>(unit);
    }
    return numbers;
}
inline constexpr Ternary as_white = ternary(false), as_black = ternary(true);

// How an area at the top of the board is filled: 1 for every man of the side that looks, 2 for one of the other's.
inline unsigned filling(const Ternary& numbers, Bitboard own, Bitboard other, int across) {
    return numbers[area_bits(own, across)] + 2u * numbers[area_bits(other, across)];
}

}  // namespace leafstrap::draughts
