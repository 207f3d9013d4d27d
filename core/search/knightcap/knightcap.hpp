// KnightCap's search (Baxter, Tridgell & Weaver 2000, appendix A): MTD(f) in iterated deepening, whose result comes
// with the leaf that its score is the evaluation of. The face is that of the tournament search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "search/knightcap/bracket.hpp"
#include "search/knightcap/visitor.hpp"
#include "search/tournament/root.hpp"

namespace leafstrap::knightcap {

using tournament::Bound;
using tournament::Control;
using tournament::Report;
using tournament::Result;
using tournament::RootMove;

template <class E>
class KnightCap {
public:
    using Evaluator = E;
    using P = typename E::Position;
    using Move = typename P::Move;

    explicit KnightCap(std::size_t megabytes) : table_(megabytes) {}

    // Forgets everything: a new game.
    void clear() {
        table_.forget();
        experience_.clear();
    }

    // Only the root moves in `only` are looked at, or all if it is empty. One line is reported, whatever is asked for:
    // MTD(f) knows of the other moves only that they are not better.
    template <class Tell>
    Result<P> run(std::shared_ptr<const E> evaluator, const Line<P>& line, const tournament::Limits& limits,
                  const std::vector<Move>& only, Control& control, Tell tell) {
        if (line.outcome().over) throw std::invalid_argument("the game is over: there is nothing to search");
        if (evaluator != evaluator_) table_.forget();  // what other weights thought of a position is of no use
        evaluator_ = std::move(evaluator);
        table_.age();
        Run run(limits, control);
        Thinking thinking(*this, line, run, only);
        return thinking.deepen(tell);
    }

private:
    // One run.
    class Thinking {
    public:
        Thinking(KnightCap& search, const Line<P>& line, Run& run, const std::vector<Move>& only)
            : table_(search.table_),
              root_(line.position()),
              run_(run),
              context_(*search.evaluator_, search.scratch_, line, run),
              visitor_(context_, table_, search.experience_),
              whole_(only.empty()) {
            MoveList<P> legal;
            root_.legal_moves(legal);
            for (const Move move : legal)
                if (whole_ || std::find(only.begin(), only.end(), move) != only.end())
                    moves_.push_back({.move = move, .pv = {move}});
            if (moves_.empty()) throw std::invalid_argument("none of the moves to search is legal here");
        }

        template <class Tell>
        Result<P> deepen(Tell tell) {
            for (int depth = recall(); depth <= run_.deepest(); ++depth) {
                if (!converge(depth)) break;
                context_.has_move = true;
                tell(report());
                if (moves_.size() == 1 && run_.limits().soft_seconds > 0 && depth >= 2) break;  // nothing to choose
                if (!run_.goes_on(1)) break;
            }
            return finish();
        }

    private:
        // Begins with what the table remembers of the root: its move, and the depth to begin with (A.2).
        int recall() {
            const auto* known = whole_ ? table_.find(context_.key(root_)) : nullptr;
            if (!known || known->lower.depth < 1 || !known->move) return 1;
            const auto found = std::find_if(moves_.begin(), moves_.end(),
                                            [&](const auto& each) { return P::code(each.move) == known->move; });
            if (found == moves_.end()) return 1;
            lead(found, known->lower.score, known->lower.leaf, known->lower.depth);
            context_.has_move = true;
            return std::min<int>(known->lower.depth, run_.deepest());
        }

        // MTD(f): tests until the bounds of the score are close. False if the run ended first.
        bool converge(int depth) {
            context_.iteration = depth;
            Bracket bracket(moves_.front().depth > 0 ? moves_.front().score : context_.evaluate(root_));
            while (!bracket.converged()) {
                const Score score = search(depth, bracket.test());
                if (context_.stopped()) return false;
                if (score >= bracket.test()) {
                    bracket.passed(score);
                } else {
                    bracket.failed(score);
                }
            }
            return true;
        }

