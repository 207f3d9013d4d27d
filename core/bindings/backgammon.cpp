#include <nanobind/stl/array.h>

#include "backgammon/bearoff.hpp"
#include "backgammon/notation.hpp"
#include "backgammon/position.hpp"
#include "backgammon/pubeval.hpp"
#include "bindings/bind_game.hpp"
#include "bindings/families.hpp"

namespace leafstrap::bindings {
namespace {

using backgammon::Checkers;
using backgammon::Position;

using Dice = std::pair<int, int>;

backgammon::Roll checked_roll(const Dice& dice) {
    const auto [one, other] = dice;
    if (one < 1 || one > 6 || other < 1 || other > 6) throw std::invalid_argument("dice show 1 to 6");
    return backgammon::roll(one, other);
}

std::optional<Dice> dice_of(const Position& position) {
    if (!position.roll().rolled()) return std::nullopt;
    return Dice{position.roll().high, position.roll().low};
}

Checkers home_checkers(const std::array<int, backgammon::home_points>& counts) {
    Checkers checkers;
    int left = 0;
    for (int point = 0; point < backgammon::home_points; ++point) {
        const int count = counts[static_cast<std::size_t>(point)];
        if (count < 0 || count > backgammon::all_checkers) throw std::invalid_argument("a point has 0 to 15 checkers");
        checkers[point] = static_cast<std::uint8_t>(count);
        left += count;
    }
    if (left > backgammon::all_checkers) throw std::invalid_argument("there are 15 checkers at most");
    return checkers;
}

}  // namespace

void bind_backgammon(nb::module_& parent) {
    nb::module_ m = parent.def_submodule("backgammon", "Backgammon rules, and evaluators that learn it.");

    auto classes = bind_game<Position>(
        m, {.position = R"(A backgammon position: an immutable value. The dice lie, or are to be rolled.

    >>> position = Position().rolled((3, 1))
    >>> len(position.legal_moves())
    16
    >>> position.move_text(position.move("8/5 6/5"))
    '8/5 6/5'
    >>> position.after(position.move("8/5 6/5")).pips(Side.first)
    163
    )",
            .line = R"(A game so far: its start, the rolls and the moves.

    >>> line = Line()
    >>> line.roll((6, 5))
    >>> line.push(line.position.move("24/13"))
    >>> line.position.is_chance, str(line.position.turn)
    (True, 'Side.second')
    )",
            .move = "What a player does with a roll; the text of a position's move also shows hits."});
    classes.line.def(
        "roll", [](Record<Position>& line, const Dice& dice) { line.roll_dice(checked_roll(dice)); }, "dice"_a,
        "Rolls these dice; `ValueError` if others lie already or the game is over.");
    classes.position.def_prop_ro("dice", &dice_of, "The roll, the higher die first, or None before it.")
        .def_prop_ro("before_roll", &Position::before_roll, "The same board with the dice still to be rolled.")
        .def(
            "rolled",
            [](const Position& p, const Dice& dice) {
                Record<Position> record(p);
                record.roll_dice(checked_roll(dice));
                return record.position();
            },
            "dice"_a, "The position with that roll; `ValueError` if the dice lie or the game is over.")
        .def_prop_ro("position_id", &backgammon::position_id, "GNU Backgammon's position ID.")
        .def_prop_ro("xgid", &backgammon::xgid, "Extreme Gammon's ID; the same as `str(position)`.")
        .def_prop_ro("is_race", &Position::is_race, "Whether the sides cannot meet any more.")
        .def(
            "checkers", [](const Position& p, Side side) { return p.checkers(side).at; }, "side"_a,
            "A side's checkers in its own view: on its points 1 to 24, then on the bar.")
        .def(
            "pips", [](const Position& p, Side side) { return p.checkers(side).pips(); }, "side"_a,
            "How far a side still has to run.")
        .def(
            "borne_off", [](const Position& p, Side side) { return p.checkers(side).borne_off(); }, "side"_a,
            "How many checkers a side has borne off.");

    m.def(
        "pubeval",
        [](const Position& p) {
            if (!p.roll().rolled() || p.outcome(true).over)
                throw std::invalid_argument("there is nothing to move in " + p.text());
            return backgammon::pubeval_choice(p);
        },
        "position"_a, "The move of Tesauro's public evaluator.");

    nb::class_<backgammon::OneSided>(m, "OneSided", "Bear-offs of one player: the rolls it needs.")
        .def(nb::init<>(), nb::call_guard<nb::gil_scoped_release>())
        .def(
            "mean_rolls",
            [](const backgammon::OneSided& table, const std::array<int, backgammon::home_points>& counts) {
                return table.mean_rolls(home_checkers(counts));
            },
            "checkers"_a, "Rolls needed on average for checkers on the points 1 to 6.");
    nb::class_<backgammon::TwoSided>(m, "TwoSided", "Bear-offs of both players: who wins.")
        .def(nb::init<int>(), "most"_a = 6, nb::call_guard<nb::gil_scoped_release>(),
             "For up to so many checkers each.")
        .def(
            "win",
            [](const backgammon::TwoSided& table, const std::array<int, backgammon::home_points>& own,
               const std::array<int, backgammon::home_points>& theirs) {
                const Checkers mine = home_checkers(own), others = home_checkers(theirs);
                if (!table.covers(mine, others)) throw std::invalid_argument("the table has fewer checkers than that");
                return table.win(mine, others);
            },
            "own"_a, "theirs"_a, "How often the side that is to roll wins.");
}

}  // namespace leafstrap::bindings
