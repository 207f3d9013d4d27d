// The positions since the last irreversible move: what repetition needs to know of the way here.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "game.hpp"

namespace leafstrap {

template <Position P>
class Line {
public:
    explicit Line(const P& position = P::start()) : position_(position), hashes_{position.hash()} {}

    const P& position() const { return position_; }
    int plies() const { return static_cast<int>(hashes_.size()) - 1; }
    const std::vector<std::uint64_t>& hashes() const {
        return hashes_;
    }  // of every position so far, the current one last

    void push(typename P::Move move) { push(position_.after(move)); }

    // Search pushes the child it already made, and restores with pop(parent).
    void push(const P& next) {
        assert(next.reversible_plies() == 0 || next.reversible_plies() == position_.reversible_plies() + 1);
        position_ = next;
        hashes_.push_back(next.hash());
    }
    // Dice are rolled: the position is another, but nobody has moved.
    template <class Chance>
    void roll_dice(const Chance& chance) {
        position_ = position_.after(chance);
        hashes_.back() = position_.hash();
    }
    void pop(const P& parent) {
        assert(hashes_.size() > 1);
        hashes_.pop_back();
        assert(hashes_.back() == parent.hash());
        position_ = parent;
    }

    // How often the current position stood on the board before, counted no further back than it can have.
    int repetitions() const {
        assert(hashes_.back() == position_.hash());
        const auto last = static_cast<std::int64_t>(hashes_.size()) - 1;
        const std::int64_t first = last - position_.reversible_plies();
        int count = 0;
        for (std::int64_t i = last - 2; i >= 0 && i >= first; i -= 2) count += hashes_[i] == hashes_[last];
        return count;
    }

    // The rules of the game proper: third occurrence, move counts. A mate on the last counted move still wins.
    Outcome outcome() const {
        MoveList<P> moves;
        position_.legal_moves(moves);
        const Outcome standing = position_.outcome(!moves.empty());
        if (standing.over) return standing;
        if (position_.move_count_draw() || repetitions() >= 2) return Outcome::draw();
        return standing;
    }

private:
    P position_;
    std::vector<std::uint64_t> hashes_;
};

}  // namespace leafstrap
