// One thread of the tournament search: principal variation search with all that is known to make it see further.
// Margins are centipawns, depths are plies.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "line.hpp"
#include "search/principal.hpp"
#include "search/tournament/control.hpp"
#include "search/tournament/memory.hpp"
#include "search/tournament/picker.hpp"
#include "search/tournament/root.hpp"
#include "search/tournament/table.hpp"

namespace leafstrap::tournament {

// How many plies less a late move is searched, by depth and by its number.
inline int reduction(int depth, int number) {
    static const auto table = [] {
        std::array<std::array<std::int8_t, 64>, 64> plies{};
        for (int d = 1; d < 64; ++d)
            for (int n = 1; n < 64; ++n) plies[d][n] = static_cast<std::int8_t>(0.6 + std::log(d) * std::log(n) / 2.2);
        return plies;
    }();
    return table[std::min(depth, 63)][std::min(number, 63)];
}

template <class E>
class Worker {
public:
    using P = typename E::Position;
    using Move = typename P::Move;

    Worker(Table& table, bool first) : table_(table), first_(first) {}

    void clear() { memory_.clear(); }

    void begin(std::shared_ptr<const E> evaluator, const Line<P>& line, Run& run) {
        evaluator_ = std::move(evaluator);
        run_ = &run;
        perspective_ = line.position().turn();
        hashes_ = line.hashes();
        game_plies_ = hashes_.size() - 1;
        hashes_.resize(hashes_.size() + max_ply + 2);
        std::fill(steps_.begin(), steps_.end(), Step<P>{});
        nodes_ = 0;
        next_look_ = 0;
        has_move_ = false;
    }

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    Score evaluate(const P& position) {
        const float value = evaluator_->value(position, perspective_, scratch_);
        return from_evaluation(position.turn() == Side::first ? value : -value);
    }

    // Searches the root moves from `from` on to one depth, in a window that widens until the score lies inside. The
    // best of them is then at `from`. Reports every score outside the window; false if the run ended first.
    template <class Report>
    bool deepen(const P& root, std::vector<RootMove<P>>& moves, std::size_t from, int depth, Report report) {
        constexpr Score narrow = 12;
        const Score expected = moves[from].score;
        Score below = narrow, above = narrow;
        Score alpha = -infinite, beta = infinite;
        if (depth >= 5 && !is_decided(expected)) {
            alpha = std::max(expected - below, -infinite);
            beta = std::min(expected + above, infinite);
        }
        int lowered = 0;
        root_depth_ = depth;
        while (true) {
            const Score score = search_root(root, moves, from, std::max(1, depth - lowered), alpha, beta);
            std::stable_sort(moves.begin() + static_cast<std::ptrdiff_t>(from), moves.end(), better<P>);
            if (run_->ended()) return false;
            if (score <= alpha) {
                report(Bound::upper);
                beta = (alpha + beta) / 2;
                below *= 3;
                alpha = below > 1000 ? -infinite : std::max(score - below, -infinite);
                lowered = 0;
            } else if (score >= beta) {
                report(Bound::lower);
                above *= 3;
                beta = above > 1000 ? infinite : std::min(score + above, infinite);
                lowered = std::min(lowered + 1, 3);
            } else {
                has_move_ = true;
                return true;
            }
        }
    }

private:
    static constexpr std::size_t before_root = 4;  // steps that nodes near the root look back at

    // ---- bookkeeping

    // Counts a node, and looks every so often whether the run has ended.
    bool spend() {
        const std::uint64_t nodes = nodes_.load(std::memory_order_relaxed);
        if (first_ && nodes >= next_look_) {
            run_->look(nodes, has_move_);
            next_look_ = nodes + 512;
            if (run_->limits().nodes && nodes < run_->limits().nodes)
                next_look_ = std::min(next_look_, run_->limits().nodes);
        }
        nodes_.store(nodes + 1, std::memory_order_relaxed);
        return !run_->ended();
    }

    Step<P>* step(int ply) { return &steps_[before_root + static_cast<std::size_t>(ply)]; }

