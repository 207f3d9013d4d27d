// A game as it was played: where it began, the moves, and the line they made.
#pragma once

#include <cassert>
#include <stdexcept>
#include <vector>

#include "line.hpp"

namespace leafstrap {

template <Position P>
class Record {
public:
    explicit Record(const P& start = P::start()) : start_(start), line_(start) {}

    const P& start() const { return start_; }
    const P& position() const { return line_.position(); }
    const Line<P>& line() const { return line_; }
    const std::vector<typename P::Move>& moves() const { return moves_; }
    const std::vector<P>& before() const { return before_; }  // the position in which each move was played
    Outcome outcome() const { return line_.outcome(); }

    void push(typename P::Move move) {
        MoveList<P> legal;
        position().legal_moves(legal);
        for (const auto candidate : legal) {
            if (!(candidate == move)) continue;
            before_.push_back(position());
            moves_.push_back(move);
            line_.push(move);
            return;
        }
        throw std::invalid_argument("illegal move " + position().move_text(move) + " in " + position().text());
    }

    // What chance did before the next move; taking that move back leaves the dice as they lie.
    template <class Chance>
    void roll_dice(const Chance& chance) {
        if (!position().is_chance()) throw std::invalid_argument("no dice are to be rolled in " + position().text());
        line_.roll_dice(chance);
    }

    typename P::Move pop() {
        if (moves_.empty()) throw std::out_of_range("no move to take back");
        assert(before_.size() == moves_.size());
        const auto move = moves_.back();
        line_.pop(before_.back());
        before_.pop_back();
        moves_.pop_back();
        return move;
    }

private:
    P start_;
    Line<P> line_;
    std::vector<typename P::Move> moves_;
    std::vector<P> before_;
};

}  // namespace leafstrap
