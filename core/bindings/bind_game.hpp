// The Python face that every game has: Move, Position, Line, perft. A game adds what is its own to the classes.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "bindings/positions.hpp"
#include "game.hpp"
#include "perft.hpp"
#include "quiet.hpp"
#include "record.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

inline std::optional<Outcome> if_over(Outcome outcome) { return outcome.over ? std::optional(outcome) : std::nullopt; }

template <Position P>
std::vector<typename P::Move> legal_moves(const P& position) {
    MoveList<P> moves;
    position.legal_moves(moves);
    return {moves.begin(), moves.end()};
}

template <Position P>
P checked_after(const P& position, typename P::Move move) {
    Record<P> record(position);
    record.push(move);
    return record.position();
}

// A move may know its text and its bits; of one that does not, the bytes it is made of serve for both.
template <class Move>
std::string_view bytes_of_move(const Move& move) {
    static_assert(std::has_unique_object_representations_v<Move>, "a move with gaps must have text() and bits()");
    return {reinterpret_cast<const char*>(&move), sizeof(Move)};
}
template <class Move>
std::string text_of_move(const Move& move) {
    if constexpr (requires { move.text(); }) {
        return move.text();
    } else {
        std::string text;
        for (const char byte : bytes_of_move(move))
            for (const int nibble : {byte >> 4 & 15, byte & 15}) text.push_back("0123456789abcdef"[nibble]);
        return text;
    }
}
template <class Move>
std::size_t hash_of_move(const Move& move) {
    if constexpr (requires { move.bits(); })
        return static_cast<std::size_t>(move.bits());
    else
        return std::hash<std::string_view>()(bytes_of_move(move));
}

struct GameDocs {
    const char* position;
    const char* line;
    const char* move;
};

template <Position P>
struct GameClasses {
    nb::class_<P> position;
    nb::class_<Record<P>> line;
};

template <Position P>
GameClasses<P> bind_game(nb::module_& m, const GameDocs& docs) {
    using Move = typename P::Move;

    nb::class_<Move>(m, "Move", docs.move)
        .def("__str__", &text_of_move<Move>)
        .def("__repr__", [](const Move& move) { return "Move('" + text_of_move(move) + "')"; })
        .def("__hash__", &hash_of_move<Move>)
        .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"));

    auto position =
        nb::class_<P>(m, "Position", docs.position)
            .def(
                "__init__", [](P* self) { new (self) P(P::start()); }, "The usual start.")
            .def_static("parse", &P::parse, "text"_a, "A position from its text; `ValueError` names the fault.")
            .def("__str__", &P::text)
            .def("__repr__", [](const P& p) { return "Position.parse('" + p.text() + "')"; })
            .def("__hash__", &P::hash)
            .def(nb::self == nb::self, nb::sig("def __eq__(self, arg: object, /) -> bool"))
            .def_prop_ro("turn", &P::turn, "The side to move.")
            .def_prop_ro("hash", &P::hash, "64 bits that equal positions share; clocks do not count.")
            .def("legal_moves", &legal_moves<P>, "All legal moves.")
            .def("move", &P::parse_move, "text"_a, "The legal move written so; `ValueError` if there is none.")
            .def("move_text", &P::move_text, "move"_a, "The move as players write it in this position.")
            .def("after", &checked_after<P>, "move"_a, "The position after a legal move; `ValueError` for any other.")
            .def(
                "outcome", [](const P& p) { return if_over(p.outcome(count_moves(p) > 0)); },
                "How the game ended, or None while it goes on, by this position alone.")
            .def_prop_ro(
                "is_chance",
                [](const P& p) {
                    if constexpr (ChancePosition<P>)
                        return p.is_chance();
                    else
                        return false;
                },
                "Whether dice are to be rolled; never in games without.")
            .def(
                "perft", [](const P& p, int depth) { return perft(p, depth); }, "depth"_a,
                nb::call_guard<nb::gil_scoped_release>(), "Number of move sequences of `depth` plies.")
            .def(
                "perft_divide", [](const P& p, int depth) { return perft_divide(p, depth); }, "depth"_a,
                nb::call_guard<nb::gil_scoped_release>(), "The same, move by move.");
    if constexpr (TournamentPosition<P>)
        position.def_prop_ro("quiet", &is_quiet<P>,
                             "Whether nothing must be answered and no capture wins material for the side to move.");
    if constexpr (StagedPosition<P>)
        position.def_prop_ro("stage", &P::stage,
                             "The number of the stage of the game, for networks that tell them apart.");

    bind_positions<P>(m);

    using L = Record<P>;
    auto line =
        nb::class_<L>(m, "Line", docs.line)
            .def(
                "__init__", [](L* self) { new (self) L(); }, "From the usual start.")
            .def(nb::init<const P&>(), "start"_a)
            // Copies: a position is a value, and must not change in the hands of its holder when the line goes on.
            .def_prop_ro("start", &L::start, nb::rv_policy::copy, "Where the line began.")
            .def_prop_ro("position", &L::position, nb::rv_policy::copy, "Where it stands now.")
            .def_prop_ro("moves", &L::moves, "The moves so far.")
            .def_prop_ro("before", &L::before, nb::rv_policy::copy, "The position in which each of them was played.")
            .def("__len__", [](const L& line) { return line.moves().size(); })
            .def("push", &L::push, "move"_a, "Plays a legal move; `ValueError` for any other.")
            .def("pop", &L::pop, "Takes the last move back and returns it; `IndexError` at the start.")
            .def(
                "outcome", [](const L& line) { return if_over(line.outcome()); },
                "How the game ended, or None while it goes on; repetition and move counts included.")
            .def("copy", [](const L& line) { return L(line); }, "An independent copy.");
    return {position, line};
}

}  // namespace leafstrap::bindings
