// The principal variation of every ply of the path under search, in a triangle: a node's line is its move and then the
// line of the ply below.
#pragma once

#include <algorithm>
#include <cassert>
#include <span>
#include <vector>

#include "game.hpp"
#include "search/values.hpp"

namespace leafstrap {

// Whether the moves can be played one after the other: what assertions say of every variation that is shown.
template <Position P, class Moves>
bool is_legal_line(P position, const Moves& line) {
    for (const auto move : line) {
        MoveList<P> legal;
        position.legal_moves(legal);
        if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
        position = position.after(move);
    }
    return true;
}

template <class Move, int plies = max_ply>
class Principal {
public:
    // The line of a node that has found no move worth its while ends there.
    void clear(int ply) {
        assert(0 <= ply && ply <= plies + 1);
        lines_[ply].clear();
    }

    void prepend(int ply, Move move) {
        assert(0 <= ply && ply <= plies);
        auto& line = lines_[ply];
        line.clear();
        line.push(move);
        for (const Move next : lines_[ply + 1]) line.push(next);
    }

    std::span<const Move> line(int ply) const { return {lines_[ply].begin(), lines_[ply].end()}; }

private:
    using MoveLine = FixedList<Move, plies + 1>;

    std::vector<MoveLine> lines_ = std::vector<MoveLine>(plies + 2);
};

}  // namespace leafstrap
