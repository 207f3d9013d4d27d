// The squares that a king sees from a square in each direction.
#pragma once

#include <array>

#include "draughts/board.hpp"

namespace leafstrap::draughts {

using Rays = std::array<std::array<Bitboard, square_bits>, direction_count>;

template <Direction d>
constexpr void fill_rays(Rays& rays) {
    for (int number = 1; number <= square_count; ++number) {
        const Square from = square_of(number);
        Bitboard ray = 0;
        for (Bitboard at = shift<d>(bit(from)) & all_squares; at; at = shift<d>(at) & all_squares) ray |= at;
        rays[d][static_cast<std::size_t>(from)] = ray;
    }
}

// On an otherwise empty board.
inline constexpr Rays rays = [] {
    Rays rays{};
    fill_rays<up_left>(rays);
    fill_rays<up_right>(rays);
    fill_rays<down_left>(rays);
    fill_rays<down_right>(rays);
    return rays;
}();

// What is seen before something blocks, and the first that blocks.
template <Direction d>
constexpr Bitboard seen(Square from, Bitboard blocking) {
    const Bitboard ray = rays[d][static_cast<std::size_t>(from)];
    const Bitboard blocked = ray & blocking;
    if constexpr (d < down_left) {
        // The highest bit decides; bit 0 ends any ray that comes so far.
        return ray & (~Bitboard{0} << highest(blocked | 1));
    } else {
        return ray & (blocked ^ (blocked - 1));
    }
}

}  // namespace leafstrap::draughts
