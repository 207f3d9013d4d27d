// Which positions of a game its own moves say something about: those in which nothing is going on.
//
// Left out, as Wiering et al. do in section 5.2: positions in which a threat must be answered or a piece is about to be
// captured, and those inside a combination, where the material has left the balance that it comes back to within a few
// plies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "records/written_game.hpp"

namespace leafstrap {

inline constexpr std::size_t combination_plies = 6;

// For every position in which a move was played.
template <SearchPosition P>
    requires requires(const P& position) {
        { position.balance() } -> std::same_as<int>;  // of material, the first player's view
    }
std::vector<bool> quiet_positions(const P& start, const std::vector<typename P::Move>& moves) {
    std::vector<int> balance;
    std::vector<bool> quiet;
    P position = start;
    for (const auto move : moves) {
        balance.push_back(position.balance());
        quiet.push_back(!position.urgent() && !position.is_noisy(move));
        position = position.after(move);
    }
    balance.push_back(position.balance());
    for (std::size_t first = 0; first < balance.size(); ++first) {
        const std::size_t end = std::min(balance.size(), first + combination_plies + 1);
        std::size_t last = first;
        for (std::size_t i = first + 1; i < end; ++i)
            if (balance[i] == balance[first]) last = i;
        for (std::size_t i = first + 1; i < last; ++i)
            if (balance[i] != balance[first]) quiet[i] = false;
    }
    return quiet;
}

}  // namespace leafstrap
