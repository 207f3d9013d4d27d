// The move that networks prefer.
#pragma once

#include <algorithm>
#include <cstddef>

#include "backgammon/judge.hpp"

namespace leafstrap::backgammon {

// How a move is chosen: rolls looked through after it, of how many candidates (0: all), and whether in the endgame
// only moves that bear off the most checkers are looked at (Wiering et al., end of section 4.1).
struct Care {
    int plies = 0;
    std::size_t candidates = 0;
    bool bear_off_most = false;
};

// Only the moves that bear off the most checkers, if the endgame has begun.
inline void keep_fastest(const Position& position, MoveList<Position>& moves) {
    const Side mover = position.turn();
    if (class_of(View(position, mover)) != Class::endgame) return;
    const auto left = [&](const Move& move) { return position.after(move).checkers(mover).left(); };
    int least = all_checkers;
    for (const Move& move : moves) least = std::min(least, left(move));
    const Move* end = std::remove_if(moves.begin(), moves.end(), [&](const Move& move) { return left(move) > least; });
    moves.shrink(static_cast<std::size_t>(end - moves.begin()));
}

// The dice must lie. The value is the mover's view.
inline Lookahead::Option choose(Lookahead& search, const Position& position, const Care& care = {}) {
    MoveList<Position> moves;
    position.legal_moves(moves);
    if (care.bear_off_most) keep_fastest(position, moves);
    return search.best(position, moves, care.plies, care.candidates);
}

}  // namespace leafstrap::backgammon
