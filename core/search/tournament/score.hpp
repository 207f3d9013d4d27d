// The scale of the tournament search: whole centipawns, the view of the side to move.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>

#include "game.hpp"

namespace leafstrap::tournament {

using Score = int;

// Further than the training searches go, whose scale leaves room for fewer plies between a win and an evaluation.
inline constexpr int max_ply = 120;
inline constexpr int max_depth = 100;

inline constexpr Score drawn = 0;
inline constexpr Score mated = -32000;  // on the spot; every ply before it is one better
inline constexpr Score infinite = 32001;
inline constexpr Score unknown = 32002;  // no evaluation was made here
inline constexpr Score decided = -mated - max_ply;
inline constexpr Score evaluation_limit = decided - 1;

constexpr bool is_win(Score score) { return score >= decided; }
constexpr bool is_loss(Score score) { return score <= -decided; }
constexpr bool is_decided(Score score) { return is_win(score) || is_loss(score); }

// Plies to the end of a decided game, seen from where the score was found.
constexpr int plies_to_end(Score score) {
    assert(is_decided(score));
    return is_win(score) ? -mated - score : score - mated;
}

// Of a game that ended at this ply.
constexpr Score ended_score(Outcome outcome, Side turn, int ply) {
    assert(outcome.over && 0 <= ply && ply <= max_ply);
    const int points = sign(turn) * outcome.points;
    return points == 0 ? drawn : points < 0 ? mated + ply : -mated - ply;
}

// In the table the plies to the end count from the position, in the search from the root.
constexpr Score to_table(Score score, int ply) {
    assert(-infinite < score && score < infinite && 0 <= ply && ply <= max_ply);
    return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}
constexpr Score from_table(Score score, int ply) {
    return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}

// A game that is known to be won, but not how soon: more than any usual evaluation, less than a win in sight.
inline constexpr Score known_win = 20000;

// Whether a score bounds, from below and from above, what a search that leaves nothing out would find: as long as no
// move on the way was passed over or searched less deeply on a guess.
struct Proof {
    bool lower = true;
    bool upper = true;

    static constexpr Proof none() { return {false, false}; }
    // Of the same score as the other side sees it.
    constexpr Proof operator-() const { return {upper, lower}; }
};

// What an evaluator says, the first player's view, as the side to move sees it.
inline Score from_evaluation(float centipawns, Side turn) {
    assert(centipawns == centipawns);  // a number
    constexpr float limit = evaluation_limit;
    return sign(turn) * static_cast<Score>(std::lrintf(std::clamp(centipawns, -limit, limit)));
}

}  // namespace leafstrap::tournament
