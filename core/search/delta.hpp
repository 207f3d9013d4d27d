// What TreeStrap learns from a search: the sum of (target - H) ∇H over the nodes of its tree. (∇H is φ where the
// evaluator is linear.)
//
// Meep's equation for alpha-beta: a heuristic value above the upper bound is drawn down to it, one below the lower
// bound up to it, one in between is left alone. Where both bounds are the exact value this is the update for minimax,
// so one piece of code serves both trees.
//
// Values may be squashed to expected results, tanh(β value), as KnightCap does (section 4.1): else the few nodes of a
// tree that are all but decided outweigh all others.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>

#include "eval/evaluator.hpp"
#include "eval/gradient.hpp"
#include "search/tree.hpp"
#include "search/values.hpp"

namespace leafstrap {

struct Delta {
    Gradient gradient;        // for step size 1; errors, here and below, are in the evaluator's own unit, or squashed
    std::uint64_t nodes = 0;  // all that were looked at, also those with nothing to learn
    double abs_error = 0;     // sums over the nodes
    double squared_error = 0;
};

// How far, and in which direction, the bounds pull a value: nowhere inside them. The step is what the value moves by,
// for step size 1; it is the error, times the slope of the squashing.
struct Pull {
    double error = 0, step = 0;
};
// In the evaluator's own unit, which β is for; 0 is no squashing.
inline Pull pull(Value lower, Value upper, Value heuristic, double unit = 1, double beta = 0) {
    if (lower <= heuristic && heuristic <= upper) return {};
    assert(lower <= upper && unit > 0 && beta >= 0);
    const double target = (lower > heuristic ? lower : upper) / unit, value = heuristic / unit;
    assert(std::isfinite(target) && std::isfinite(value));
    if (beta == 0) return {target - value, target - value};
    const double expected = std::tanh(beta * value), error = std::tanh(beta * target) - expected;
    return {error, error * beta * (1 - expected * expected)};
}

// Search: an AlphaBeta or Minimax, after a run. Most nodes of a tree are refuted blunders, with something to be
// captured. There a search plays on and does not go by the evaluation; with only `quiet_nodes` weights are not spent on
// saying what nobody asks for, which would be wrong elsewhere.
template <class Search>
    requires DifferentiableEvaluator<typename Search::Evaluator>
Delta delta_from_tree(Search& search, int min_depth, double beta = 0, bool quiet_nodes = false) {
    const auto& evaluator = search.evaluator();
    Delta delta;
    auto&& sum = evaluator.gradient_sum();
    search.for_each_node(min_depth, [&](const auto& node) {
        if (quiet_nodes && !search.is_quiet(node.position)) return;
        ++delta.nodes;
        const auto [error, step] = pull(node.lower, node.upper, search.evaluate(node.position), evaluator.unit(), beta);
        if (error == 0) return;
        delta.abs_error += std::abs(error);
        delta.squared_error += error * error;
        const double first_players_step = sign(node.position.turn()) * step;
        sum.add(node.position, search.perspective(), first_players_step);
    });
    delta.gradient = sum.take();
    return delta;
}

}  // namespace leafstrap
