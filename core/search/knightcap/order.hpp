// In which order the moves of a node are tried. A.7 names history, killers, refutations and the table's move; captures
// come by what they win, those that lose material last.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "search/ordering.hpp"
#include "search/ranking.hpp"

namespace leafstrap::knightcap {

// The move that led to a position, as far as the search below cares.
template <TournamentPosition P>
struct Arrival {
    typename P::Move move{};
    int piece_slot = -1;
    int gain = 0;  // what it took, in centipawns by the constants of the game

    static Arrival by(const P& position, typename P::Move move) {
        return {move, position.piece_slot(move), position.gain(move)};
    }
    static Arrival pass() { return {}; }
    bool passed() const { return piece_slot < 0; }
};

// Quiet moves that did well: killers and history, as in the training searches, and the last good answer to each move.
template <TournamentPosition P>
class HistoryTable {
public:
    using Move = typename P::Move;

    void clear() {
        quiet_.clear();
        std::fill(refutations_.begin(), refutations_.end(), Move{});
    }

    void remember(const P& position, Move move, int depth, int ply, const Arrival<P>& arrival) {
        assert(!position.is_tactical(move) && arrival.piece_slot < P::piece_slots);
        quiet_.remember(position, move, depth, ply);
        if (!arrival.passed()) refutations_[arrival.piece_slot] = move;
    }

    // A refutation comes between the two killers.
    int score(const P& position, Move move, int ply, const Arrival<P>& arrival) const {
        const int score = 2 * quiet_.score(position, move, ply);
        if (arrival.passed() || !(refutations_[arrival.piece_slot] == move)) return score;
        return std::max(score, 2 * QuietHistory<P>::history_limit + 3);
    }

private:
    QuietHistory<P> quiet_;
    std::vector<Move> refutations_ = std::vector<Move>(P::piece_slots);
};

template <TournamentPosition P>
class Order {
public:
    using Move = typename P::Move;

    // `first` is the code of the table's move, `second` that of one whose position the table thinks well of; 0 is none.
    Order(const P& position, const MoveList<P>& moves, const HistoryTable<P>& history, std::uint16_t first,
          std::uint16_t second, int ply, const Arrival<P>& arrival)
        : position_(position), moves_(moves) {
        ranking_.begin(moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Move move = moves[i];
            const std::uint16_t code = P::code(move);
            ranking_.set(i, code == first                ? from_table
                            : code == second             ? from_table - 1
                            : position.is_tactical(move) ? tactical + position.gain(move)
                                                         : history.score(position, move, ply, arrival));
        }
    }
    // Below the horizon: captures by what they win, and evasions as they come.
    Order(const P& position, const MoveList<P>& moves) : position_(position), moves_(moves) {
        ranking_.begin(moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i)
            ranking_.set(i, position.is_tactical(moves[i]) ? tactical + position.gain(moves[i]) : 0);
    }

    // False when there are no more. Whether a capture loses material is found out when its turn comes: most nodes end
    // before that.
    bool next(Move& move) {
        while (true) {
            const auto best = ranking_.best();
            if (!best.found) return false;
            move = moves_[best.place];
            const bool capture = best.score >= tactical && best.score < from_table - 1;
            if (capture && !position_.exchange_wins(move, 0)) {
                ranking_.set(best.place, best.score - put_off);
                continue;
            }
            assert(best.score > -put_off);
            ranking_.remove(best.place);
            loses_material_ = best.score < 0;
            return true;
        }
    }

    // Of the capture handed out last; the table's moves are above suspicion.
    bool loses_material() const { return loses_material_; }

private:
    // Above all experience, and so far apart that a capture put off comes after everything.
    static constexpr int from_table = Ranking<P::max_moves>::limit - 1;
    static constexpr int tactical = 1 << 22;
    static constexpr int put_off = 1 << 23;

    const P& position_;
    const MoveList<P>& moves_;
    Ranking<P::max_moves> ranking_;
    bool loses_material_ = false;
};

}  // namespace leafstrap::knightcap
