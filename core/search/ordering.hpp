// In which order moves are tried: the table's, then noisy ones by rank, killers, and the rest by their history. Nothing
// here looks at an evaluation or a weight.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "game.hpp"
#include "search/ranking.hpp"
#include "search/values.hpp"

namespace leafstrap {

// Quiet moves that cut off elsewhere: at the same ply (killers), and anywhere, weighted by depth (history).
template <SearchPosition P>
class QuietHistory {
public:
    using Move = typename P::Move;

    void clear() {
        killers_.fill({});
        std::fill(history_.begin(), history_.end(), 0);
    }

    void remember(const P& position, Move move, int depth, int ply) {
        assert(0 <= ply && ply <= max_ply && depth > 0);
        auto& [newest, older, count] = killers_[ply];
        if (count == 0 || !(newest == move)) {
            older = newest;
            newest = move;
            count = std::min(count + 1, 2);
        }
        int& score = history_[slot(position.turn(), move)];
        score += depth * depth;
        if (score > history_limit)
            for (int& each : history_) each /= 2;
        assert(score <= history_limit);
    }

    int score(const P& position, Move move, int ply) const {
        const auto& [newest, older, count] = killers_[ply];
        if (count > 0 && move == newest) return history_limit + 2;
        if (count > 1 && move == older) return history_limit + 1;
        return history_[slot(position.turn(), move)];
    }

    static constexpr int history_limit = 1 << 20;

private:
    struct Killers {
        Move newest{}, older{};
        int count = 0;
    };

    static std::size_t slot(Side side, Move move) {
        assert(0 <= P::slot(move) && P::slot(move) < P::move_slots);
        return index(side) * P::move_slots + P::slot(move);
    }

    std::array<Killers, max_ply + 1> killers_{};
    std::vector<int> history_ = std::vector<int>(2 * P::move_slots);
};

// Hands out the moves of one node, best first.
template <SearchPosition P>
class MoveOrder {
public:
    using Move = typename P::Move;

    // All moves. The table's move, if any, is one of them or ignored.
    MoveOrder(const P& position, const MoveList<P>& moves, const QuietHistory<P>& quiet, const Move* first, int ply)
        : MoveOrder(moves) {
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Move move = moves[i];
            if (first && move == *first) {
                ranking_.set(i, table_move);
            } else if (position.is_noisy(move)) {
                assert(noisy_base + position.noisy_rank(move) > QuietHistory<P>::history_limit + 2);
                ranking_.set(i, noisy_base + position.noisy_rank(move));
            } else {
                ranking_.set(i, quiet.score(position, move, ply));
            }
        }
    }
    // Without memory: the noisy ones by rank, then the others as they come.
    MoveOrder(const P& position, const MoveList<P>& moves) : MoveOrder(moves) {
        for (std::size_t i = 0; i < moves.size(); ++i)
            ranking_.set(i, position.is_noisy(moves[i]) ? noisy_base + position.noisy_rank(moves[i]) : 0);
    }

    bool done() const { return left_ == 0; }

    Move next() {
        assert(!done() && ranking_.best().found);
        const std::size_t place = ranking_.best().place;
        ranking_.remove(place);
        --left_;
        return moves_[place];
    }

private:
    static constexpr int table_move = Ranking<P::max_moves>::limit - 1;
    static constexpr int noisy_base = 1 << 22;

    explicit MoveOrder(const MoveList<P>& moves) : moves_(moves), left_(moves.size()) { ranking_.begin(moves.size()); }

    const MoveList<P>& moves_;
    std::size_t left_;
    Ranking<P::max_moves> ranking_;
};

}  // namespace leafstrap
