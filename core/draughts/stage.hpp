// The part of the game that a position belongs to, by the number of pieces: Wiering et al. (section 5.2) train a
// network of its own for each.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "draughts/position.hpp"

namespace leafstrap::draughts {

enum class Stage : std::uint8_t { opening, middle, ending };

inline constexpr std::array<std::string_view, 3> stage_names{"opening", "middle", "ending"};

// More than 25 pieces, 16 to 25, fewer.
inline Stage stage_of(const Position& position) {
    const int pieces = popcount(position.occupied());
    return pieces > 25 ? Stage::opening : pieces > 15 ? Stage::middle : Stage::ending;
}

}  // namespace leafstrap::draughts
