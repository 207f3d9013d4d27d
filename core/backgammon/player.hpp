// The move an evaluator prefers: every board a throw can lead to is looked at from the other side, which throws next.
#pragma once

#include <algorithm>

#include "backgammon/modular.hpp"
#include "backgammon/position.hpp"

namespace leafstrap::backgammon {

struct Choice {
    Move move;
    Position after;
    Network::Outputs outputs{};  // of the board after the move, for the other side
    float equity = 0;            // for the mover
    std::size_t looked_at = 1;   // moves
};

// What a move leads to.
inline Choice look_at(const Modular& evaluator, const Position& position, const Move& move) {
    const Position after = position.after(move);
    const Outcome outcome = after.outcome(true);
    const Network::Outputs outputs = outcome.over ? certain(evaluator.heads(), sign(after.turn()) * outcome.points)
                                                  : evaluator.evaluate(View(after, after.turn()));
    return {.move = move, .after = after, .outputs = outputs, .equity = -equity(evaluator.heads(), outputs)};
}

// Only the moves that bear off the most checkers, if the endgame has begun (Wiering et al., end of section 4.1).
inline void keep_fastest(const Position& position, MoveList<Position>& moves) {
    const Side mover = position.turn();
    if (class_of(View(position, mover)) != Class::endgame) return;
    const auto left = [&](const Move& move) { return position.after(move).checkers(mover).left(); };
    int least = all_checkers;
    for (const Move& move : moves) least = std::min(least, left(move));
    const Move* end = std::remove_if(moves.begin(), moves.end(), [&](const Move& move) { return left(move) > least; });
    moves.shrink(static_cast<std::size_t>(end - moves.begin()));
}

// The dice must lie.
inline Choice choose(const Modular& evaluator, const Position& position, bool bear_off_most = false) {
    MoveList<Position> moves;
    position.legal_moves(moves);
    if (bear_off_most) keep_fastest(position, moves);
    Choice best = look_at(evaluator, position, moves[0]);
    for (std::size_t i = 1; i < moves.size(); ++i)
        if (const Choice choice = look_at(evaluator, position, moves[i]); choice.equity > best.equity) best = choice;
    best.looked_at = moves.size();
    return best;
}

}  // namespace leafstrap::backgammon
