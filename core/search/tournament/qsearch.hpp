// Below the horizon of the tournament search.
#pragma once

#include <algorithm>

#include "search/tournament/move_picker.hpp"
#include "search/tournament/thread.hpp"

namespace leafstrap::tournament {

template <class E>
class Quiescence : public Thread<E> {
public:
    using Base = Thread<E>;
    using Base::Base;
    using Base::evaluate;
    using typename Base::Move;
    using typename Base::P;

protected:
    using Base::ending;
    using Base::enter;
    using Base::history_;
    using Base::key;
    using Base::prefetch;
    using Base::principal_;
    using Base::proof_;
    using Base::remember;
    using Base::repeats;
    using Base::run_;
    using Base::seldepth_;
    using Base::settled;
    using Base::spend;
    using Base::table_;

    // Captures and queens until nothing hangs, or all moves where a threat must be answered.
    template <bool pv>
    Score qsearch(const P& position, int ply, Score alpha, Score beta) {
        if constexpr (pv) principal_.clear(ply);
        if (!spend()) return drawn;
        enter(position, ply);
        seldepth_ = std::max(seldepth_, ply);
        proof_ = {};  // what it returns is the value of a leaf, by definition
        if (repeats(position, ply)) return drawn;
        if (const Score known = ending(position, ply); known != unknown) return known;
        const bool urgent = position.urgent();
        if (ply >= max_ply) return urgent ? drawn : evaluate(position);

        prefetch(position);
        // Where captures cannot be declined, a quiet position is all but a leaf: valued sooner than looked up.
        const bool uses_table = urgent || !P::must_capture;
        Known known;
        const bool found = uses_table && table_.find(key(position.hash()), known);
        if (found && !pv) {
            const Score lower = from_table(known.lower, ply), upper = from_table(known.upper, ply);
            if (lower >= beta || upper <= alpha) {
                proof_ = known.proof;
                return lower >= beta ? lower : upper;
            }
        }

        const Score floor = alpha;
        Score best = -infinite, raw = unknown;
        if (!urgent) {
            if (const Outcome outcome = position.outcome(true); outcome.over)
                return ended_score(outcome, position.turn(), ply);
            raw = found && known.evaluation != unknown ? known.evaluation : evaluate(position);
            best = settled(raw, position);
            if (found && !is_decided(known.lower) && known.lower > best) best = known.lower;
            if (best >= beta) {
                if (!found && uses_table)
                    table_.store(key(position.hash()), 0, raw, to_table(best, ply), infinite, 0, {});
                return best;
            }
            if (P::must_capture && !position.may_be_tactical()) return best;
            alpha = std::max(alpha, best);
        }
        // What a capture must win to be of any use, with a margin for what else it may do.
        const Score stand = best;
        constexpr Score margin = 150;
        MovePicker<P> picker(position, history_, found ? known.move : 0, urgent ? -infinite : alpha - stand - margin);
        if (picker.left_out() > -infinite) best = std::max(best, stand + margin + picker.left_out());
        Move best_move{};
        bool has_best = false;
        Move move{};
        while (picker.next(move)) {
            if (best > -decided) {
                if (!P::must_capture && picker.loses_material()) break;
                if (urgent && !position.is_tactical(move)) break;  // one quiet evasion is enough to know it is no mate
                // Nothing this move can win is enough any more.
                if (!urgent && stand + margin + position.gain(move) <= alpha) {
                    best = std::max(best, stand + margin + position.gain(move));
                    continue;
                }
            }
            table_.prefetch(key(position.hash_hint(move)));
            remember(ply, move, position);
            const P child = position.after(move);
            const Score score = -qsearch<pv>(child, ply + 1, -beta, -alpha);
            if (run_->ended()) return drawn;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            best_move = move;
            has_best = true;
            if constexpr (pv) principal_.prepend(ply, move);
            if (score >= beta) break;
        }
        proof_ = {};
        if (best == -infinite) return mated + ply;  // a threat without an answer
        const Score lower = best > floor ? to_table(best, ply) : -infinite;
        const Score upper = best < beta ? to_table(best, ply) : infinite;
        if (uses_table) table_.store(key(position.hash()), has_best ? P::code(best_move) : 0, raw, lower, upper, 0, {});
        return best;
    }
};

}  // namespace leafstrap::tournament
