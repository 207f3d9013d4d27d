// The scale of search values, as Meep's section 5 sets it: the end of the game is 9,999, evaluations are cut at 9,900.
// Values are the view of the side to move, and in its search a win is worth less the further it lies from the root.
#pragma once

#include <cassert>
#include <limits>

#include "game.hpp"

namespace leafstrap {

using Value = float;

inline constexpr Value win_value = 9999;
inline constexpr Value draw_value = 0;
inline constexpr Value evaluation_limit = 9900;
inline constexpr Value infinite_value = std::numeric_limits<Value>::infinity();

// Beyond this ply the evaluation stands whatever the position. It also keeps every win above every evaluation.
inline constexpr int max_ply = 96;
inline constexpr int max_depth = 64;
static_assert(win_value - max_ply > evaluation_limit);

constexpr Value truncated(Value evaluation) {
    return evaluation > evaluation_limit    ? evaluation_limit
           : evaluation < -evaluation_limit ? -evaluation_limit
                                            : evaluation;
}

constexpr bool is_decided(Value value) { return value > evaluation_limit || value < -evaluation_limit; }

// The value of a game that ended at this ply.
constexpr Value ended_value(Outcome outcome, Side turn, int ply) {
    assert(outcome.over && 0 <= ply && ply <= max_ply + 1);
    const int points = sign(turn) * outcome.points;
    if (points == 0) return draw_value;
    return points > 0 ? win_value - ply : ply - win_value;
}

// A position's own value counts the plies to the end from the position, not from the root: so it means the same
// wherever in the tree the position turns up. Infinities pass unchanged.
constexpr Value from_root_to_node(Value value, int ply) {
    return value > evaluation_limit ? value + ply : value < -evaluation_limit ? value - ply : value;
}
constexpr Value from_node_to_root(Value value, int ply) {
    return value > evaluation_limit ? value - ply : value < -evaluation_limit ? value + ply : value;
}

}  // namespace leafstrap
