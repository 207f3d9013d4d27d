// A board as feature sets see it: the own checkers and the other side's, each from its own end.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

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

// visit(point) for every point that either side stands on, rising: few of all, so that asking each would take longer.
template <class Visit>
void each_occupied(const View& view, Visit visit) {
    for (PlaceSet left = (view.own.with(1) | view.theirs.with(1)) & ~on_bar; left; left &= left - 1)
        visit(std::countr_zero(left));
}

// What the sets of backgammon have in common. A set has concepts, and visits a view: that of the side whose turn it is.
template <class Set>
struct ViewSet {
    using Position = backgammon::Position;
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr bool symmetric = true, movers_view = true, fractional = true;

    static std::array<float, stages> mix(const Position&) { return {1}; }
    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        Set::visit(View(position, position.turn()), sink);
    }
};

// Four units for the checkers on a point, as Tesauro had them: at least one, two, three, and half of those above three.
template <class Sink>
void add_point(Block block, int row, int count, Sink& sink) {
    if constexpr (requires { sink.add_first(0, std::array<float, 4>{}, 0); }) {
        // Networks, most of whose time would go into guessing how many checkers there are.
        sink.add_first(block(row, 0), {1, 1, 1, static_cast<float>(count - 3) / 2}, std::min(count, 4));
        return;
    }
    if (count == 0) return;
    sink.add(block(row, 0), 1);
    if (count >= 2) sink.add(block(row, 1), 1);
    if (count >= 3) sink.add(block(row, 2), 1);
    if (count >= 4) sink.add(block(row, 3), static_cast<float>(count - 3) / 2);
}

}  // namespace leafstrap::backgammon
