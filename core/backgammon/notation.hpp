// Positions and moves as other programs write them.
#pragma once

#include <string>
#include <string_view>

#include "backgammon/position.hpp"

namespace leafstrap::backgammon {

// GNU Backgammon's position ID: fourteen characters for the checkers, seen by the player who is to roll or to move.
std::string position_id(const Position& position);

// Extreme Gammon's ID. The first player is its lower one; cube, score and match are written as for a game without.
std::string xgid(const Position& position);

// Either of the two, with or without "XGID=", and a position ID with or without a match ID behind it, of which the dice
// are read. Rolls std::invalid_argument with one sentence that names the fault.
Position read_position(std::string_view text);

// 8/5 6/5, 24/18*/14, bar/20*, 13/11(2), 6/off, pass.
std::string write_move(const Position& position, const Move& move);
// Any order and any way of joining steps that leads to a legal board; where hits tell two of them apart, with stars.
Move read_move(const Position& position, std::string_view text);

}  // namespace leafstrap::backgammon