    // The position stood before: once is enough within the search, where both sides could play the same again; of
    // positions of the game proper it takes two.
    bool repeats(const P& position, int ply) const {
        const auto here = static_cast<std::ptrdiff_t>(game_plies_) + ply;
        const auto root = static_cast<std::ptrdiff_t>(game_plies_);
        const auto reach = std::max<std::ptrdiff_t>(0, here - position.reversible_plies());
        bool seen = false;
        for (std::ptrdiff_t i = here - 4; i >= reach; i -= 2) {
            if (hashes_[i] != position.hash()) continue;
            if (i >= root || seen) return true;
            seen = true;
        }
        return false;
    }
    void enter(const P& position, int ply) { hashes_[game_plies_ + static_cast<std::size_t>(ply)] = position.hash(); }

    void remember(int ply, Move move, const P& position) {
        step(ply)->move = move;
        step(ply)->piece_slot = position.piece_slot(move);
    }

    // A score from the table or the evaluation, drawn towards 0 as the count of moves without progress runs out.
    static Score settled(Score evaluation, const P& position) {
        return evaluation * (200 - std::min(position.reversible_plies(), 100)) / 200;
    }

    // ---- the root

    Score search_root(const P& root, std::vector<RootMove<P>>& moves, std::size_t from, int depth, Score alpha,
                      Score beta) {
        spend();
        enter(root, 0);
        step(0)->evaluation = root.urgent() ? unknown : evaluate(root);
        step(1)->killers = {};
        Score best = -infinite;
        for (std::size_t i = from; i < moves.size(); ++i) {
            RootMove<P>& each = moves[i];
            const std::uint64_t nodes_before = nodes();
            remember(0, each.move, root);
            const P child = root.after(each.move);
            table_.prefetch(child.hash());
            seldepth_ = 0;
            Score score;
            if (i == from) {
                score = -visit<true>(child, depth - 1, 1, -beta, -alpha, false);
            } else {
                int reduced = depth - 1;
                if (depth >= 3 && i > from + 2 && !root.is_tactical(each.move) && !child.urgent())
                    reduced -= reduction(depth, static_cast<int>(i - from)) / 2;
                score = -visit<false>(child, reduced, 1, -alpha - 1, -alpha, true);
                if (score > alpha && reduced < depth - 1)
                    score = -visit<false>(child, depth - 1, 1, -alpha - 1, -alpha, true);
                if (score > alpha && !run_->ended()) score = -visit<true>(child, depth - 1, 1, -beta, -alpha, false);
            }
            if (run_->ended()) return best;
            each.nodes += nodes() - nodes_before;
            each.score = -infinite;  // behind whatever was better, in the order they stood
            if (score > best) best = score;
            if (score > alpha || i == from) {
                each.score = score;
                each.depth = root_depth_;
                each.seldepth = seldepth_;
                each.pv.assign(1, each.move);
                for (const Move next : principal_.line(1)) each.pv.push_back(next);
                alpha = std::max(alpha, score);
                if (score >= beta) break;
            }
        }
        return best;
    }

    // ---- inner nodes

