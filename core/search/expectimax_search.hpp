// Expectimax, or *-minimax, with the face of the training searches: a run, and what learning takes from its tree.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "search/delta.hpp"
#include "search/expectimax_player.hpp"

namespace leafstrap {

template <ChancePosition P>
struct ExpectimaxResult {
    using Move = typename P::Move;

    double value;  // points to expect, like the outputs in the view of the side whose turn it is at the root
    Outputs outputs;
    int output_count;
    std::optional<Move> move;  // where the dice are rolled, and what it leads to
    std::optional<P> after;
    int depth;
    std::uint64_t nodes;  // evaluations
    double seconds;
};

template <ChancePosition P>
class ExpectimaxSearch {
public:
    // Each ply more is some four hundred times the work.
    static constexpr int most_depth = 4;

    using Result = ExpectimaxResult<P>;
    using Option = typename ExpectimaxPlayer<P>::Option;

    static void check_depth(int depth) {
        if (depth < 1 || depth > most_depth)
            throw std::invalid_argument("expectimax needs a depth of 1 to " + std::to_string(most_depth));
    }

    // The evaluator of the last run.
    const OutputEvaluator<P>& evaluator() const { return *last().evaluator; }

    Result run(std::shared_ptr<const OutputEvaluator<P>> evaluator, const P& position, const LookAhead<P>& ahead,
               const StopFlag* stop) {
        check(ahead, position);
        run_.emplace(Run{std::move(evaluator), position, ahead, stop, std::nullopt});
        const auto start = std::chrono::steady_clock::now();
        ExpectimaxPlayer<P> player = run_->player();
        const OutputScheme& scheme = run_->evaluator->scheme();
        Result result{0, {}, scheme.count, std::nullopt, std::nullopt, ahead.depth, 0, 0};
        if (position.is_chance()) {
            result.outputs = player.expect(position);
        } else {
            const Option best = player.choose(position);
            result.outputs = best.value;
            result.move = best.move;
            result.after = run_->after = best.after;
        }
        result.value = scheme.equity(result.outputs);
        result.nodes = player.evaluations();
        result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return result;
    }

    // All moves with what they are worth to the mover, best first.
    static std::vector<Option> rank(const OutputEvaluator<P>& evaluator, const P& position, const LookAhead<P>& ahead,
                                    const StopFlag* stop) {
        check(ahead, position);
        if (position.is_chance()) throw std::invalid_argument("there is nothing to move in " + position.text());
        return ExpectimaxPlayer<P>(evaluator, ahead, stop).rank(position);
    }

    // What the value of the root is made of, games that are over included; where the dice are rolled, by the best move.
    // Views are those of the root.
    Leaves<P> leaves() {
        const Run& run = last();
        ExpectimaxPlayer<P> player = run.player();
        Leaves<P> leaves;
        player.add_leaves(run.after.value_or(run.root), leaves, run.after.has_value());
        return leaves;
    }

    // Every board of the tree with at least so many rolls looked through below it.
    Nodes<P> nodes(int min_depth) {
        if (min_depth < 1)
            throw std::invalid_argument("min_depth must be at least 1: leaves have nothing to learn from");
        const Run& run = last();
        ExpectimaxPlayer<P> player = run.player();
        Nodes<P> nodes;
        if (run.root.is_chance())
            player.add_nodes(run.root, min_depth, nodes);
        else
            player.add_nodes_of_moves(run.root, min_depth, nodes);
        return nodes;
    }

    // What TreeStrap learns from these (delta.hpp). Errors are measured on the points.
    Delta delta(int min_depth, double beta) {
        const OutputEvaluator<P>& evaluator = *last().evaluator;
        const OutputScheme& scheme = evaluator.scheme();
        if (beta != 0 && scheme.count != 1)
            throw std::invalid_argument("only a single output can be squashed: beta must be 0");
        const Nodes<P> found = nodes(min_depth);
        std::vector<double> steps(found.targets.size());
        Delta delta;
        for (std::size_t i = 0; i < found.positions.size(); ++i) {
            double points = 0;
            for (std::size_t o = 0; o < scheme.size(); ++o) {
                const std::size_t at = i * scheme.size() + o;
                const Pull pulled = pull(found.targets[at], found.targets[at], found.values[at], 1, beta);
                steps[at] = pulled.step;
                points += (beta == 0 ? scheme.points[o] : 1) * pulled.error;
            }
            ++delta.nodes;
            delta.abs_error += std::abs(points);
            delta.squared_error += points * points;
        }
        delta.gradient = evaluator.output_gradient(found.positions, steps);
        return delta;
    }

private:
    struct Run {
        std::shared_ptr<const OutputEvaluator<P>> evaluator;
        P root;
        LookAhead<P> ahead;
        const StopFlag* stop;
        std::optional<P> after;  // where the dice are rolled

        ExpectimaxPlayer<P> player() const { return {*evaluator, ahead, stop}; }
    };

    static void check(const LookAhead<P>& ahead, const P& position) {
        check_depth(ahead.depth);
        if (position.outcome(true).over) throw std::invalid_argument("the game is over: there is nothing to search");
    }
    const Run& last() const {
        if (!run_) throw std::invalid_argument("no search has been run yet");
        return *run_;
    }

    std::optional<Run> run_;
};

}  // namespace leafstrap
