// One thread of the tournament search at its root: one iteration over the root moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/tournament/node.hpp"
#include "search/tournament/root.hpp"

namespace leafstrap::tournament {

template <class E>
class Worker : public Node<E> {
public:
    using Base = Node<E>;
    using Base::Base;
    using Base::evaluate;
    using Base::nodes;
    using typename Base::Move;
    using typename Base::P;

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
    using Base::enter;
    using Base::has_move_;
    using Base::key;
    using Base::principal_;
    using Base::remember;
    using Base::root_depth_;
    using Base::run_;
    using Base::seldepth_;
    using Base::spend;
    using Base::stack;
    using Base::table_;

    Score search_root(const P& root, std::vector<RootMove<P>>& moves, std::size_t from, int depth, Score alpha,
                      Score beta) {
        spend();
        enter(root, 0);
        stack(0)->evaluation = root.urgent() ? unknown : evaluate(root);
        stack(1)->killers = {};
        Score best = -infinite;
        for (std::size_t i = from; i < moves.size(); ++i) {
            RootMove<P>& each = moves[i];
            const std::uint64_t nodes_before = nodes();
            remember(0, each.move, root);
            const P child = root.after(each.move);
            table_.prefetch(key(child.hash()));
            seldepth_ = 0;
            Score score;
            if (i == from) {
                score = -this->template visit<true>(child, depth - 1, 1, -beta, -alpha, false);
            } else {
                principal_.clear(1);  // a search in a null window leaves no variation behind
                int reduced = depth - 1;
                if (depth >= 3 && i > from + 2 && !root.is_tactical(each.move) && !child.urgent())
                    reduced -= reduction(depth, static_cast<int>(i - from)) / 2;
                score = -this->template visit<false>(child, reduced, 1, -alpha - 1, -alpha, true);
                if (score > alpha && reduced < depth - 1)
                    score = -this->template visit<false>(child, depth - 1, 1, -alpha - 1, -alpha, true);
                if (score > alpha && !run_->ended())
                    score = -this->template visit<true>(child, depth - 1, 1, -beta, -alpha, false);
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
};

}  // namespace leafstrap::tournament
