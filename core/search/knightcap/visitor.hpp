// The tree of the KnightCap search. MTD(f) asks of every node only whether it is worth at least so much, so there is
// one number where other searches have a window. Margins are centipawns, depths are plies.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>

#include "search/knightcap/context.hpp"
#include "search/knightcap/extension.hpp"
#include "search/knightcap/quiescence.hpp"
#include "search/knightcap/table.hpp"

namespace leafstrap::knightcap {

template <class E>
class Visitor {
public:
    using P = typename E::Position;
    using Move = typename P::Move;

    Visitor(Context<E>& context, Table<P>& table, HistoryTable<P>& history)
        : context_(context), table_(table), history_(history) {}

    // Whether the position is worth at least `test`; fail-soft. What it returns after the end of the run means nothing.
    Score visit(const P& position, int depth, int ply, Score test, const Arrival<P>& arrival) {
        assert(-tournament::infinite < test && test < tournament::infinite && 0 < ply && ply <= max_ply);

        // 1. The horizon
        if (depth <= 0 || ply >= max_ply) return Quiescence<E>(context_).visit(position, ply, test);

        // 2. Draws, and mates that others have undercut
        context_.leaf(ply) = Leaf<P>::none();
        if (!context_.spend(ply)) return tournament::drawn;
        if (context_.is_drawn(position, ply)) return *context_.ended(position, has_legal_move(position), ply);
        const Score worst = tournament::mated + ply;
        if (worst >= test) return worst;
        if (-worst - 1 < test) return -worst - 1;

        // 3. What the table knows
        const std::uint64_t key = context_.key(position);
        std::uint16_t first = 0;
        Score evaluation = tournament::unknown;
        if (const auto* known = table_.find(key)) {
            if (const auto score = cutoff(*known, depth, ply, test)) return *score;
            first = known->move();
            if (known->has_evaluation) evaluation = known->evaluation;
        }
        Node node{position, key, depth, ply, test, evaluation};

        bool threatened = false;
        if (!position.urgent()) {
            if (evaluation == tournament::unknown) node.evaluation = evaluation = context_.evaluate(position);

            // 4. Razoring: a ply above the horizon and nine tenths of a pawn short, only captures can help (A.4)
            if (depth == 1 && evaluation + razor < test) return Quiescence<E>(context_).visit(position, ply, test);

            // 5. Null move
            if (depth >= 2 && evaluation >= test && !arrival.passed() && position.may_pass()) {
                const Score score = pass(node);
                if (context_.stopped()) return tournament::drawn;
                if (score >= test) return store(node, score, 0);
                threatened = context_.is_computer(position) && tournament::is_loss(score);
            }
        }

        // 6. Every move, those first whose positions the table knows
        MoveList<P> moves;
        position.legal_moves(moves);
        if (const auto score = context_.ended(position, !moves.empty(), ply)) return *score;
        std::uint16_t second = 0;
        if (depth >= 2) {
            if (const auto score = known_child(node, moves, second)) return *score;
        }
        Order<P> order(position, moves, history_, first, second, ply, arrival);
        const bool may_extend = ply < 2 * context_.iteration;
        assert(!moves.empty());
        Score best = -tournament::infinite;
        Move best_move{}, move{};
        while (order.next(move)) {
            const P child = position.after(move);
            table_.prefetch(context_.key(child));
            const int more =
                may_extend && (threatened || extension(position, move, child, arrival, context_.computer()));
            const Score score = -visit(child, depth - 1 + more, ply + 1, 1 - test, Arrival<P>::by(position, move));
            if (context_.stopped()) return tournament::drawn;
            if (score <= best) continue;
            best = score;
            best_move = move;
            context_.leaf(ply) = context_.leaf(ply + 1);
            if (score < test) continue;
            if (!position.is_tactical(move)) history_.remember(position, move, depth, ply, arrival);
            break;
        }
        assert(worst <= best && best <= -worst && !(best_move == Move{}));
        return store(node, best, P::code(best_move));
    }

private:
    static constexpr Score razor = 90;

    struct Node {
        const P& position;
        std::uint64_t key;
        int depth, ply;
        Score test, evaluation;
    };

    // What the table's bounds settle, if they do, with the leaf that goes with it.
    std::optional<Score> cutoff(const TableEntry<P>& known, int depth, int ply, Score test) {
        const Score lower = tournament::from_table(known.lower.score, ply);
        const Score upper = tournament::from_table(known.upper.score, ply);
        if (known.lower.depth >= depth && lower >= test) {
            context_.leaf(ply) = known.lower.leaf;
            return lower;
        }
        if (known.upper.depth >= depth && upper < test) {
            context_.leaf(ply) = known.upper.leaf;
            return upper;
        }
        return std::nullopt;
    }

    Score store(const Node& node, Score score, std::uint16_t move) {
        table_.store(node.key, {.score = tournament::to_table(score, node.ply),
                                .at_least = score >= node.test,
                                .depth = node.depth,
                                .leaf = context_.leaf(node.ply),
                                .move = move,
                                .evaluation = node.evaluation});
        return score;
    }

    // A.3: good even if the opponent moves twice. R is 3 first; where the computer would profit from a mistake in this,
    // the answer is believed only if R = 2 gives the same. Leaves are then positions with a pass behind them.
    Score pass(const Node& node) {
        assert(!node.position.urgent() && node.evaluation != tournament::unknown);
        const P passed = node.position.after_pass();
        const auto reduced = [&](int R) {
            return -visit(passed, node.depth - 1 - R, node.ply + 1, 1 - node.test, Arrival<P>::pass());
        };
        Score score = reduced(3);
        const bool differ = node.depth - 1 - 2 > 0;
        if (score >= node.test && context_.is_computer(node.position) && differ && !context_.stopped())
            score = reduced(2);
        // A mate that needs the opponent to do nothing proves no mate, only that the evaluation can be trusted.
        if (tournament::is_win(score)) {
            score = node.evaluation;
            context_.leaf(node.ply) = Leaf<P>::at(node.position);
        } else {
            context_.leaf(node.ply) = context_.leaf(node.ply + 1);
        }
        return score;
    }

    // Enhanced transposition cutoffs (A.6): before any move is searched, does the table know one that is good enough?
    // If one was so in a shallower search, its code is given to `second`.
    std::optional<Score> known_child(const Node& node, const MoveList<P>& moves, std::uint16_t& second) {
        const int ply = node.ply + 1;
        Score best = -tournament::infinite;
        for (const Move move : moves) {
            const P child = node.position.after(move);
            const auto* known = table_.find(context_.key(child));
            if (!known || known->upper.depth < 0 || context_.is_drawn(child, ply)) continue;
            const Score score = -tournament::from_table(known->upper.score, ply);
            if (score < node.test) continue;
            if (known->upper.depth >= node.depth - 1 + child.urgent()) {
                context_.leaf(node.ply) = known->upper.leaf;
                return store(node, score, P::code(move));
            }
            if (score > best) {
                best = score;
                second = P::code(move);
            }
        }
        return std::nullopt;
    }

    Context<E>& context_;
    Table<P>& table_;
    HistoryTable<P>& history_;
};

}  // namespace leafstrap::knightcap
