// What lies below the full-width tree: all noisy moves, and all moves where the position is urgent, until it is quiet.
// Nothing is pruned but by alpha and beta, so the value is a property of the position, which learning rests on. The
// searches for play have other aims and their own: tournament/qsearch.hpp leaves out what can hardly matter, and
// knightcap/quiescence.hpp treats the two sides differently and keeps the leaf of every score.
//
// This is also where a search and its evaluator meet: every leaf is valued here, whichever search asks.
#pragma once

#include <algorithm>
#include <cassert>
#include <optional>

#include "eval/evaluator.hpp"
#include "game.hpp"
#include "search/game_history.hpp"
#include "search/limits.hpp"
#include "search/ordering.hpp"
#include "search/principal.hpp"
#include "search/tablebase.hpp"
#include "search/values.hpp"

namespace leafstrap {

// One run of one search: what all its nodes look at.
template <Evaluator E>
struct Context {
    using P = typename E::Position;

    const E& evaluator;
    typename E::Scratch& scratch;
    Side perspective;  // whose program this is: the side to move at the root
    GameHistory<P> history;
    Budget budget;
    Principal<typename P::Move>& principal;
    const Tablebase<P>* tablebase = nullptr;  // if there are any to ask
    bool extend = true;                       // as the limits say

    // What a move costs: a ply, but none if the reply is urgent.
    int cost(const P& child) const { return extend && child.urgent() ? 0 : 1; }

    // The evaluation as every search uses it: the mover's view, truncated.
    Value evaluate(const P& position) {
        const Value value = evaluator.value(position, perspective, scratch);
        assert(value == value);  // a number
        return truncated(position.turn() == Side::first ? value : -value);
    }

    // The value of a position in which the game is over or drawn, if it is, or whose outcome is known: a win that has
    // still to be played out is the best that an evaluation can say.
    std::optional<Value> ended(const P& position, bool has_moves, int ply) const {
        const Outcome outcome = position.outcome(has_moves);
        if (outcome.over) return ended_value(outcome, position.turn(), ply);
        if (history.is_drawn(position, ply)) return draw_value;
        if constexpr (HasTablebase<P>) {
            if (const auto known = tablebase ? tablebase->outcome(position) : std::nullopt)
                return evaluation_limit * static_cast<Value>(sign(position.turn()) * known->points);
        }
        return std::nullopt;
    }
};

template <class E>
class Quiescence {
public:
    using P = typename E::Position;
    using Move = typename P::Move;

    explicit Quiescence(Context<E>& context) : context_(context) {}

    // Fail-soft. Counts its own node; what it returns after a stop means nothing.
    Value visit(const P& position, int ply, Value alpha, Value beta) {
        assert(alpha < beta && 0 < ply && ply <= max_ply);
        context_.principal.clear(ply);
        if (!context_.budget.spend()) return draw_value;
        if (ply >= max_ply) return context_.evaluate(position);
        if (!context_.extend || context_.budget.overdrawn()) return stand(position, ply);
        return position.urgent() ? answer(position, ply, alpha, beta)
                                 : stand_pat_or_capture(position, ply, alpha, beta);
    }

private:
    // Cut off: as things are.
    Value stand(const P& position, int ply) {
        const auto value = context_.ended(position, has_legal_move(position), ply);
        return value ? *value : context_.evaluate(position);
    }

    // Urgent: every move, and no standing pat.
    Value answer(const P& position, int ply, Value alpha, Value beta) {
        MoveList<P> moves;
        position.legal_moves(moves);
        if (const auto value = context_.ended(position, !moves.empty(), ply)) return *value;
        return best_of(position, moves, ply, -infinite_value, alpha, beta);
    }

    // Quiet: the mover may leave things as they are, or play a noisy move.
    Value stand_pat_or_capture(const P& position, int ply, Value alpha, Value beta) {
        if (const auto value = context_.ended(position, has_legal_move(position), ply)) return *value;
        const Value stand_pat = context_.evaluate(position);
        if (stand_pat >= beta) return stand_pat;
        MoveList<P> moves;
        position.noisy_moves(moves);
        return best_of(position, moves, ply, stand_pat, std::max(alpha, stand_pat), beta);
    }

    Value best_of(const P& position, MoveList<P>& moves, int ply, Value best, Value alpha, Value beta) {
        assert(alpha < beta);
        MoveOrder<P> order(position, moves);
        while (!order.done()) {
            const Move move = order.next();
            assert(position.urgent() || position.is_noisy(move));
            const Value value = -visit(position.after(move), ply + 1, -beta, -alpha);
            if (context_.budget.stopped()) return draw_value;
            if (value <= best) continue;
            best = value;
            if (value <= alpha) continue;
            alpha = value;
            context_.principal.prepend(ply, move);
            if (value >= beta) break;
        }
        assert(best > -infinite_value && best < infinite_value);
        return best;
    }

    Context<E>& context_;
};

}  // namespace leafstrap
