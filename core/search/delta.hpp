// What TreeStrap learns from a search: the sum of (target - H) ∇H over the nodes of its tree. (∇H is φ where the
// evaluator is linear.)
//
// Meep's equation for alpha-beta: a heuristic value above the upper bound is drawn down to it, one below the lower
// bound up to it, one in between is left alone. Where both bounds are the exact value this is the update for minimax,
// so one piece of code serves both trees.
#pragma once

#include <cstdint>

#include "eval/evaluator.hpp"
#include "eval/gradient.hpp"
#include "search/tree.hpp"
#include "search/values.hpp"

namespace leafstrap {

struct Delta {
    Gradient gradient;        // for step size 1; errors, here and below, are in the evaluator's own unit
    std::uint64_t nodes = 0;  // all that were looked at, also those with nothing to learn
    double abs_error = 0;     // sums over the nodes
    double squared_error = 0;
};

// How far, and in which direction, the bounds pull a value; 0 inside them.
inline double pull(Value lower, Value upper, Value heuristic) {
    if (lower > heuristic) return static_cast<double>(lower) - heuristic;
    if (upper < heuristic) return static_cast<double>(upper) - heuristic;
    return 0;
}

// Search: an AlphaBeta or Minimax, after a run.
template <class Search>
    requires DifferentiableEvaluator<typename Search::Evaluator>
Delta delta_from_tree(Search& search, int min_depth) {
    const auto& evaluator = search.evaluator();
    Delta delta;
    auto&& sum = evaluator.gradient_sum();
    search.for_each_node(min_depth, [&](const auto& node) {
        ++delta.nodes;
        const double error = pull(node.lower, node.upper, search.evaluate(node.position)) / evaluator.unit();
        if (error == 0) return;
        delta.abs_error += error < 0 ? -error : error;
        delta.squared_error += error * error;
        const double first_players_error = sign(node.position.turn()) * error;
        sum.add(node.position, search.perspective(), first_players_error);
    });
    delta.gradient = sum.take();
    return delta;
}

}  // namespace leafstrap
