// Below the horizon of the KnightCap search: until nothing hangs.
//
// A.5: it "uses an asymmetric system to decide what moves to try in the quiescence search", with a leaning towards
// pessimism; which, is left open. We chose: the opponent may try every capture and every queen, the computer only those
// that lose no material. Who must answer a threat looks at all moves.
#pragma once

#include <algorithm>
#include <cassert>

#include "search/knightcap/context.hpp"
#include "search/knightcap/order.hpp"

namespace leafstrap::knightcap {

template <class E>
class Quiescence {
public:
    using P = typename E::Position;
    using Move = typename P::Move;

    explicit Quiescence(Context<E>& context) : context_(context) {}

    // Whether the position is worth at least `test`; fail-soft, and never a number that is not some leaf's evaluation.
    // What it returns after the end of the run means nothing.
    Score visit(const P& position, int ply, Score test) {
        context_.leaf(ply) = Leaf<P>::none();
        if (!context_.spend(ply)) return tournament::drawn;
        assert(0 < ply && ply <= max_ply);
        MoveList<P> moves;
        Score best = -tournament::infinite;
        const bool urgent = position.urgent();
        if (urgent) position.legal_moves(moves);
        const bool has_moves = urgent ? !moves.empty() : has_legal_move(position);
        if (const auto score = context_.ended(position, has_moves, ply)) return *score;
        const bool cut = ply >= max_ply || context_.hurried();
        if (!urgent || cut) {
            best = context_.evaluate(position);
            context_.leaf(ply) = Leaf<P>::at(position);
            if (best >= test || cut) return best;
            position.tactical_moves(moves);
        }

        const bool careful = !urgent && context_.is_computer(position);
        Order<P> order(position, moves);
        Move move{};
        while (order.next(move)) {
            if (careful && order.loses_material()) break;
            const Score score = -visit(position.after(move), ply + 1, 1 - test);
            if (context_.stopped()) return tournament::drawn;
            if (score <= best) continue;
            best = score;
            context_.leaf(ply) = context_.leaf(ply + 1);
            if (score >= test) break;
        }
        assert(-tournament::infinite < best && best < tournament::infinite);
        return best;
    }

private:
    Context<E>& context_;
};

}  // namespace leafstrap::knightcap
