// A board as a network sees it: the own checkers and the other side's, each from its own end.
#pragma once

#include "backgammon/board.hpp"
#include "backgammon/position.hpp"
#include "eval/block.hpp"

namespace leafstrap::backgammon {

struct View {
    const Checkers& own;
    const Checkers& theirs;

    View(const Position& position, Side side) : own(position.checkers(side)), theirs(position.checkers(!side)) {}
    View(const Checkers& mine, const Checkers& others) : own(mine), theirs(others) {}

    View turned() const { return {theirs, own}; }
};

// Four units for the checkers on a point, as Tesauro had them: at least one, two, three, and half of those above three.
template <class Sink>
void add_point(Block block, int row, int count, Sink& sink) {
    if (count == 0) return;
    sink.add(block(row, 0), 1);
    if (count >= 2) sink.add(block(row, 1), 1);
    if (count >= 3) sink.add(block(row, 2), 1);
    if (count >= 4) sink.add(block(row, 3), static_cast<float>(count - 3) / 2);
}

}  // namespace leafstrap::backgammon
