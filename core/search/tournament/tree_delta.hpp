// What TreeStrap learns from a tournament search: the sum of (target - H) ∇H over the nodes it gathered.
//
// This search passes moves over and looks at others less deeply, on the word of the evaluation that is to learn. Bounds
// that rest on such guesses count for less, or not at all.
#pragma once

#include "quiet.hpp"
#include "search/delta.hpp"
#include "search/tournament/node_recorder.hpp"

namespace leafstrap::tournament {

// `unproven` is what a bound counts that rests on a guess: 0 to 1. What is quiet is told by exchanges, as everywhere in
// this search.
template <DifferentiableEvaluator E>
Delta delta_from_nodes(const NodeRecorder<typename E::Position>& recorder, int min_depth, double unproven,
                       Side perspective, const E& evaluator, typename E::Scratch& scratch, double beta = 0,
                       bool quiet_nodes = false) {
    Delta delta;
    auto&& sum = evaluator.gradient_sum();
    recorder.for_each(min_depth, [&](const auto& node) {
        const auto position = node.position.unpacked();
        if (position.urgent()) return;  // its evaluation is never asked for
        if (quiet_nodes && !is_quiet(position)) return;
        ++delta.nodes;
        const Value heuristic = sign(position.turn()) * evaluator.value(position, perspective, scratch);
        const auto [error, step] =
            pull(static_cast<Value>(node.lower), static_cast<Value>(node.upper), heuristic, evaluator.unit(), beta);
        if (error == 0) return;
        const double share = (error > 0 ? node.proof.lower : node.proof.upper) ? 1 : unproven;
        if (share == 0) return;
        delta.abs_error += share * std::abs(error);
        delta.squared_error += share * error * share * error;
        sum.add(position, perspective, sign(position.turn()) * share * step);
    });
    delta.gradient = sum.take();
    return delta;
}

}  // namespace leafstrap::tournament