        // One test of the root. A move that passes it leads from then on. It is tried first in every later test, so
        // whichever leads when the time is up has passed the highest test of all, or the last one that any move passed
        // (A.2: partial results "can be used quite safely").
        Score search(int depth, Score test) {
            context_.spend(0);
            Score best = -tournament::infinite;
            Leaf<P> best_leaf;
            for (auto each = moves_.begin(); each != moves_.end(); ++each) {
                const std::uint64_t nodes_before = context_.nodes();
                const P child = root_.after(each->move);
                const int more = extension(root_, each->move, child, Arrival<P>::pass(), context_.computer());
                const Score score =
                    -visitor_.visit(child, depth - 1 + more, 1, 1 - test, Arrival<P>::by(root_, each->move));
                if (context_.stopped()) return best;
                each->nodes += context_.nodes() - nodes_before;
                if (score <= best) continue;
                best = score;
                best_leaf = context_.leaf(1);
                if (score < test) continue;
                lead(each, score, best_leaf, depth);
                break;
            }
            if (whole_)
                table_.store(context_.key(root_), {.score = best,
                                                   .at_least = best >= test,
                                                   .depth = depth,
                                                   .leaf = best_leaf,
                                                   .move = P::code(moves_.front().move),
                                                   .evaluation = tournament::unknown});
            return best;
        }

        void lead(typename std::vector<RootMove<P>>::iterator move, Score score, const Leaf<P>& leaf, int depth) {
            std::rotate(moves_.begin(), move, move + 1);
            RootMove<P>& first = moves_.front();
            first.score = score;
            first.depth = depth;
            first.seldepth = context_.take_seldepth();
            first.pv = variation(first.move, depth);
            leaf_ = leaf;
        }

        // The moves that the table thinks best from here on.
        std::vector<Move> variation(Move move, int depth) const {
            std::vector<Move> pv{move};
            P position = root_.after(move);
            for (int ply = 1; ply < depth && !context_.is_drawn(position, ply); ++ply) {
                const auto* known = table_.find(context_.key(position));
                if (!known || !known->move) break;
                MoveList<P> legal;
                position.legal_moves(legal);
                const auto next =
                    std::find_if(legal.begin(), legal.end(), [&](Move each) { return P::code(each) == known->move; });
                if (next == legal.end()) break;
                pv.push_back(*next);
                position = position.after(*next);
            }
            return pv;
        }

        Report<P> report() const {
            const RootMove<P>& first = moves_.front();
            Report<P> report;
            report.lines.push_back({first.score, Bound::exact, first.pv, first.depth, first.seldepth});
            report.depth = first.depth;
            report.seldepth = first.seldepth;
            report.nodes = context_.nodes();
            report.seconds = run_.seconds();
            report.fullness = table_.fullness();
            return report;
        }

        // The leaf is evaluated once more: what is called exact is.
        Result<P> finish() {
            RootMove<P>& first = moves_.front();
            if (first.depth == 0) first.score = 0;  // stopped before anything was known
            Result<P> result{report(), leaf_.evaluated ? leaf_.position.unpacked() : end_of(first.pv), false};
            const Score at_leaf = context_.evaluate(result.leaf);
            result.leaf_exact =
                leaf_.evaluated && (context_.is_computer(result.leaf) ? at_leaf : -at_leaf) == first.score;
            return result;
        }
        P end_of(const std::vector<Move>& pv) const {
            P position = root_;
            for (const Move move : pv) position = position.after(move);
            return position;
        }

        Table<P>& table_;
        const P root_;
        Run& run_;
        Context<E> context_;
        Visitor<E> visitor_;
        const bool whole_;  // no root move is left out: what is found holds for the position
        std::vector<RootMove<P>> moves_;
        Leaf<P> leaf_;
    };

    Table<P> table_;
    Experience<P> experience_;
    typename E::Scratch scratch_{};
    std::shared_ptr<const E> evaluator_;
};

}  // namespace leafstrap::knightcap