    // Fail-soft. What it returns after the end of the run means nothing.
    template <bool pv>
    Score visit(const P& position, int depth, int ply, Score alpha, Score beta, bool expect_cutoff) {
        // 1. The horizon, and the end of the run
        if (depth <= 0) return settle<pv>(position, ply, alpha, beta);
        if constexpr (pv) principal_.clear(ply);
        if (!spend()) return drawn;
        enter(position, ply);
        seldepth_ = std::max(seldepth_, ply);

        // 2. Draws, and lines that cannot matter because a shorter win is known
        Step<P>* here = step(ply);
        const bool excluding = here->excluding;
        const bool urgent = position.urgent();
        if (!excluding) {
            if (position.move_count_draw()) {
                MoveList<P> any;
                position.legal_moves(any);
                if (!any.empty()) return drawn;
            }
            if (repeats(position, ply)) return drawn;
        }
        if (ply >= max_ply) return urgent ? drawn : evaluate(position);
        alpha = std::max(alpha, mated + ply);
        beta = std::min(beta, -mated - ply - 1);
        if (alpha >= beta) return alpha;

        // 3. What the table knows
        Known known;
        const bool found = !excluding && table_.find(position.hash(), known);
        if (found) {
            known.lower = from_table(known.lower, ply);
            known.upper = from_table(known.upper, ply);
            if (!pv && position.reversible_plies() < 90) {
                if (known.lower_depth >= depth && known.lower >= beta) return known.lower;
                if (known.upper_depth >= depth && known.upper <= alpha) return known.upper;
            }
        }

        // 4. The evaluation, bettered by what the table knows
        Score raw = unknown, evaluation = unknown;
        if (!urgent) {
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
        step(ply + 1)->killers = {};
        step(ply + 1)->excluding = false;
        step(ply + 1)->cutoffs = 0;

        if (!pv && !urgent && !excluding) {
            // 5. Razoring: so far behind that only a capture can help
            if (depth <= 3 && evaluation + 200 * depth <= alpha) {
                const Score score = settle<false>(position, ply, alpha, alpha + 1);
                if (score <= alpha) return score;
            }
            // 6. Futility from above: so far ahead that a few plies will not change it
            if (depth <= 8 && !is_decided(beta) && evaluation - 80 * (depth - improving) >= beta) return evaluation;

            // 7. Null move: good enough even after passing
            if (depth >= 3 && evaluation >= beta && raw + 30 * depth - 120 >= beta && here[-1].piece_slot >= 0 &&
                !is_loss(beta) && position.may_pass()) {
                const int less = 3 + depth / 4 + std::min((evaluation - beta) / 200, 3);
                here->piece_slot = -1;
                const P passed = position.after_pass();
                table_.prefetch(passed.hash());
                const Score score = -visit<false>(passed, depth - less, ply + 1, -beta, -beta + 1, !expect_cutoff);
                if (run_->ended()) return drawn;
                if (score >= beta) return is_win(score) ? beta : score;
            }

            // 8. A capture that wins much more than needed in a shallower search will do so in this one
            if (depth >= 5 && !is_decided(beta)) {
                const Score more = beta + 160 - 40 * improving;
                if (!(found && known.upper_depth >= depth - 3 && known.upper < more)) {
                    const Score score = try_captures(position, depth, ply, more, raw);
                    if (run_->ended()) return drawn;
                    if (score != unknown) return score;
                }
            }
        }

        // 9. Without a move to begin with the node is worth less effort
        if (depth >= 4 && !(found && known.move) && !excluding) --depth;

        // 10. Every move
        MoveList<P> moves;
        position.legal_moves(moves);
        if (moves.empty()) return urgent ? mated + ply : drawn;
        if (!excluding && position.outcome(true).over) return drawn;
        Picker<P> picker(position, moves, memory_, here, found ? known.move : 0);

        const Score floor = alpha;
        Score best = -infinite;
        Move best_move{};
        bool has_best = false;
        int number = 0;
        FixedList<Move, 64> quiets_tried, tacticals_tried;
        Move move{};
        while (picker.next(move)) {
            if (excluding && move == here->excluded) continue;
            ++number;
            const bool tactical = position.is_tactical(move);
            const bool from_table_move = number == 1 && found && P::code(move) == known.move;
            const int experience =
                tactical ? memory_.tactical_score(position, move) : memory_.quiet_score(position, move, here);
            int less = reduction(depth, number);

            // 11. Moves not worth a search of their own, once some move avoids being mated
            if (best > -decided) {
                const int rest = std::max(0, depth - 1 - less);
                if (!tactical && !urgent) {
                    if (number > (4 + depth * depth) / (2 - improving)) continue;
                    if (rest <= 7 && evaluation + 110 + 90 * rest <= alpha && !picker.refutes()) continue;
                    if (rest <= 3 && experience < -3500 * (rest + 1)) continue;
                    if (rest <= 7 && !position.exchange_wins(move, -25 * rest * rest)) continue;
                } else if (tactical && depth <= 7 && picker.loses_material() &&
                           !position.exchange_wins(move, -100 * depth)) {
                    continue;
                }
            }

            // 12. Singular: if every other move is much worse, this one is looked at more closely
            int more = 0;
            if (depth >= 7 && from_table_move && !excluding && known.lower_depth >= depth - 3 &&
                !is_decided(known.lower) && ply < 2 * root_depth()) {
                const Score edge = known.lower - 2 * depth;
                here->excluding = true;
                here->excluded = move;
                const Score score = visit<false>(position, (depth - 1) / 2, ply, edge - 1, edge, expect_cutoff);
                here->excluding = false;
                if (run_->ended()) return drawn;
                if (score < edge) {
                    more = !pv && score < edge - 20 ? 2 : 1;
                } else if (edge >= beta) {
                    return edge;  // several moves are good enough
                } else if (known.lower >= beta) {
                    more = -1;
                }
            }

            // 13. The move, and checks one ply deeper
            remember(ply, move, position);
            const P child = position.after(move);
            table_.prefetch(child.hash());
            if (more == 0 && child.urgent() && !picker.loses_material()) more = 1;
            const int full = depth - 1 + more;
            Score score;
            if (pv && number == 1) {
                score = -visit<true>(child, full, ply + 1, -beta, -alpha, false);
            } else {
                // 14. Late moves with a smaller search first
                int reduced = full;
                if (depth >= 3 && number > 1 + pv && (!tactical || picker.loses_material() || expect_cutoff)) {
                    less += expect_cutoff + !improving - pv - child.urgent() - picker.refutes();
                    less -= experience / (tactical ? 8000 : 9000);
                    if (step(ply + 1)->cutoffs > 3) ++less;
                    if (tactical) --less;
                    reduced = std::clamp(full - less, 1, full);
                }
                score = -visit<false>(child, reduced, ply + 1, -alpha - 1, -alpha, true);
                if (score > alpha && reduced < full)
                    score = -visit<false>(child, full, ply + 1, -alpha - 1, -alpha, !expect_cutoff);
                if (pv && score > alpha && score < beta)
                    score = -visit<true>(child, full, ply + 1, -beta, -alpha, false);
            }
            if (run_->ended()) return drawn;

            // 15. What it was worth
            if (score > best) {
                best = score;
                if (score > alpha) {
                    alpha = score;
                    best_move = move;
                    has_best = true;
                    if constexpr (pv) principal_.prepend(ply, move);
                    if (score >= beta) {
                        ++here->cutoffs;
                        reward(position, move, depth, here, quiets_tried, tacticals_tried);
                        break;
                    }
                }
            }
            auto& tried = tactical ? tacticals_tried : quiets_tried;
            if (tried.size() < 64) tried.push(move);
        }
        if (number == 0) return excluding ? alpha : best;  // nothing but the excluded move

        // 16. What is known now
        if (!excluding) {
            const Score lower = best > floor ? to_table(best, ply) : -infinite;
            const Score upper = best < beta ? to_table(best, ply) : infinite;
            table_.store(position.hash(), has_best ? P::code(best_move) : 0, raw, lower, upper, depth);
        }
        return best;
    }

    // 8., the search: unknown if no capture does it.
    Score try_captures(const P& position, int depth, int ply, Score target, Score raw) {
        MoveList<P> moves;
        position.tactical_moves(moves);
        Picker<P> picker(position, moves, memory_, 0);
        Move move{};
        while (picker.next(move)) {
            if (picker.loses_material()) break;
            if (!position.exchange_wins(move, target - raw)) continue;
            remember(ply, move, position);
            const P child = position.after(move);
            table_.prefetch(child.hash());
            Score score = -settle<false>(child, ply + 1, -target, -target + 1);
            if (score >= target) score = -visit<false>(child, depth - 4, ply + 1, -target, -target + 1, false);
            if (run_->ended()) return drawn;
            if (score >= target) {
                table_.store(position.hash(), P::code(move), raw, to_table(score, ply), infinite, depth - 3);
                return score;
            }
        }
        return unknown;
    }

    // The move that cut off gains, those tried before it lose.
    template <class Tried>
    void reward(const P& position, Move move, int depth, Step<P>* here, const Tried& quiets, const Tried& tacticals) {
        const int bonus = std::min(16 * depth * depth + 48 * depth, 1800);
        if (position.is_tactical(move)) {
            memory_.push_tactical(position, move, bonus);
        } else {
            if (!(here->killers[0] == move)) here->killers = {move, here->killers[0]};
            memory_.set_counter(here, move);
            if (depth > 1 || quiets.size() > 0) memory_.push_quiet(position, move, here, bonus);
            for (const Move other : quiets) memory_.push_quiet(position, other, here, -bonus);
        }
        for (const Move other : tacticals) memory_.push_tactical(position, other, -bonus);
    }

    // ---- below the horizon

    // Captures and queens until nothing hangs, or all moves where a threat must be answered.
    template <bool pv>
    Score settle(const P& position, int ply, Score alpha, Score beta) {
        if constexpr (pv) principal_.clear(ply);
        if (!spend()) return drawn;
        enter(position, ply);
        seldepth_ = std::max(seldepth_, ply);
        if (repeats(position, ply)) return drawn;
        const bool urgent = position.urgent();
        if (ply >= max_ply) return urgent ? drawn : evaluate(position);

        Known known;
        const bool found = table_.find(position.hash(), known);
        if (found && !pv) {
            const Score lower = from_table(known.lower, ply), upper = from_table(known.upper, ply);
            if (lower >= beta) return lower;
            if (upper <= alpha) return upper;
        }

        const Score floor = alpha;
        Score best = -infinite, raw = unknown;
        MoveList<P> moves;
        if (urgent) {
            position.legal_moves(moves);
            if (moves.empty()) return mated + ply;
        } else {
            if (position.outcome(true).over) return drawn;
            raw = found && known.evaluation != unknown ? known.evaluation : evaluate(position);
            best = settled(raw, position);
            if (found && !is_decided(known.lower) && known.lower > best) best = known.lower;
            if (best >= beta) {
                if (!found) table_.store(position.hash(), 0, raw, to_table(best, ply), infinite, 0);
                return best;
            }
            alpha = std::max(alpha, best);
            position.tactical_moves(moves);
        }
        const Score stand = best;
        Picker<P> picker(position, moves, memory_, found ? known.move : 0);
        Move best_move{};
        bool has_best = false;
        Move move{};
        while (picker.next(move)) {
            if (best > -decided) {
                if (picker.loses_material()) break;
                if (urgent && !position.is_tactical(move)) break;  // one quiet evasion is enough to know it is no mate
                // Nothing this move can win is enough.
                if (!urgent && stand + 150 + position.gain(move) <= alpha) {
                    best = std::max(best, stand + 150 + position.gain(move));
                    continue;
                }
            }
            remember(ply, move, position);
            const P child = position.after(move);
            table_.prefetch(child.hash());
            const Score score = -settle<pv>(child, ply + 1, -beta, -alpha);
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
        const Score lower = best > floor ? to_table(best, ply) : -infinite;
        const Score upper = best < beta ? to_table(best, ply) : infinite;
        table_.store(position.hash(), has_best ? P::code(best_move) : 0, raw, lower, upper, 0);
        return best;
    }

    int root_depth() const { return root_depth_; }

    Table& table_;
    bool first_;
    std::shared_ptr<const E> evaluator_;
    Run* run_ = nullptr;
    Side perspective_ = Side::first;
    typename E::Scratch scratch_{};
    Memory<P> memory_;
    Principal<Move, max_ply> principal_;
    std::vector<std::uint64_t> hashes_;
    std::size_t game_plies_ = 0;
    std::array<Step<P>, max_ply + before_root + 8> steps_{};
    std::atomic<std::uint64_t> nodes_{0};
    std::uint64_t next_look_ = 0;
    int seldepth_ = 0;
    int root_depth_ = 0;
    bool has_move_ = false;
};

}  // namespace leafstrap::tournament
