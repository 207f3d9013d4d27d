// An inner node of the tournament search: principal variation search with all that is known to make it see further.
// Margins are centipawns, depths are plies.
#pragma once

#include <algorithm>

#include "search/tournament/move_preview.hpp"
#include "search/tournament/reduction.hpp"
#include "search/tournament/shortcuts.hpp"

namespace leafstrap::tournament {

template <class E>
class Node : public Shortcuts<E, Node<E>> {
public:
    using Base = Shortcuts<E, Node<E>>;
    using Base::Base;
    using Base::evaluate;
    using typename Base::Move;
    using typename Base::P;

protected:
    friend Base;

    using Base::ended;
    using Base::enter;
    using Base::guessed;
    using Base::history_;
    using Base::key;
    using Base::prefetch;
    using Base::principal_;
    using Base::proof_;
    using Base::proven;
    using Base::recorder_;
    using Base::remember;
    using Base::root_depth_;
    using Base::run_;
    using Base::seldepth_;
    using Base::settled;
    using Base::shortcut;
    using Base::spend;
    using Base::stack;
    using Base::table_;

    // Fail-soft. What it returns after the end of the run means nothing. Inlined, so that leaves are spared the frame
    // of an inner node.
    template <bool pv>
    [[gnu::always_inline]] Score visit(const P& position, int depth, int ply, Score alpha, Score beta,
                                       bool expect_cutoff) {
        // 1. The horizon, and the end of the run
        if (depth <= 0) return this->template qsearch<pv>(position, ply, alpha, beta);
        return look<pv>(position, depth, ply, alpha, beta, expect_cutoff);
    }

private:
    template <bool pv>
    Score look(const P& position, int depth, int ply, Score alpha, Score beta, bool expect_cutoff) {
        if constexpr (pv) principal_.clear(ply);
        if (!spend()) return drawn;
        enter(position, ply);
        seldepth_ = std::max(seldepth_, ply);

        // 2. Draws, and lines that cannot matter because a shorter win is known
        Stack<P>* here = stack(ply);
        const bool excluding = here->excluding;
        const bool urgent = position.urgent();
        if (const Score score = excluding ? unknown : ended(position, ply); score != unknown) return proven(score);
        if (ply >= max_ply) return proven(urgent ? drawn : evaluate(position));
        alpha = std::max(alpha, mated + ply);
        beta = std::min(beta, -mated - ply - 1);
        if (alpha >= beta) return proven(alpha);

        // 3. What the table knows
        prefetch(position);
        // What is evaluated as soon as the memory has fetched what the table knows need not wait for that.
        Score raw = this->evaluator().quick() && !urgent && !excluding ? evaluate(position) : unknown;
        MovePicker<P> picker(position, history_, here, urgent);
        Known known;
        const bool found = !excluding && table_.find(key(position.hash()), known);
        if (found) {
            known.lower = from_table(known.lower, ply);
            known.upper = from_table(known.upper, ply);
            if (!pv && position.reversible_plies() < P::most_reversible_plies - 10) {
                proof_ = known.proof;
                if (known.lower_depth >= depth && known.lower >= beta) return known.lower;
                if (known.upper_depth >= depth && known.upper <= alpha) return known.upper;
            }
        }

        // 4. The evaluation, bettered by what the table knows
        Score evaluation = unknown;
        if (!urgent) {
            if (raw == unknown)
                raw = excluding                              ? here->evaluation
                      : found && known.evaluation != unknown ? known.evaluation
                                                             : evaluate(position);
            evaluation = settled(raw, position);
            if (found && known.lower_depth && known.lower > evaluation && !is_decided(known.lower))
                evaluation = known.lower;
            if (found && known.upper_depth && known.upper < evaluation && !is_decided(known.upper))
                evaluation = known.upper;
        }
        here->evaluation = raw;
        const Score before = here[-2].evaluation != unknown ? here[-2].evaluation : here[-4].evaluation;
        const bool improving = !urgent && raw != unknown && (before == unknown || raw > before);
        stack(ply + 1)->killers = {};
        stack(ply + 1)->excluding = false;
        stack(ply + 1)->cutoffs = 0;

        // 5. to 8. What saves the search of all moves
        if (!pv && !urgent && !excluding) {
            const Score score = shortcut({evaluation, raw, improving}, found ? &known : nullptr, position, depth, ply,
                                         alpha, beta, expect_cutoff);
            if (score != unknown) return score;
        }

        // 9. Without a move to begin with the node is worth less effort
        if (depth >= 4 && !(found && known.move) && !excluding) --depth;

        // 10. Every move
        picker.begin_with(found ? known.move : 0);
        const typename P::Threats threats = position.threats();

        const Score floor = alpha;
        Score best = -infinite;
        Move best_move{};
        bool has_best = false;
        Proof proof;  // from below by the best move, from above by all of them
        int number = 0;
        FixedList<Move, 64> quiets_tried, tacticals_tried;
        Move move{};
        while (picker.next(move)) {
            if (excluding && move == here->excluded) continue;
            ++number;
            MovePreview<P> preview(position, move, threats);
            table_.prefetch(key(preview.hash()));  // comes from memory while the move is looked at
            const bool tactical = position.is_tactical(move);
            const bool checks = preview.urgent();
            int less = reduction(depth, number);

            // 11. Moves not worth a search of their own, once some move avoids being mated
            if (best > -decided) {
                const int rest = std::max(0, depth - 1 - less);
                if (!tactical && !urgent && !checks) {
                    // What is too late or too little holds for all that follow.
                    const bool late = number > (4 + depth * depth) / (2 - improving);
                    if (late || (rest <= 7 && evaluation + 110 + 90 * rest <= alpha && !picker.refutes())) {
                        picker.skip_quiet(threats);
                        proof.upper = false;
                        continue;
                    }
                    // Where captures are compulsory, what threatens nothing loses nothing at once.
                    if ((rest <= 3 && picker.experience(move) < -3500 * (rest + 1)) ||
                        (!P::must_capture && rest <= 7 && !position.exchange_wins(move, -25 * rest * rest))) {
                        proof.upper = false;
                        continue;
                    }
                } else if (!P::must_capture && tactical && depth <= 7 && picker.loses_material() &&
                           !position.exchange_wins(move, -100 * depth)) {
                    proof.upper = false;
                    continue;
                }
            }

            // 12. Singular: if every other move is much worse, this one is looked at more closely
            int more = 0;
            if (depth >= 7 && picker.is_first() && !excluding && known.lower_depth >= depth - 3 &&
                !is_decided(known.lower) && ply < 2 * root_depth_) {
                const Score edge = known.lower - 2 * depth;
                here->excluding = true;
                here->excluded = move;
                const Score score =
                    this->template visit<false>(position, (depth - 1) / 2, ply, edge - 1, edge, expect_cutoff);
                here->excluding = false;
                if (run_->ended()) return drawn;
                if (score < edge) {
                    more = !pv && score < edge - 20 ? 2 : 1;
                } else if (edge >= beta) {
                    return guessed(edge);  // several moves are good enough
                } else if (known.lower >= beta) {
                    more = -1;
                }
            }

            // 13. The move, and checks one ply deeper
            remember(ply, move, position);
            const P& child = preview.after(checks);
            if (more == 0 && checks && !picker.loses_material()) more = 1;
            const int full = depth - 1 + more;
            Score score;
            if (pv && number == 1) {
                score = -this->template visit<true>(child, full, ply + 1, -beta, -alpha, false);
            } else {
                // 14. Late moves with a smaller search first, which leaves no variation behind
                if constexpr (pv) principal_.clear(ply + 1);
                int reduced = full;
                if (depth >= 3 && number > 1 + pv && (!tactical || picker.loses_material() || expect_cutoff)) {
                    less += expect_cutoff + !improving - pv - checks - picker.refutes();
                    less -= picker.experience(move) / (tactical ? 8000 : 9000);
                    if (stack(ply + 1)->cutoffs > 3) ++less;
                    if (tactical) --less;
                    reduced = std::clamp(full - less, 1, full);
                }
                score = -this->template visit<false>(child, reduced, ply + 1, -alpha - 1, -alpha, true);
                if (reduced < full && score <= alpha) proof_.lower = false;
                if (score > alpha && reduced < full)
                    score = -this->template visit<false>(child, full, ply + 1, -alpha - 1, -alpha, !expect_cutoff);
                if (pv && score > alpha && score < beta)
                    score = -this->template visit<true>(child, full, ply + 1, -beta, -alpha, false);
            }
            if (run_->ended()) return drawn;

            // 15. What it was worth
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
        if (!excluding) {
            const Score lower = best > floor ? to_table(best, ply) : -infinite;
            const Score upper = best < beta ? to_table(best, ply) : infinite;
            table_.store(key(position.hash()), has_best ? P::code(best_move) : 0, raw, lower, upper, depth, proof);
            if (recorder_) recorder_->add(position, depth, std::clamp(best, floor, beta), floor, beta, proof);
        }
        return best;
    }
};

}  // namespace leafstrap::tournament
