// Words for squares and kinds of pieces in the names and meanings of features.
#pragma once

#include <array>
#include <string>

#include "chess/bitboard.hpp"

namespace leafstrap::chess {

inline std::string kind_word(int kind) {
    static constexpr std::array<const char*, kind_count> words{"pawn", "knight", "bishop", "rook", "queen", "king"};
    return words.at(static_cast<std::size_t>(kind));
}
inline std::string kind_word(Kind kind) { return kind_word(index(kind)); }
inline std::string kinds_word(int kind) { return kind_word(kind) + "s"; }
inline std::string count_word(int number, const std::string& noun) {
    return (number ? std::to_string(number) : "no") + " " + noun + (number == 1 ? "" : "s");
}

inline std::string file_word(int file) { return std::string(1, static_cast<char>('a' + file)); }
inline std::string rank_word(int rank) { return std::to_string(rank + 1); }
inline std::string square_word(Square s) {
    return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

}  // namespace leafstrap::chess
