// What one thread remembers of moves that were good or bad elsewhere in the tree: the order in which to try them now.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "game_traits.hpp"
#include "huge_pages.hpp"
#include "search/tournament/score.hpp"

namespace leafstrap::tournament {

// A table of numbers that drift between -limit and limit: the nearer to the end it is pushed to, the less a number
// moves, so that what is old fades and nothing overflows.
class HistoryTable {
public:
    static constexpr int limit = 16384;

    explicit HistoryTable(std::size_t size) : numbers_(size) {}

    int operator[](std::size_t i) const {
        assert(i < numbers_.size());
        return numbers_[i];
    }
    const std::int16_t* from(std::size_t i) const { return numbers_.data() + i; }
    void push(std::size_t i, int amount) {
        assert(i < numbers_.size() && std::abs(amount) <= limit);
        numbers_[i] = static_cast<std::int16_t>(numbers_[i] + amount - numbers_[i] * std::abs(amount) / limit);
        assert(std::abs(numbers_[i]) <= limit);
    }
    void clear() { std::fill(numbers_.begin(), numbers_.end(), std::int16_t{0}); }

private:
    HugeVector<std::int16_t> numbers_;
};

// What a node tells the nodes below it.
template <SearchPosition P>
struct Stack {
    using Move = typename P::Move;

    int piece_slot = -1;  // what moved and where to; -1 for a pass and before the root
    Score evaluation = unknown;
    Move excluded{};  // the move a singular search leaves out
    bool excluding = false;
    std::array<Move, 2> killers{};
    int cutoffs = 0;  // among the children of the node above
};

template <SearchPosition P>
class History {
public:
    using Move = typename P::Move;
    using Game = GameTraits<P>;

    void clear() {
        quiet_.clear();
        tactical_.clear();
        replies_.clear();
        std::fill(counters_.begin(), counters_.end(), Move{});
    }

    // How well quiet moves of a position have done: anywhere, and as replies to the last moves of either side.
    class Quiets {
    public:
        int score(Move move) const {
            const int slot = Game::piece_slot(position_, move);
            return anywhere_[P::slot(move)] + replies_[0][slot] + replies_[1][slot];
        }

    private:
        friend class History;
        Quiets(const History& history, const P& position, const Stack<P>* stack)
            : position_(position), anywhere_(history.quiet_.from(quiet_index(position, 0))) {
            for (std::size_t i = 0; i < answered.size(); ++i)
                replies_[i] = history.replies_.from(reply_index(stack[-answered[i]].piece_slot, 0));
        }

        const P& position_;
        const std::int16_t* anywhere_;
        std::array<const std::int16_t*, 2> replies_;
    };
    Quiets quiets(const P& position, const Stack<P>* stack) const { return {*this, position, stack}; }

    int tactical_score(const P& position, Move move) const { return tactical_[tactical_index(position, move)]; }

    Move counter(const Stack<P>* stack) const {
        return stack[-1].piece_slot >= 0 ? counters_[stack[-1].piece_slot] : Move{};
    }

    // The move that cut off gains, those tried before it lose.
    template <class Tried>
    void reward(const P& position, Move move, int depth, Stack<P>* here, const Tried& quiets, const Tried& tacticals) {
        assert(depth > 0);
        const int bonus = std::min(16 * depth * depth + 48 * depth, 1800);
        if (Game::is_tactical(position, move)) {
            push_tactical(position, move, bonus);
        } else {
            if (!(here->killers[0] == move)) here->killers = {move, here->killers[0]};
            set_counter(here, move);
            if (depth > 1 || quiets.size() > 0) push_quiet(position, move, here, bonus);
            for (const Move other : quiets) push_quiet(position, other, here, -bonus);
        }
        for (const Move other : tacticals) push_tactical(position, other, -bonus);
    }

private:
    void push_quiet(const P& position, Move move, const Stack<P>* stack, int amount) {
        quiet_.push(quiet_index(position, P::slot(move)), amount);
        const int slot = Game::piece_slot(position, move);
        for (const int back : answered)
            if (stack[-back].piece_slot >= 0) replies_.push(reply_index(stack[-back].piece_slot, slot), amount);
    }
    void push_tactical(const P& position, Move move, int amount) {
        tactical_.push(tactical_index(position, move), amount);
    }
    void set_counter(const Stack<P>* stack, Move move) {
        if (stack[-1].piece_slot >= 0) counters_[stack[-1].piece_slot] = move;
    }

    // The opponent's last move, and the own one before it.
    static constexpr std::array answered{1, 2};

    static std::size_t quiet_index(const P& position, int slot) {
        assert(0 <= slot && slot < P::move_slots);
        return static_cast<std::size_t>(index(position.turn())) * P::move_slots + slot;
    }
    static std::size_t tactical_index(const P& position, Move move) {
        assert(0 <= Game::victim_slot(position, move) && Game::victim_slot(position, move) < Game::victim_slots);
        return static_cast<std::size_t>(Game::piece_slot(position, move)) * Game::victim_slots +
               Game::victim_slot(position, move);
    }
    // The first row is for replies to nothing, which are not remembered.
    static std::size_t reply_index(int to, int slot) {
        assert(-1 <= to && to < Game::piece_slots && 0 <= slot && slot < Game::piece_slots);
        return static_cast<std::size_t>(to + 1) * Game::piece_slots + slot;
    }

    HistoryTable quiet_{2 * P::move_slots};
    HistoryTable tactical_{static_cast<std::size_t>(Game::piece_slots) * Game::victim_slots};
    HistoryTable replies_{static_cast<std::size_t>(Game::piece_slots + 1) * Game::piece_slots};
    std::vector<Move> counters_ = std::vector<Move>(Game::piece_slots);
};

}  // namespace leafstrap::tournament
