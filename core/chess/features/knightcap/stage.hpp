// The four stages of KnightCap's evaluation. One is active at a time, as its source decides: by the pieces left.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "chess/position.hpp"

namespace leafstrap::chess::knightcap {

enum class Stage : std::uint8_t { opening, middle, ending, mating };
inline constexpr std::array<std::string_view, 4> stage_names{"opening", "middle", "ending", "mating"};

inline Stage stage_of(const Position& position) {
    const Bitboard pawns = position.pieces(Kind::pawn);
    if (!pawns) return Stage::mating;
    // The kings are pieces too: 16 and two queens' extra make 18 at the start of a game.
    const bool queens = position.pieces(Side::first, Kind::queen) && position.pieces(Side::second, Kind::queen);
    const int pieces = popcount(position.occupied() & ~pawns) + (queens ? 2 : 0);
    if (pieces <= 6) return Stage::ending;
    return pieces >= 16 && position.castling() ? Stage::opening : Stage::middle;
}

}  // namespace leafstrap::chess::knightcap
