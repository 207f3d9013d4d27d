// Searches and Algorithm 2 written as plainly as their definitions, to hold the real ones against. Slow on purpose: no
// alpha, no beta, no table, no shortcut.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <set>
#include <vector>

#include "eval/linear.hpp"
#include "line.hpp"
#include "search/values.hpp"

namespace reference {

using namespace leafstrap;

template <class E>
class Minimax {
public:
    using P = typename E::Position;

    // Without `extend` the tree is cut at its depth.
    Minimax(const E& evaluator, const Line<P>& line, bool extend = true)
        : evaluator_(evaluator),
          extend_(extend),
          perspective_(line.position().turn()),
          before_(line.hashes().begin(), line.hashes().end()) {}

    // The mover's value of a position of the tree, `depth` plies deep; a win counts its plies from the position.
    float value(const P& position, int depth, bool is_root = false) const {
        MoveList<P> moves;
        position.legal_moves(moves);
        if (!is_root) {
            if (const auto end = ended(position, !moves.empty())) return *end;
        }
        if (depth <= 0) return extend_ ? quiescence(position, moves) : heuristic(position);
        float best = -infinite_value;
        for (const auto move : moves) {
            const P child = position.after(move);
            best = std::max(best, backed_up(value(child, extend_ && child.urgent() ? depth : depth - 1)));
        }
        return best;
    }

    float heuristic(const P& position) const {
        const float value = evaluator_.value(position, perspective_) * sign(position.turn());
        return std::clamp(value, -9900.0f, 9900.0f);
    }

private:
    float quiescence(const P& position, const MoveList<P>& all) const {
        MoveList<P> noisy;
        position.noisy_moves(noisy);
        float best = position.urgent() ? -infinite_value : heuristic(position);
        for (const auto move : position.urgent() ? all : noisy) {
            const P child = position.after(move);
            MoveList<P> replies;
            child.legal_moves(replies);
            const auto end = ended(child, !replies.empty());
            best = std::max(best, backed_up(end ? *end : quiescence(child, replies)));
        }
        return best;
    }

    std::optional<float> ended(const P& position, bool has_moves) const {
        const Outcome outcome = position.outcome(has_moves);
        if (outcome.over) return 9999.0f * outcome.points * sign(position.turn());
        if (position.move_count_draw() || before_.count(position.hash())) return 0.0f;
        return std::nullopt;
    }

    // A child's value as its parent sees it: the other view, and a win one ply further away.
    static float backed_up(float child) {
        if (child > 9900) return -(child - 1);
        if (child < -9900) return -(child + 1);
        return -child;
    }

    const E& evaluator_;
    bool extend_;
    Side perspective_;
    std::set<std::uint64_t> before_;
};

// Sums of many terms of either sign: rounding errors go with the largest of them, not with what is left in the end.
inline bool nearly_equal(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 1, difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::abs(a[i]));
        difference = std::max(difference, std::abs(a[i] - b[i]));
    }
    return a.size() == b.size() && difference <= 1e-6 * largest;
}

// Meep's Algorithm 2 with the errata of our design: it accumulates, passes d on, and visits a position once. Its
// recursive calls wait in a queue, so that every position is reached by its shortest way.
template <class Search>
class DeltaFromTransTbl {
public:
    using P = typename Search::P;
    using Set = typename Search::Evaluator::Features;

    DeltaFromTransTbl(Search& search, const P& root, int d) : gradient(feature_count<Set>), search_(search) {
        for (calls_.push(root); !calls_.empty(); calls_.pop()) call(calls_.front(), d);
    }

    std::vector<double> gradient;
    std::size_t nodes() const { return visited_.size(); }

private:
    void call(const P& s, int d) {
        const auto* t = search_.probe(s);
        if (!t || t->depth < d || !visited_.insert(t).second) return;
        const double h = search_.evaluate(s);
        if (t->lower > h) add(s, t->lower - h);
        if (t->upper < h) add(s, t->upper - h);
        MoveList<P> successors;
        s.legal_moves(successors);
        for (const auto a : successors) calls_.push(s.after(a));
    }

    void add(const P& s, double delta) {
        Row phi;
        RowBuilder<Set> builder;
        append_row<Set>(s, search_.perspective(), builder, phi);
        for (std::size_t i = 0; i < phi.indices.size(); ++i)
            gradient[phi.indices[i]] += delta * sign(s.turn()) * phi.values[i];
    }

    Search& search_;
    std::queue<P> calls_;
    std::set<const void*> visited_;
};

}  // namespace reference
