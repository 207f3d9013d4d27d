// Distances, fills and king rings: the geometry that feature sets share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "chess/bitboard.hpp"

namespace leafstrap::chess {

// King moves between two squares.
inline constexpr auto distances = [] {
    std::array<std::array<std::uint8_t, 64>, 64> table{};
    for (Square a = 0; a < 64; ++a) {
        for (Square b = 0; b < 64; ++b) {
            const int files = file_of(a) > file_of(b) ? file_of(a) - file_of(b) : file_of(b) - file_of(a);
            const int ranks = rank_of(a) > rank_of(b) ? rank_of(a) - rank_of(b) : rank_of(b) - rank_of(a);
            table[a][b] = static_cast<std::uint8_t>(std::max(files, ranks));
        }
    }
    return table;
}();
inline int distance(Square a, Square b) { return distances[a][b]; }

// The three by three squares around a king; a king on the edge is treated as if one step away from it, so that every
// ring has nine squares and their numbers compare.
inline constexpr auto rings = [] {
    std::array<Bitboard, 64> table{};
    for (Square s = 0; s < 64; ++s) {
        const int file = std::clamp(file_of(s), 1, 6), rank = std::clamp(rank_of(s), 1, 6);
        for (int f = file - 1; f <= file + 1; ++f)
            for (int r = rank - 1; r <= rank + 1; ++r) table[s] |= bit(square(f, r));
    }
    return table;
}();

// 0 for the outer files a and h, 3 for the inner files d and e.
constexpr int from_edge(int file) { return std::min(file, 7 - file); }

constexpr Bitboard beside(Bitboard b) { return east(b) | west(b); }

// Every square ahead of a piece of the set, as its side sees it, without the pieces's own squares.
template <Side us>
constexpr Bitboard ahead(Bitboard b) {
    b = forward<us>(b);
    if constexpr (us == Side::first) {
        b |= b << 8;
        b |= b << 16;
        b |= b << 32;
    } else {
        b |= b >> 8;
        b |= b >> 16;
        b |= b >> 32;
    }
    return b;
}

// Every file with a piece of the set on it.
constexpr Bitboard whole_files(Bitboard b) {
    b |= b >> 8 | b << 8;
    b |= b >> 16 | b << 16;
    return b | b >> 32 | b << 32;
}

template <Side us>
constexpr int rank_from(Square s) {
    return us == Side::first ? rank_of(s) : 7 - rank_of(s);
}

// The piece of the set nearest to its side's own back rank; the set must not be empty.
template <Side us>
constexpr Square rearmost(Bitboard b) {
    return us == Side::first ? lowest(b) : highest(b);
}

}  // namespace leafstrap::chess
