// The principal variation of every ply of the path under search, in a triangle: a node's line is its move and then the
// line of the ply below.
#pragma once

#include <span>
#include <vector>

#include "game.hpp"
#include "search/values.hpp"

namespace leafstrap {

template <class Move, int plies = max_ply>
class Principal {
public:
    // The line of a node that has found no move worth its while ends there.
    void clear(int ply) { lines_[ply].clear(); }

    void prepend(int ply, Move move) {
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
