// What TreeStrap learns from a tournament search: the sum of (target - H) φ over the nodes it gathered.
//
// This search passes moves over and looks at others less deeply, on the word of the evaluation that is to learn. Bounds
// that rest on such guesses count for less, or not at all.
#pragma once

#include "search/delta.hpp"
#include "search/tournament/harvest.hpp"

namespace leafstrap::tournament {

// In centipawns, for step size 1. `unproven` is what a bound counts that rests on a guess: 0 to 1. heuristic(position)
// is the mover's view.
template <class Set, class Heuristic>
Delta delta_from_harvest(const Harvest<typename Set::Position>& harvest, int min_depth, double unproven,
                         Side perspective, Heuristic heuristic) {
    Delta delta;
    GradientSum<Set>& sum = gradient_sum<Set>();
    harvest.for_each(min_depth, [&](const auto& node) {
        const auto position = node.position.unpacked();
        if (position.urgent()) return;  // its evaluation is never asked for
        ++delta.nodes;
        const double error = pull(static_cast<Value>(node.lower), static_cast<Value>(node.upper),
                                  static_cast<Value>(heuristic(position)));
        if (error == 0) return;
        const bool proven = error > 0 ? node.proof.lower : node.proof.upper;
        const double counted = proven ? error : unproven * error;
        if (counted == 0) return;
        delta.abs_error += counted < 0 ? -counted : counted;
        delta.squared_error += counted * counted;
        sum.add(position, perspective, sign(position.turn()) * counted);
    });
    delta.gradient = sum.take();
    return delta;
}

}  // namespace leafstrap::tournament
