// What TreeStrap learns from a tournament search: the sum of (target - H) ∇H over the nodes it gathered.
//
// This search passes moves over and looks at others less deeply, on the word of the evaluation that is to learn. Bounds
// that rest on such guesses count for less, or not at all.
#pragma once

#include "search/delta.hpp"
#include "search/tournament/harvest.hpp"

namespace leafstrap::tournament {

// `unproven` is what a bound counts that rests on a guess: 0 to 1.
template <DifferentiableEvaluator E>
Delta delta_from_harvest(const Harvest<typename E::Position>& harvest, int min_depth, double unproven, Side perspective,
                         const E& evaluator, typename E::Scratch& scratch) {
    Delta delta;
    auto&& sum = evaluator.gradient_sum();
    harvest.for_each(min_depth, [&](const auto& node) {
        const auto position = node.position.unpacked();
        if (position.urgent()) return;  // its evaluation is never asked for
        ++delta.nodes;
        const Value heuristic = sign(position.turn()) * evaluator.value(position, perspective, scratch);
        const double error =
            pull(static_cast<Value>(node.lower), static_cast<Value>(node.upper), heuristic) / evaluator.unit();
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
