// Which moves are searched a ply deeper.
//
// A.4 names check, null-move mate threats, pawn moves to the last two ranks and recaptures, A.5 calls the system
// asymmetric and pessimistic; how, is left open. We chose: what the opponent does is always looked at more closely,
// what the computer does only if it loses no material at once, and a mate threat counts when the computer is
// threatened.
#pragma once

#include <cstdlib>

#include "search/knightcap/order.hpp"

namespace leafstrap::knightcap {

// Games without promotions have none to fear.
template <TournamentPosition P>
bool nears_promotion(const P& position, typename P::Move move) {
    if constexpr (requires { position.nears_promotion(move); }) {
        return position.nears_promotion(move);
    } else {
        return false;
    }
}

// Takes back about what was taken, where it was taken. Games in which a capture has no single target say nothing.
template <TournamentPosition P>
bool recaptures(const P& position, typename P::Move move, const Arrival<P>& arrival) {
    constexpr int about = 50;
    if constexpr (requires { P::same_target(move, move); }) {
        return arrival.gain > 0 && P::same_target(arrival.move, move) &&
               std::abs(position.gain(move) - arrival.gain) <= about;
    } else {
        return false;
    }
}

// Plies by which the move is extended: 0 or 1. `child` is the position after it.
template <TournamentPosition P>
int extension(const P& position, typename P::Move move, const P& child, const Arrival<P>& arrival, Side computer) {
    const bool critical = child.urgent() || nears_promotion(position, move) || recaptures(position, move, arrival);
    return critical && (position.turn() != computer || position.exchange_wins(move, 0));
}

}  // namespace leafstrap::knightcap
