// An inner node of the tournament search: principal variation search with all that is known to make it see further, in
// numbered steps. Margins are centipawns, depths are plies.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "search/tournament/move_picker.hpp"
#include "search/tournament/move_preview.hpp"
#include "search/tournament/qsearch.hpp"
#include "search/tournament/thread.hpp"

namespace leafstrap::tournament {

inline const auto reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> plies{};
    for (int d = 1; d < 64; ++d)
        for (int n = 1; n < 64; ++n) plies[d][n] = static_cast<std::int8_t>(0.6 + std::log(d) * std::log(n) / 2.2);
    return plies;
}();

// How much less a late move is searched than the first, in plies, by depth and by the number of the move.
inline int reduction(int depth, int number) {
    assert(depth > 0 && number > 0);
    return reductions[std::min(depth, 63)][std::min(number, 63)];
}

// `expect_cutoff`: by the shape of the tree, some move here should refute the one that led here.
template <Evaluator E>
template <bool pv>
Score Thread<E>::search(const P& position, int depth, int ply, Score alpha, Score beta, bool expect_cutoff) {
    assert(-infinite <= alpha && alpha < beta && beta <= infinite);
    assert(pv || alpha == beta - 1);
    assert(depth > 0 && 0 < ply && ply <= max_ply);

    // 1. Begin the node, unless the run has ended
    if constexpr (pv) principal_.clear(ply);
    if (!count_node()) return drawn;
    enter(position, ply);
    seldepth_ = std::max(seldepth_, ply);
    Stack<P>* here = stack(ply);
    const bool excluding = here->excluding;
    const bool urgent = position.urgent();

    // 2. Ends of the game. And mate distance: where a shorter win is known, no line from here can matter. A search that
    // leaves a move out stands on a position that was looked at already.
    if (const Score score = excluding ? unknown : final_score(position, ply); score != unknown) return proven(score);
    if (ply >= max_ply) return proven(urgent ? drawn : evaluate(position));
    alpha = std::max(alpha, mated + ply);
    beta = std::min(beta, -mated - ply - 1);
    if (alpha >= beta) return proven(alpha);
    assert(!excluding || !pv);

    // 3. The table. Its bounds are as good as a search to their depth, but a principal variation must be whole, and
    // near the end of the move count a position is not the same as it was. What is evaluated sooner than memory answers
    // does not wait for it.
    prefetch(position);
    StaticEval eval;
    if (evaluator_->quick() && !urgent && !excluding) eval.raw = evaluate(position);
    MovePicker<P> picker(position, history_, here, urgent);
    TableEntry entry;
    const bool found = !excluding && table_.find(key(position), entry);
    if (found) {
        entry.lower = from_table(entry.lower, ply);
        entry.upper = from_table(entry.upper, ply);
        if (!pv && trusts_table(position)) {
            proof_ = entry.proof;
            if (entry.lower_depth >= depth && entry.lower >= beta) return entry.lower;
            if (entry.upper_depth >= depth && entry.upper <= alpha) return entry.upper;
        }
    }

    // 4. Static evaluation. A bound from the table is the better guess where it contradicts the evaluation. Whether the
    // position improves on the one two plies before says how much hope late moves deserve.
    if (!urgent) {
        if (eval.raw == unknown)
            eval.raw = excluding                              ? here->evaluation
                       : found && entry.evaluation != unknown ? entry.evaluation
                                                              : evaluate(position);
        eval.value = damped(eval.raw, position);
        if (found && entry.lower_depth && entry.lower > eval.value && !is_decided(entry.lower))
            eval.value = entry.lower;
        if (found && entry.upper_depth && entry.upper < eval.value && !is_decided(entry.upper))
            eval.value = entry.upper;
        const Score before = here[-2].evaluation != unknown ? here[-2].evaluation : here[-4].evaluation;
        eval.improving = eval.raw != unknown && (before == unknown || eval.raw > before);
    }
    assert(urgent == (eval.raw == unknown) && (urgent || !is_decided(eval.value)));
    here->evaluation = eval.raw;
    stack(ply + 1)->killers = {};
    stack(ply + 1)->excluding = false;
    stack(ply + 1)->cutoffs = 0;

    // Steps 5 to 8 save the search of all moves. They trust the evaluation, so nothing may be urgent, and what they
    // find is a guess, so they have no place in a principal variation.
    if (!pv && !urgent && !excluding) {
        // 5. Razoring: so far behind that only a capture can help
        if (depth <= 3 && eval.value + 200 * depth <= alpha) {
            const Score score = qsearch<false>(position, ply, alpha, alpha + 1);
            if (score <= alpha || run_->ended()) return guessed(score);
        }

        // 6. Futility from above: so far ahead that a few plies will not change it
        if (depth <= 8 && !is_decided(beta) && eval.value - 80 * (depth - eval.improving) >= beta)
            return guessed(eval.value);

        // 7. Null move: good enough even after passing, which is nearly always worse than the best move. Not twice in
        // a row, which would be a shallower search of the same position.
        if (depth >= 3 && eval.value >= beta && eval.raw + 30 * depth - 120 >= beta && here[-1].piece_slot >= 0 &&
            !is_loss(beta) && Game::may_pass(position)) {
            const int less = 3 + depth / 4 + std::min((eval.value - beta) / 200, 3);
            here->piece_slot = -1;
            const P passed = Game::after_pass(position);
            assert(passed.turn() != position.turn() && passed.reversible_plies() == 0);
            table_.prefetch(key(passed));
            const Score score = -descend<false>(passed, depth - less, ply + 1, -beta, -beta + 1, !expect_cutoff);
            if (run_->ended()) return drawn;
            if (score >= beta) return guessed(is_win(score) ? beta : score);
        }

        // 8. ProbCut: a capture that wins much more than needed in a shallower search will do so in this one, unless
        // the table says that none does
        if (depth >= 5 && !is_decided(beta) && Game::may_be_tactical(position)) {
            const Score target = beta + 160 - 40 * eval.improving;
            if (!(found && entry.upper_depth >= depth - 3 && entry.upper < target)) {
                const Score score = probcut(position, depth, ply, target, eval.raw);
                if (run_->ended()) return drawn;
                if (score != unknown) return score;
            }
        }
    }

    // 9. Internal reduction: without a move to begin with a node is costly, and worth less effort; next time it has one
    if (depth >= 4 && !(found && entry.move) && !excluding) --depth;

    // 10. The moves, one by one
    picker.begin_with(found ? entry.move : 0);
    const typename MovePreview<P>::Shared shared(position);
    assert(depth > 0 && alpha < beta);
    const Score floor = alpha;
    Score best = -infinite;
    Move best_move{};
    bool has_best = false;
    Proof proof;  // from below by the best move, from above by all of them
    int number = 0;
    FixedList<Move, 64> quiets_tried, tacticals_tried;
    Move move{};
    while (picker.next(move, fetch_children(position))) {
        if (excluding && move == here->excluded) continue;
        ++number;
        MovePreview<P> preview(position, move, shared);
        fetch(preview);  // comes from memory while the move is looked at
        const bool tactical = Game::is_tactical(position, move);
        const bool checks = preview.urgent();
        int less = reduction(depth, number);

        // 11. Pruning near the horizon, once some move avoids being mated: moves not worth a search of their own
        if (best > -decided) {
            const int rest = std::max(0, depth - 1 - less);
            if (!tactical && !urgent && !checks) {
                // What is too late, or too little to reach the window, holds for all quiet moves that follow.
                const bool late = number > (4 + depth * depth) / (2 - eval.improving);
                if (late || (rest <= 7 && eval.value + 110 + 90 * rest <= alpha && !picker.is_refutation())) {
                    picker.skip_quiet(shared);
                    proof.upper = false;
                    continue;
                }
                // What did badly elsewhere, or puts a piece where it is lost. Where captures are compulsory, what
                // threatens nothing loses nothing at once.
                if ((rest <= 3 && picker.history_score(move) < -3500 * (rest + 1)) ||
                    (!Game::must_capture && rest <= 7 && !Game::exchange_wins(position, move, -25 * rest * rest))) {
                    proof.upper = false;
                    continue;
                }
            } else if (!Game::must_capture && tactical && depth <= 7 && picker.loses_material() &&
                       !Game::exchange_wins(position, move, -100 * depth)) {
                proof.upper = false;
                continue;
            }
        }

        // 12. Singular extension: if every other move is much worse than what the table knows of its own, that one is
        // looked at more closely. If another is good enough as well, the node will cut off anyway.
        int more = 0;
        if (depth >= 7 && picker.is_first() && !excluding && entry.lower_depth >= depth - 3 &&
            !is_decided(entry.lower) && ply < 2 * root_depth_) {
            assert(found && Game::code(move) == entry.move);
            const Score edge = entry.lower - 2 * depth;
            here->excluding = true;
            here->excluded = move;
            const Score score = descend<false>(position, (depth - 1) / 2, ply, edge - 1, edge, expect_cutoff);
            here->excluding = false;
            if (run_->ended()) return drawn;
            if (score < edge) {
                more = !pv && score < edge - 20 ? 2 : 1;
            } else if (edge >= beta) {
                return guessed(edge);  // several moves are good enough
            } else if (entry.lower >= beta) {
                more = -1;
            }
        }

        // 13. The move is made; checks that lose nothing are looked at one ply deeper
        set_move(ply, move, position);
        const P& child = preview.after(checks);
        if (more == 0 && checks && !picker.loses_material()) more = 1;
        assert(child.turn() != position.turn() && child.urgent() == checks);
        const int full = depth - 1 + more;
        Score score;
        if (pv && number == 1) {
            score = -descend<true>(child, full, ply + 1, -beta, -alpha, false);
        } else {
            // 14. Late move reductions: with good order the first move is the best, so the others need only be shown to
            // be no better, in a null window, and late ones not as deeply. Who surprises is searched again in full.
            if constexpr (pv) principal_.clear(ply + 1);  // a search in a null window leaves no variation behind
            int reduced = full;
            if (depth >= 3 && number > 1 + pv && (!tactical || picker.loses_material() || expect_cutoff)) {
                less += expect_cutoff + !eval.improving - pv - checks - picker.is_refutation();
                less -= picker.history_score(move) / (tactical ? 8000 : 9000);
                if (stack(ply + 1)->cutoffs > 3) ++less;
                if (tactical) --less;
                reduced = std::clamp(full - less, 1, full);
            }
            assert((reduced >= 1 || reduced == full) && reduced <= full);
            score = -descend<false>(child, reduced, ply + 1, -alpha - 1, -alpha, true);
            if (reduced < full && score <= alpha) proof_.lower = false;
            if (score > alpha && reduced < full)
                score = -descend<false>(child, full, ply + 1, -alpha - 1, -alpha, !expect_cutoff);
            if (pv && score > alpha && score < beta) score = -descend<true>(child, full, ply + 1, -beta, -alpha, false);
        }
        if (run_->ended()) return drawn;

        assert(-infinite < score && score < infinite);

        // 15. What it was worth. A move that cuts off is remembered, and those tried before it.
        proof.upper &= proof_.lower;
        if (score > best) {
            proof.lower = proof_.upper;
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = move;
                has_best = true;
                if constexpr (pv) principal_.prepend(ply, move);
                if (score >= beta) {
                    ++here->cutoffs;
                    history_.reward(position, move, depth, here, quiets_tried, tacticals_tried);
                    break;
                }
            }
        }
        auto& tried = tactical ? tacticals_tried : quiets_tried;
        if (tried.size() < 64) tried.push(move);
    }
    proof_ = proof;
    if (number == 0)  // no move, or none but the excluded
        return excluding ? alpha : ended_score(position.outcome(false), position.turn(), ply);

    // 16. What is known now
    assert(mated + ply <= best && best <= -mated - ply);
    assert(has_best == (best > floor));         // fail-soft: a move is best only if it raised alpha
    assert(!(has_best && best < beta && !pv));  // no value lies inside a null window
    if (!excluding) {
        const Score lower = best > floor ? to_table(best, ply) : -infinite;
        const Score upper = best < beta ? to_table(best, ply) : infinite;
        table_.store(key(position), has_best ? Game::code(best_move) : 0, eval.raw, lower, upper, depth, proof);
        if (recorder_) recorder_->add(position, depth, std::clamp(best, floor, beta), floor, beta, proof);
    }
    return best;
}

// Step 8: the score of a capture that reaches the target, unknown if none does. Apart, because nodes that do not come
// here are spared its move picker.
template <Evaluator E>
Score Thread<E>::probcut(const P& position, int depth, int ply, Score target, Score raw) {
    MovePicker<P> picker(position, history_, 0);
    Move move{};
    while (picker.next(move, fetch_children(position))) {
        if (picker.loses_material()) break;
        assert(Game::is_tactical(position, move));
        if (!Game::exchange_wins(position, move, target - raw)) continue;
        set_move(ply, move, position);
        const P child = position.after(move);
        if constexpr (!MovePreview<P>::early) table_.prefetch(key(child));
        Score score = -qsearch<false>(child, ply + 1, -target, -target + 1);
        if (score >= target) score = -descend<false>(child, depth - 4, ply + 1, -target, -target + 1, false);
        if (run_->ended()) return drawn;
        if (score >= target) {
            table_.store(key(position), Game::code(move), raw, to_table(score, ply), infinite, depth - 3, -proof_);
            proof_ = {proof_.upper, false};
            return score;
        }
    }
    return unknown;
}

}  // namespace leafstrap::tournament
