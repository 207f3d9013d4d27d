// A backgammon position as a value: checkers, who is to roll or to move, and the roll.
#pragma once

#include <array>
#include <cassert>
#include <string>
#include <string_view>

#include "backgammon/board.hpp"
#include "backgammon/generate.hpp"
#include "backgammon/move.hpp"
#include "game.hpp"

namespace leafstrap::backgammon {

class Position {
public:
    using Move = backgammon::Move;
    using Chance = Roll;
    static constexpr int max_moves = 4096;  // of a double with all checkers free to move; about 3,000 have been seen
    static constexpr int chance_count = roll_count;

    Position() = default;
    // The checkers of the first and the second player, each in its own view. Not checked.
    Position(const Checkers& first, const Checkers& second, Side turn, Roll roll = {})
        : checkers_{first, second}, turn_(turn), roll_(roll) {}

    // Everything in place, and the first player to roll.
    static Position start() { return {starting_checkers, starting_checkers, Side::first}; }
    static Position parse(std::string_view text);  // XGID or GNU Backgammon's position ID, see notation.hpp
    std::string text() const;                      // XGID
    Move parse_move(std::string_view text) const;
    std::string move_text(const Move& move) const;

    const Checkers& checkers(Side side) const { return checkers_[static_cast<std::size_t>(leafstrap::index(side))]; }
    Roll roll() const { return roll_; }
    Side turn() const { return turn_; }
    // Equal for equal boards, whoever is to move and whatever was rolled, up to a constant for each.
    std::uint64_t hash() const;

    // The Game concept.
    void legal_moves(MoveList<Position>& moves) const;
    std::uint64_t count_legal_moves() const;
    Position after(const Move& move) const;
    Outcome outcome(bool has_moves) const;
    int reversible_plies() const { return 0; }  // moves go one way; what comes back after a hit never repeats for long
    bool move_count_draw() const { return false; }

    // Dice.
    bool is_chance() const { return !roll_.rolled() && !outcome(true).over; }
    static const std::array<Roll, roll_count>& chances() { return all_rolls; }
    static double probability(Roll roll) { return (roll.is_double() ? 1.0 : 2.0) / 36; }
    Position after(Roll roll) const {
        Position next = *this;
        next.roll_ = roll;
        return next;
    }

    // The same board with the dice still to be rolled.
    Position before_roll() const { return after(Roll{}); }
    // Both sides roll one die, and the higher begins with both.
    static bool may_open(Roll roll) { return !roll.is_double(); }
    // A backgammon.
    static constexpr int most_points = 3;

    // No checker can meet one of the other side any more.
    bool is_race() const;

    // What must hold of every position: at most fifteen checkers a side, no point that both are on, dice that exist.
    bool consistent() const;

    bool operator==(const Position&) const = default;

private:
    std::array<Checkers, 2> checkers_{};
    Side turn_ = Side::first;
    Roll roll_;
};

static_assert(ChancePosition<Position>);

}  // namespace leafstrap::backgammon
