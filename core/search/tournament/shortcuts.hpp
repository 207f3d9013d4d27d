// What saves a node of the tournament search the search of all its moves. Margins are centipawns, depths are plies.
#pragma once

#include <algorithm>

#include "search/tournament/qsearch.hpp"

namespace leafstrap::tournament {

// What a node thinks of itself before it has looked at a move.
struct StaticEval {
    Score evaluation;  // bettered by what the table knows
    Score raw;         // by itself
    bool improving;    // better than two plies before
};

// `Node` is the class made from this one: it visits what lies below.
template <class E, class Node>
class Shortcuts : public Quiescence<E> {
public:
    using Base = Quiescence<E>;
    using Base::Base;
    using typename Base::Move;
    using typename Base::P;

protected:
    using Base::guessed;
    using Base::history_;
    using Base::key;
    using Base::proof_;
    using Base::remember;
    using Base::run_;
    using Base::stack;
    using Base::table_;

    // For a node with nothing urgent, outside the principal variation; `known` is what the table knows of it, if
    // anything. The node's score, or unknown. Inlined, since every node passes here.
    [[gnu::always_inline]] Score shortcut(const StaticEval& static_eval, const Known* known, const P& position,
                                          int depth, int ply, Score alpha, Score beta, bool expect_cutoff) {
        const auto [evaluation, raw, improving] = static_eval;
        // 5. Razoring: so far behind that only a capture can help
        if (depth <= 3 && evaluation + 200 * depth <= alpha) {
            const Score score = this->template qsearch<false>(position, ply, alpha, alpha + 1);
            if (score <= alpha || run_->ended()) return guessed(score);
        }
        // 6. Futility from above: so far ahead that a few plies will not change it
        if (depth <= 8 && !is_decided(beta) && evaluation - 80 * (depth - improving) >= beta)
            return guessed(evaluation);

        // 7. Null move: good enough even after passing
        Stack<P>* here = stack(ply);
        if (depth >= 3 && evaluation >= beta && raw + 30 * depth - 120 >= beta && here[-1].piece_slot >= 0 &&
            !is_loss(beta) && position.may_pass()) {
            const int less = 3 + depth / 4 + std::min((evaluation - beta) / 200, 3);
            here->piece_slot = -1;
            const P passed = position.after_pass();
            table_.prefetch(key(passed.hash()));
            const Score score = -visit(passed, depth - less, ply + 1, -beta, -beta + 1, !expect_cutoff);
            if (run_->ended()) return drawn;
            if (score >= beta) return guessed(is_win(score) ? beta : score);
        }

        // 8. A capture that wins much more than needed in a shallower search will do so in this one
        if (depth >= 5 && !is_decided(beta) && position.may_be_tactical()) {
            const Score more = beta + 160 - 40 * improving;
            if (!(known && known->upper_depth >= depth - 3 && known->upper < more)) {
                const Score score = try_captures(position, depth, ply, more, raw);
                if (run_->ended()) return drawn;
                if (score != unknown) return score;
            }
        }
        return unknown;
    }

private:
    Score visit(const P& position, int depth, int ply, Score alpha, Score beta, bool expect_cutoff) {
        return static_cast<Node*>(this)->template visit<false>(position, depth, ply, alpha, beta, expect_cutoff);
    }

    // Unknown if no capture does it.
    Score try_captures(const P& position, int depth, int ply, Score target, Score raw) {
        MovePicker<P> picker(position, history_, 0);
        Move move{};
        while (picker.next(move)) {
            if (picker.loses_material()) break;
            if (!position.exchange_wins(move, target - raw)) continue;
            table_.prefetch(key(position.hash_hint(move)));
            remember(ply, move, position);
            const P child = position.after(move);
            Score score = -this->template qsearch<false>(child, ply + 1, -target, -target + 1);
            if (score >= target) score = -visit(child, depth - 4, ply + 1, -target, -target + 1, false);
            if (run_->ended()) return drawn;
            if (score >= target) {
                table_.store(key(position.hash()), P::code(move), raw, to_table(score, ply), infinite, depth - 3,
                             -proof_);
                proof_ = {proof_.upper, false};
                return score;
            }
        }
        return unknown;
    }
};

}  // namespace leafstrap::tournament
