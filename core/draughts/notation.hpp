// Positions and moves as other programs write them. What is read comes from outside and is never trusted: a fault is
// named in one sentence.
#pragma once

#include <string>
#include <string_view>

#include "draughts/position.hpp"

namespace leafstrap::draughts {

// W:W31-50:B1-20, with K before the number of a king.
std::string fen(const Position& position);
// The sides in any order, ranges, blanks, leading zeros, a dot at the end, and the counters (H0, F1) that some programs
// add, which are passed over. Throws std::invalid_argument.
Position read_fen(std::string_view text);

// The Hub protocol's fifty-one letters: W or B to move, then w, b, W, B or e for every square.
std::string hub_position(const Position& position);
Position read_hub_position(std::string_view text);

// 32-28, 28x19; where several captures share both squares, with all that is captured as in Move::text().
std::string write_move(const Position& position, Move move);

// Legal moves as players write them: blanks, leading zeros, one of - x X : between squares, ! and ? behind; after the
// first two squares those that are captured, or all the squares that are visited one after the other.
Move read_move(const Position& position, std::string_view text);  // throws std::invalid_argument
// All legal moves that a text may stand for; several if it is a capture that it does not tell from others. Returns what
// is wrong ("is …", to follow the text) if there is none.
const char* find_moves(const Position& position, std::string_view text, MoveList<Position>& found);

}  // namespace leafstrap::draughts
