// Standard algebraic notation, as PGN writes moves: Nf3, exd5, Rad1, e8=Q+, O-O-O#.
#pragma once

#include <string>
#include <string_view>

#include "chess/position.hpp"

namespace leafstrap::chess {

inline constexpr std::string_view piece_letters = "PNBRQK";  // in the order of Kind

// The move must be legal in the position.
std::string san(const Position& position, Move move);
// Finds the legal move that is written so, or returns what is wrong ("is …", to follow the text). Lenient: x, =, + and
// # may be missing, the starting square may be written out, castling has letters or zeros.
const char* read_san(const Position& position, std::string_view text, Move& found);

}  // namespace leafstrap::chess
