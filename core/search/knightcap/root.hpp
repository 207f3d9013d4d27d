// The root of one run of the KnightCap search: MTD(f) in iterated deepening, and the move that leads.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "search/knightcap/bracket.hpp"
#include "search/knightcap/visitor.hpp"
#include "search/tournament/root.hpp"

namespace leafstrap::knightcap {

using tournament::Bound;
using tournament::Report;
using tournament::Result;
using tournament::RootMove;

template <class E>
class Root {
public:
    using P = typename E::Position;
    using Move = typename P::Move;

    // Only the moves in `only` are looked at, the first of equals is played; all if it is empty.
    Root(const Line<P>& line, const std::vector<Move>& only, Run& run, Context<E>& context, Table<P>& table,
         HistoryTable<P>& history)
        : table_(table),
          root_(line.position()),
          run_(run),
          context_(context),
          visitor_(context, table, history),
          moves_(tournament::list_root_moves(root_, only)) {
        MoveList<P> legal;
        root_.legal_moves(legal);
        whole_ = moves_.size() == legal.size();
    }

    template <class Tell>
    Result<P> deepen(Tell tell) {
        for (int depth = recall(); depth <= run_.deepest(); ++depth) {
            if (!converge(depth)) break;
            run_.have_move();
            tell(report());
            if (moves_.size() == 1 && run_.limits().soft_seconds > 0 && depth >= 2) break;  // nothing to choose
            if (!run_.goes_on(1)) break;
        }
        return finish();
    }

private:
    auto find(std::uint16_t code) {
        return std::find_if(moves_.begin(), moves_.end(),
                            [code](const auto& each) { return P::code(each.move) == code; });
    }

    // Begins with what the table remembers of the root: its move, if it was none of passing, and the depth to begin
    // with (A.2).
    int recall() {
        const auto* known = whole_ ? table_.find(context_.key(root_)) : nullptr;
        if (!known || known->lower.depth < 1) return 1;
        const auto found = find(known->lower.move);
        if (found == moves_.end()) return 1;
        lead(found, known->lower.score, known->lower.leaf, known->lower.depth);
        run_.have_move();
        return std::min<int>(known->lower.depth, run_.deepest());
    }

    // MTD(f): tests until the bounds of the score are close. False if the run ended first.
    bool converge(int depth) {
        context_.iteration = depth;
        Bracket bracket(moves_.front().depth > 0 ? moves_.front().score : context_.evaluate(root_));
        while (!bracket.converged()) {
            assert(bracket.lower() < bracket.test());
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
        Move best_move = moves_.front().move;
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
            best_move = each->move;
            if (score < test) continue;
            lead(each, score, best_leaf, depth);
            break;
        }
        if (whole_)
            table_.store(context_.key(root_), {.score = best,
                                               .at_least = best >= test,
                                               .depth = depth,
                                               .leaf = best_leaf,
                                               .move = P::code(best_move),
                                               .evaluation = tournament::unknown});
        return best;
    }

    void lead(typename std::vector<RootMove<P>>::iterator move, Score score, const Leaf<P>& leaf, int depth) {
        assert(depth > 0 && move != moves_.end());
        std::rotate(moves_.begin(), move, move + 1);
        RootMove<P>& first = moves_.front();
        first.score = score;
        first.depth = depth;
        first.seldepth = context_.take_seldepth();
        first.pv = variation(first.move, depth);
        leaf_ = leaf;
    }

    // The moves that lead to the leaf, as far as the table still knows them and none of them was a pass: good enough
    // for us, and the opponent's best against it.
    std::vector<Move> variation(Move move, int depth) const {
        std::vector<Move> pv{move};
        P position = root_.after(move);
        for (int ply = 1; ply < depth && !context_.is_drawn(position, ply); ++ply) {
            const auto* known = table_.find(context_.key(position));
            if (!known) break;
            const std::uint16_t code = context_.is_computer(position) ? known->lower.move : known->upper.move;
            MoveList<P> legal;
            position.legal_moves(legal);
            const auto next =
                std::find_if(legal.begin(), legal.end(), [&](Move each) { return P::code(each) == code; });
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
        assert(first.depth > 0 && is_legal_line(root_, first.pv));
        Result<P> result{report(), leaf_.evaluated ? leaf_.position.unpacked() : end_of(first.pv), false};
        const Score at_leaf = context_.evaluate(result.leaf);
        result.leaf_exact = leaf_.evaluated && (context_.is_computer(result.leaf) ? at_leaf : -at_leaf) == first.score;
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
    Context<E>& context_;
    Visitor<E> visitor_;
    bool whole_;  // no root move is left out: what is found holds for the position
    std::vector<RootMove<P>> moves_;
    Leaf<P> leaf_;
};

}  // namespace leafstrap::knightcap
