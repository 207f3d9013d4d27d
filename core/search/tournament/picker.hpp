// Hands out the moves of one node in the order they are worth trying: the table's move, captures that win something,
// killers and the counter-move, quiet moves by experience, captures that lose something.
#pragma once

#include <limits>

#include "game.hpp"
#include "search/selection.hpp"
#include "search/tournament/memory.hpp"

namespace leafstrap::tournament {

template <TournamentPosition P>
class Picker {
public:
    using Move = typename P::Move;

    // The moves are told, not found; an unknown code is no move of theirs and is ignored.
    Picker(const P& position, MoveList<P>& moves, const Memory<P>& memory, const Step<P>* step, std::uint16_t first)
        : position_(position), moves_(moves) {
        const Move counter = memory.counter(step);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Move move = moves[i];
            if (P::code(move) == first) {
                scores_[i] = table_move;
            } else if (position.is_tactical(move)) {
                scores_[i] = tactical + 32 * position.gain(move) + memory.tactical_score(position, move);
            } else if (move == step->killers[0]) {
                scores_[i] = refutation + 2;
            } else if (move == step->killers[1]) {
                scores_[i] = refutation + 1;
            } else if (move == counter) {
                scores_[i] = refutation;
            } else {
                scores_[i] = memory.quiet_score(position, move, step);
            }
        }
    }
    // Only moves that change the material, or evasions: no killers here.
    Picker(const P& position, MoveList<P>& moves, const Memory<P>& memory, std::uint16_t first)
        : position_(position), moves_(moves) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Move move = moves[i];
            scores_[i] = P::code(move) == first ? table_move
                         : position.is_tactical(move)
                             ? tactical + 32 * position.gain(move) + memory.tactical_score(position, move)
                             : 0;
        }
    }

    // False when there are no more. Captures that lose material are put off when their turn comes: most nodes end
    // before it does, and looking at an exchange costs more than looking at a score.
    bool next(Move& move) {
        while (next_ < moves_.size()) {
            bring_best(moves_, scores_, next_);
            score_ = scores_[next_];
            if (score_ >= tactical_least && score_ < table_move && !position_.exchange_wins(moves_[next_], 0)) {
                scores_[next_] = score_ - put_off;
                continue;
            }
            move = moves_[next_++];
            return true;
        }
        return false;
    }

    // Of the move handed out last.
    bool loses_material() const { return score_ < losing; }
    bool refutes() const { return score_ >= refutation && score_ < tactical_least; }
    int score() const { return score_; }

private:
    // Each kind of move in a range of its own; experience and gains stay well below the distances.
    static constexpr int table_move = std::numeric_limits<int>::max();
    static constexpr int tactical = 1 << 26;
    static constexpr int tactical_least = 1 << 25;
    static constexpr int refutation = 1 << 22;
    static constexpr int put_off = 1 << 27;
    static constexpr int losing = -(1 << 24);

    const P& position_;
    MoveList<P>& moves_;
    std::size_t next_ = 0;
    int score_ = 0;
    int scores_[P::max_moves];  // uninitialised on purpose, as the moves are
};

}  // namespace leafstrap::tournament
