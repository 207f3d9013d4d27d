// The training alpha-beta: what Meep's section 5 describes and nothing cleverer. Transposition table, killers, history,
// one ply more where a move makes the reply urgent, quiescence; no pruning that looks at the evaluation.
//
// Iterated deepening is there for move ordering. Each iteration cuts off only by what it found itself, to exactly the
// depth that is asked for: so every bound it leaves behind is a bound of the minimax value of that position at that
// depth, and the last complete iteration is a fixed-depth search with a fresh table.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "search/ordering.hpp"
#include "search/quiescence.hpp"
#include "search/random.hpp"
#include "search/searcher.hpp"
#include "search/table.hpp"
#include "search/tree.hpp"

namespace leafstrap {

template <class E>
class AlphaBeta : public Searcher<E> {
public:
    using P = typename E::Position;
    using Move = typename P::Move;

    explicit AlphaBeta(int table_bits = 18) : current_(table_bits), complete_(table_bits) {}

    // The seed shuffles the root moves, and the first of equals is played: ties are broken at random.
    SearchResult<P> run(std::shared_ptr<const E> evaluator, const Line<P>& line, const Limits& limits,
                        std::uint64_t seed = 0) {
        this->begin(std::move(evaluator), line, limits);
        fail_soft_ = limits.fail_soft;
        complete_.clear();
        quiet_.clear();
        list_root_moves(seed);
        return this->deepen(limits, [this](int depth, Value& best) { return iterate(depth, best); });
    }

    // What the last complete iteration knows of a position: Meep's probe(s). Null if nothing.
    const TableEntry<Move>* probe(const P& position) const { return complete_.find(table_key(position)); }

    // The nodes of the last complete iteration with depth >= min_depth, each position once: visit(TreeNode).
    template <class Visit>
    void for_each_node(int min_depth, Visit visit) const {
        walk_table(complete_, this->root(), min_depth, visit);
    }

private:
    struct RootMove {
        Move move;
        Value value;
    };

    void list_root_moves(std::uint64_t seed) {
        MoveList<P> moves;
        this->root().legal_moves(moves);
        Random random(seed);
        for (std::size_t i = moves.size(); i > 1; --i) std::swap(moves[i - 1], moves[random.below(i)]);
        root_moves_.clear();
        for (const Move move : moves) root_moves_.push_back({move, 0});
    }

    // The root: full window, moves in the order of the last iteration's values. The order of equals is kept.
    bool iterate(int depth, Value& best) {
        current_.clear();
        if (!this->budget().spend()) return false;
        bool extended = false;
        for (RootMove& each : root_moves_) {
            const P child = this->root().after(each.move);
            const int cost = this->context().cost(child);
            extended |= cost == 0;
            each.value = -visit(child, depth - cost, 1, -infinite_value, -best);
            if (this->budget().stopped()) return false;
            if (each.value <= best) continue;
            best = each.value;
            this->principal().prepend(0, each.move);
        }
        assert(best > -infinite_value && best < infinite_value);
        std::ranges::stable_sort(root_moves_, std::ranges::greater{}, &RootMove::value);
        assert(root_moves_.front().value == best && root_moves_.front().move == this->principal().line(0).front());
        store(this->root(), depth, 0, best, best, root_moves_.front().move, extended);
        std::swap(current_, complete_);
        return true;
    }

    // Fail-soft. What it returns after a stop means nothing.
    Value visit(const P& position, int depth, int ply, Value alpha, Value beta) {
        assert(alpha < beta && 0 < ply && ply <= max_ply);
        Context<E>& context = this->context();

        // The horizon
        if (depth <= 0 || ply >= max_ply) return Quiescence<E>(context).visit(position, ply, alpha, beta);
        this->principal().clear(ply);
        if (!context.budget.spend()) return draw_value;

        // Table cutoff. A value strictly inside the window is searched again, so that the principal variation is whole.
        const std::uint64_t key = table_key(position);
        const auto* known = current_.find(key);
        if (known && known->depth == depth) {
            const Value lower = from_node_to_root(known->lower, ply), upper = from_node_to_root(known->upper, ply);
            if (lower >= beta) return lower;
            if (upper <= alpha) return upper;
        }

        // Game over
        complete_.prefetch(key);  // for the move order; it is here by the time the moves are
        MoveList<P> moves;
        position.legal_moves(moves);
        if (const auto value = context.ended(position, !moves.empty(), ply)) return *value;

        // Move order
        assert(!moves.empty());
        if (!known) known = complete_.find(key);
        const Move first = known ? known->move : Move{};
        MoveOrder<P> order(position, moves, quiet_, known ? &first : nullptr, ply);

        // Every move
        const Value floor = alpha;
        Value best = -infinite_value;
        Move best_move = moves[0];
        bool extended = false;
        while (!order.done()) {
            const Move move = order.next();
            const P child = position.after(move);
            const int cost = context.cost(child);
            extended |= cost == 0;
            const Value value = -visit(child, depth - cost, ply + 1, -beta, -alpha);
            if (context.budget.stopped()) return draw_value;
            if (value <= best) continue;
            best = value;
            best_move = move;
            if (value <= alpha) continue;
            alpha = value;
            this->principal().prepend(ply, move);
            if (value < beta) continue;
            if (!position.is_noisy(move)) quiet_.remember(position, move, depth, ply);
            break;
        }

        // What is known now, no further than the window. The first refutation of a blunder may win far more than it
        // needs to, so how much lies beyond the window says more about the order of moves than about the position;
        // learned from, it teaches that whoever has just captured is about to lose. Who wants to see that again may.
        assert(best > -infinite_value && best < infinite_value);
        assert(alpha == std::max(floor, best));  // fail-soft: it was raised to whatever was found above it
        const Value lower = best <= floor ? -infinite_value : fail_soft_ ? best : std::min(best, beta);
        const Value upper = best >= beta ? infinite_value : fail_soft_ ? best : std::max(best, floor);
        store(position, depth, ply, lower, upper, best_move, extended);
        return best;
    }

    void store(const P& position, int depth, int ply, Value lower, Value upper, Move move, bool extended) {
        assert(0 < depth && depth <= max_depth && lower <= upper);
        current_.store({.key = table_key(position),
                        .lower = from_root_to_node(lower, ply),
                        .upper = from_root_to_node(upper, ply),
                        .move = move,
                        .depth = static_cast<std::int8_t>(depth),
                        .extended = extended});
    }

    Table<Move> current_;   // what the iteration under way has found
    Table<Move> complete_;  // the last complete iteration: orders moves, and is learned from
    QuietHistory<P> quiet_;
    bool fail_soft_ = false;
    std::vector<RootMove> root_moves_;
};

}  // namespace leafstrap
