// Below the horizon of the tournament search: captures and queens until nothing hangs, or all moves where a threat must
// be answered. The training searches have their own (search/quiescence.hpp), which leaves nothing out: its value is a
// property of the position, while this one is to be had quickly.
#pragma once

#include <algorithm>
#include <cassert>

#include "search/tournament/move_picker.hpp"
#include "search/tournament/thread.hpp"

namespace leafstrap::tournament {

template <Evaluator E>
template <bool pv>
Score Thread<E>::qsearch(const P& position, int ply, Score alpha, Score beta) {
    assert(-infinite <= alpha && alpha < beta && beta <= infinite);
    assert(pv || alpha == beta - 1);
    assert(0 < ply && ply <= max_ply);

    // 1. Begin the node, unless the run has ended
    if constexpr (pv) principal_.clear(ply);
    if (!count_node()) return drawn;
    enter(position, ply);
    seldepth_ = std::max(seldepth_, ply);
    proof_ = {};  // what it returns is the value of a leaf, by definition

    // 2. Ends of the game that can be told at once
    if (repeats(position, ply)) return drawn;
    if (const Score known = tablebase_score(position, ply); known != unknown) return known;
    const bool urgent = position.urgent();
    if (ply >= max_ply) return urgent ? drawn : evaluate(position);
    if (run_->hurried()) return hurried_score(position, ply);

    // 3. The table. Where captures cannot be declined, a quiet position is all but a leaf: valued sooner than looked
    // up.
    prefetch(position);
    const bool uses_table = urgent || !Game::must_capture;
    TableEntry entry;
    const bool found = uses_table && table_.find(key(position), entry);
    if (found && !pv) {
        const Score lower = from_table(entry.lower, ply), upper = from_table(entry.upper, ply);
        if (lower >= beta || upper <= alpha) {
            proof_ = entry.proof;
            return lower >= beta ? lower : upper;
        }
    }

    // 4. Standing pat: whoever need not answer a threat may leave things as they are
    const Score floor = alpha;
    Score best = -infinite, raw = unknown;
    if (!urgent) {
        if (const Outcome outcome = position.outcome(true); outcome.over)
            return ended_score(outcome, position.turn(), ply);
        raw = found && entry.evaluation != unknown ? entry.evaluation : evaluate(position);
        assert(!is_decided(raw));
        best = damped(raw, position);
        if (found && !is_decided(entry.lower) && entry.lower > best) best = entry.lower;
        if (best >= beta) {
            if (!found && uses_table) table_.store(key(position), 0, raw, to_table(best, ply), infinite, 0, {});
            return best;
        }
        if (Game::must_capture && !Game::may_be_tactical(position)) return best;
        alpha = std::max(alpha, best);
    }

    // 5. The moves. What a capture must win to be of any use is known, with a margin for what else it may do: those
    // that win less are left out, here and below, and the most they could have come to is the score instead.
    assert(alpha < beta && urgent == (best == -infinite));
    const Score stand_pat = best;
    constexpr Score margin = 150;
    MovePicker<P> picker(position, history_, found ? entry.move : 0, urgent ? -infinite : alpha - stand_pat - margin);
    if (picker.left_out() > -infinite) best = std::max(best, stand_pat + margin + picker.left_out());
    Move best_move{};
    bool has_best = false;
    Move move{};
    while (picker.next(move, fetch_children(position))) {
        if (best > -decided) {
            if (!Game::must_capture && picker.loses_material()) break;
            if (urgent && !Game::is_tactical(position, move))
                break;  // one quiet evasion is enough to know it is no mate
            if (!urgent && stand_pat + margin + Game::gain(position, move) <= alpha) {
                best = std::max(best, stand_pat + margin + Game::gain(position, move));
                continue;
            }
        }
        assert(urgent || Game::is_tactical(position, move));
        set_move(ply, move, position);
        const P child = position.after(move);
        if constexpr (!MovePreview<P>::early) table_.prefetch(key(child));
        const Score score = -qsearch<pv>(child, ply + 1, -beta, -alpha);
        if (run_->ended()) return drawn;
        assert(-infinite < score && score < infinite);
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        best_move = move;
        has_best = true;
        if constexpr (pv) principal_.prepend(ply, move);
        if (score >= beta) break;
    }

    // 6. What is known now
    proof_ = {};
    if (best == -infinite)  // a threat without an answer
        return ended_score(position.outcome(false), position.turn(), ply);
    assert(mated + ply <= best && best <= -mated - ply);
    assert(!has_best || best == alpha);  // fail-soft
    const Score lower = best > floor ? to_table(best, ply) : -infinite;
    const Score upper = best < beta ? to_table(best, ply) : infinite;
    if (uses_table && !run_->hurried())
        table_.store(key(position), has_best ? Game::code(best_move) : 0, raw, lower, upper, 0, {});
    return best;
}

}  // namespace leafstrap::tournament
