// Random keys whose exclusive-or identifies a position.
#pragma once

#include "chess/bitboard.hpp"

namespace leafstrap::chess {

struct ZobristKeys {
    std::uint64_t piece[2][kind_count][64]{};
    std::uint64_t castling[16]{};
    std::uint64_t en_passant[8]{};
    std::uint64_t second_to_move = 0;

    constexpr ZobristKeys() {
        std::uint64_t state = 0x4C65616673747261;
        auto next = [&state] {  // splitmix64
            std::uint64_t z = state += 0x9E3779B97F4A7C15;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
            return z ^ (z >> 31);
        };
        for (auto& side : piece)
            for (auto& kind : side)
                for (auto& key : kind) key = next();
        for (auto& key : castling) key = next();
        for (auto& key : en_passant) key = next();
        second_to_move = next();
    }
};

inline constexpr ZobristKeys zobrist;

}  // namespace leafstrap::chess
