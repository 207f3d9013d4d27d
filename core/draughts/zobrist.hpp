// Random keys whose exclusive-or identifies a position.
#pragma once

#include <cstdint>

#include "draughts/board.hpp"
#include "search/random.hpp"

namespace leafstrap::draughts {

struct ZobristKeys {
    std::uint64_t piece[2][2][64]{};  // by side, man or king, square; a power of two is quicker to find one's way in
    std::uint64_t second_to_move = 0;

    constexpr ZobristKeys() {
        Random random(0x4472617567687473);
        for (auto& side : piece)
            for (auto& kind : side)
                for (Square s = 0; s < square_bits; ++s) kind[s] = random.next();
        second_to_move = random.next();
    }
};

inline constexpr ZobristKeys zobrist;

}  // namespace leafstrap::draughts
