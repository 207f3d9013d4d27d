// The Python face of files of games, the same for every notation.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "record.hpp"
#include "records/game_file.hpp"
#include "records/quiet.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

// A reader and the text that it reads.
template <class N>
class GameText {
public:
    explicit GameText(std::string text) : text_(std::move(text)), reader_(text_) {}
    GameText(const GameText&) = delete;
    GameText& operator=(const GameText&) = delete;

    WrittenGame<typename N::Position> next() {
        WrittenGame<typename N::Position> game;
        if (!reader_.next(game)) throw nb::stop_iteration();
        return game;
    }

private:
    std::string text_;
    GameReader<N> reader_;
};

template <class File>
void open_file(File* self, const std::string& path) {
    try {
        nb::gil_scoped_release unlocked;
        new (self) File(path);
    } catch (const std::system_error& error) {
        errno = error.code().value();
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, path.c_str());
        throw nb::python_error();
    }
}

template <class N>
void bind_records(nb::module_& m) {
    using P = typename N::Position;
    using Game = WrittenGame<P>;
    using Fault = std::pair<int, std::string>;
    const auto told = [](const typename Game::Fault& fault) { return Fault(fault.line, fault.sentence); };

    nb::class_<Game>(m, "WrittenGame", "A game as a file tells it.")
        .def_ro("tags", &Game::tags, "Names and values, in their order.")
        .def_prop_ro(
            "line",
            [](const Game& game) {
                Record<P> record(game.start);
                for (const auto move : game.moves) record.push(move);
                return record;
            },
            "The game as it was played, up to a fault.")
        .def_ro("outcome", &Game::outcome, "The result, or None where it is not known.")
        .def_ro("line_number", &Game::line, "Where the game begins in the file, counted from 1.")
        .def_prop_ro(
            "fault", [told](const Game& game) { return game.fault ? std::optional(told(*game.fault)) : std::nullopt; },
            "What is wrong with it, as (line of the file, sentence), or None.");

    m.def(
        "quiet_positions", [](const Record<P>& line) { return quiet_positions(line.start(), line.moves()); }, "line"_a,
        "For every position of a game in which a move was played: whether nothing was going on there.");

    nb::class_<GameText<N>>(m, "GameText", "The games of a text, one after the other; broken ones say what is wrong.")
        .def(nb::init<std::string>(), "text"_a)
        .def(
            "__iter__", [](nb::handle self) { return nb::borrow(self); }, nb::sig("def __iter__(self) -> GameText"))
        .def("__next__", &GameText<N>::next);

    using File = GameFile<N>;
    nb::class_<File>(m, "GameFile", "The games of a file that are whole and have a result, by their number.")
        .def(
            "__init__", [](File* self, const std::string& path) { open_file(self, path); }, "path"_a,
            "Looks through the whole file; `OSError` if it cannot be read.")
        .def("__len__", &File::size)
        .def("game", &File::game, "number"_a, nb::call_guard<nb::gil_scoped_release>(),
             "One of them; `IndexError` if there is none.")
        .def_prop_ro("broken", &File::broken, "How many games are not whole.")
        .def_prop_ro("without_result", &File::without_result, "How many have no moves, or no result that is known.")
        .def_prop_ro(
            "faults",
            [told](const File& file) {
                std::vector<Fault> faults;
                for (const auto& fault : file.faults()) faults.push_back(told(fault));
                return faults;
            },
            "What is wrong with the first hundred of the broken, as (line of the file, sentence).");
}

}  // namespace leafstrap::bindings
