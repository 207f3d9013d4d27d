// The nodes of a search, gathered while it runs, and what TreeStrap learns from them: the sum of (target - H) ∇H.
//
// This search passes moves over and looks at others less deeply, on the word of the evaluation that is to learn. Bounds
// that rest on such guesses count for less, or not at all.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "quiet.hpp"
#include "search/delta.hpp"
#include "search/packing.hpp"
#include "search/tournament/score.hpp"

namespace leafstrap::tournament {

// Bounds are the view of the side to move, no further than the window of the search that found them. Bounds that are
// mates are as good as none: they come from the rules, and no weight is to blame.
template <SearchPosition P>
class NodeRecorder {
public:
    struct Node {
        Packed<P> position;
        std::uint64_t hash;
        Score lower, upper;
        int depth;
        Proof proof;
    };

    void begin() {
        complete_.clear();
        current_.clear();
    }
    void add(const P& position, int depth, Score score, Score alpha, Score beta, Proof proof) {
        const Score lower = score > alpha && !is_decided(score) ? score : -infinite;
        const Score upper = score < beta && !is_decided(score) ? score : infinite;
        assert(depth > 0 && lower <= upper);
        current_.push_back({Packed<P>(position), position.hash(), lower, upper, depth, proof});
    }
    // An iteration is over: what the one before it found is forgotten.
    void complete() {
        std::swap(current_, complete_);
        current_.clear();
    }

    // The nodes of the last complete iteration, each position once: the last word on it counts.
    template <class Visit>
    void for_each(int min_depth, Visit visit) const {
        std::unordered_map<std::uint64_t, std::size_t> last;
        last.reserve(complete_.size());
        for (std::size_t i = 0; i < complete_.size(); ++i)
            if (complete_[i].depth >= min_depth) last[complete_[i].hash] = i;
        for (std::size_t i = 0; i < complete_.size(); ++i)
            if (complete_[i].depth >= min_depth && last[complete_[i].hash] == i) visit(complete_[i]);
    }

private:
    std::vector<Node> current_, complete_;
};

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
        assert(error > 0 ? node.lower > -infinite : node.upper < infinite);  // there is a bound to learn from
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
