// Standard algebraic notation, as PGN writes moves: Nf3, exd5, Rad1, e8=Q+, O-O-O#.
#pragma once

#include <string>

#include "chess/position.hpp"

namespace leafstrap::chess {

// The move must be legal in the position.
std::string san(const Position& position, Move move);

}  // namespace leafstrap::chess
