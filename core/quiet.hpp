// Whether something is going on in a position.
#pragma once

#include <algorithm>

#include "game_traits.hpp"

namespace leafstrap {

// At rest by itself, whatever is played next: nothing urgent, and no capture that wins material.
template <SearchPosition P>
bool is_quiet(const P& position) {
    if (position.urgent()) return false;
    MoveList<P> moves;
    position.noisy_moves(moves);
    return std::ranges::none_of(moves,
                                [&](const auto move) { return GameTraits<P>::exchange_wins(position, move, 1); });
}

}  // namespace leafstrap
