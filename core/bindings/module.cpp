#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings/families.hpp"
#include "game.hpp"

namespace nb = nanobind;
using leafstrap::Outcome;
using leafstrap::Side;

NB_MODULE(_core, m) {
    m.doc() = "The native core of Leafstrap: rules, features, searches. Private; use the public modules.";

    nb::enum_<Side>(m, "Side", "The first player moves first from the usual start: White in chess.")
        .value("first", Side::first)
        .value("second", Side::second)
        .def_prop_ro(
            "other", [](Side side) { return !side; }, "The opponent.")
        .def_prop_ro(
            "sign", [](Side side) { return leafstrap::sign(side); }, "+1 for the first player, -1 for the second.");

    nb::class_<Outcome>(m, "Outcome", "How a game ended.")
        .def(
            "__init__", [](Outcome* self, int points) { new (self) Outcome{true, static_cast<std::int8_t>(points)}; },
            nb::arg("points"))
        .def_prop_ro(
            "points", [](const Outcome& o) { return static_cast<int>(o.points); },
            "The first player's view: 1 a win, 0 a draw, -1 a loss; in backgammon up to 3 either way.")
        .def_prop_ro(
            "winner",
            [](const Outcome& o) -> std::optional<Side> {
                if (o.points == 0) return std::nullopt;
                return o.points > 0 ? Side::first : Side::second;
            },
            "The side that won, or None for a draw.")
        .def("__hash__", [](const Outcome& o) { return static_cast<std::size_t>(o.points + 8); })
        .def("__repr__", [](const Outcome& o) { return "Outcome(points=" + std::to_string(o.points) + ")"; })
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));

    leafstrap::bindings::bind_search_basics(m);
    leafstrap::bindings::bind_logistic(m);
    leafstrap::bindings::bind_chess(m);
    leafstrap::bindings::bind_chess_features(m);
    leafstrap::bindings::bind_chess_search(m);
    leafstrap::bindings::bind_chess_tournament(m);
    leafstrap::bindings::bind_chess_knightcap(m);
    leafstrap::bindings::bind_draughts(m);
    leafstrap::bindings::bind_draughts_features(m);
    leafstrap::bindings::bind_draughts_search(m);
    leafstrap::bindings::bind_draughts_tournament(m);
    leafstrap::bindings::bind_draughts_tablebase(m);
    leafstrap::bindings::bind_backgammon(m);
    leafstrap::bindings::bind_backgammon_evaluators(m);
    leafstrap::bindings::bind_doubles(m);
}
