// The root of one thread of the tournament search: one iteration over the root moves, in an aspiration window.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "search/tournament/search.hpp"

namespace leafstrap::tournament {

template <Evaluator E>
template <class Report>
bool Thread<E>::deepen(const P& root, std::vector<RootMove<P>>& moves, std::size_t from, int depth, Report report) {
    constexpr Score narrow = 12;
    assert(from < moves.size() && 0 < depth && depth <= max_depth);
    const Score expected = moves[from].score;
    Score below = narrow, above = narrow;
    Score alpha = -infinite, beta = infinite;
    if (depth >= 5 && !is_decided(expected)) {
        alpha = std::max(expected - below, -infinite);
        beta = std::min(expected + above, infinite);
    }
    int lowered = 0;  // a score above the window is confirmed less deeply: mostly it stays above
    root_depth_ = depth;
    while (true) {
        assert(-infinite <= alpha && alpha < beta && beta <= infinite);
        const Score score = search_root(root, moves, from, std::max(1, depth - lowered), alpha, beta);
        std::stable_sort(moves.begin() + static_cast<std::ptrdiff_t>(from), moves.end(), better<P>);
        if (run_->ended()) return false;
        assert(score <= alpha || (moves[from].score == score && moves[from].depth == depth));
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
            return true;
        }
    }
}

template <Evaluator E>
Score Thread<E>::search_root(const P& root, std::vector<RootMove<P>>& moves, std::size_t from, int depth, Score alpha,
                             Score beta) {
    count_node();
    enter(root, 0);
    stack(0)->evaluation = root.urgent() ? unknown : evaluate(root);
    stack(1)->killers = {};
    Score best = -infinite;
    for (std::size_t i = from; i < moves.size(); ++i) {
        RootMove<P>& each = moves[i];
        const std::uint64_t nodes_before = nodes();
        set_move(0, each.move, root);
        const P child = root.after(each.move);
        table_.prefetch(key(child));
        seldepth_ = 0;
        Score score;
        if (i == from) {
            score = -descend<true>(child, depth - 1, 1, -beta, -alpha, false);
        } else {
            principal_.clear(1);  // a search in a null window leaves no variation behind
            int reduced = depth - 1;
            if (depth >= 3 && i > from + 2 && !Game::is_tactical(root, each.move) && !child.urgent())
                reduced -= reduction(depth, static_cast<int>(i - from)) / 2;
            score = -descend<false>(child, reduced, 1, -alpha - 1, -alpha, true);
            if (score > alpha && reduced < depth - 1)
                score = -descend<false>(child, depth - 1, 1, -alpha - 1, -alpha, true);
            if (score > alpha && !run_->ended()) score = -descend<true>(child, depth - 1, 1, -beta, -alpha, false);
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
            assert(is_legal_line(root, each.pv));
            alpha = std::max(alpha, score);
            if (score >= beta) break;
        }
    }
    return best;
}

}  // namespace leafstrap::tournament
