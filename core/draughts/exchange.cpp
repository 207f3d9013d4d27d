// What comes of a move once both sides have captured all that must be captured.
#include <algorithm>
#include <cassert>

#include "draughts/position.hpp"

namespace leafstrap::draughts {
namespace {

// Who must capture has no choice but among captures, so that this is exact as far as captures go. What the side to move
// wins from here, within a window.
int qsearch(const Position& position, int alpha, int beta, int plies_left) {
    if (plies_left == 0 || !position.urgent()) return 0;
    MoveList<Position> moves;
    position.legal_moves(moves);
    assert(alpha < beta && !moves.empty());
    int best = -1'000'000;
    for (const Move move : moves) {
        const int gain = position.gain(move);
        best = std::max(best, gain - qsearch(position.after(move), gain - beta, gain - alpha, plies_left - 1));
        alpha = std::max(alpha, best);
        if (best >= beta) break;
    }
    return best;
}

}  // namespace

int Position::balance() const {
    const auto worth = [&](Side side) { return man_worth * popcount(men(side)) + king_worth * popcount(kings(side)); };
    return worth(Side::first) - worth(Side::second);
}

bool Position::exchange_wins(Move move, int threshold) const {
    constexpr int most_plies = 12;
    const int gain = this->gain(move), spare = gain - threshold;
    return qsearch(after(move), spare, spare + 1, most_plies) <= spare;
}

}  // namespace leafstrap::draughts
