#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "bindings/bind_game.hpp"
#include "bindings/bind_uct.hpp"
#include "bindings/families.hpp"
#include "bindings/tournaments.hpp"
#include "draughts/endgame/tables.hpp"
#include "draughts/position.hpp"

namespace leafstrap::bindings {
namespace {

using draughts::EndgameTables;
using draughts::Position;

template <class Search>
void add_tablebase(nb::module_& m, const char* name) {
    nb::borrow<nb::class_<Search>>(m.attr(name))
        .def(
            "use_tablebase",
            [](Search& search, std::shared_ptr<EndgameTables> tablebase) {
                search.use_tablebase(std::move(tablebase));
            },
            nb::arg("tablebase").none(), "From the next run on, known endings are looked up; None: they are not.");
}

}  // namespace

void bind_draughts_tablebase(nb::module_& parent) {
    auto m = nb::cast<nb::module_>(parent.attr("draughts"));
    nb::class_<EndgameTables>(m, "Tablebase", R"(Who wins every position with few pieces, whatever it takes.

    >>> tablebase = Tablebase.solve(2)
    >>> tablebase.outcome(Position.parse("W:WK1:BK50"))
    Outcome(points=0)
    )")
        .def_static(
            "solve",
            [](int pieces, int threads) {
                return std::make_shared<EndgameTables>(EndgameTables::solve(pieces, threads));
            },
            "pieces"_a, "threads"_a = 1, nb::call_guard<nb::gil_scoped_release>(),
            "Works out all positions with at most so many pieces, 2 to 4: the last takes about ten seconds.")
        .def_static(
            "read", [](const std::string& path) { return std::make_shared<EndgameTables>(EndgameTables::read(path)); },
            "path"_a, "Tables from a file; `ValueError` for one that is missing or damaged.")
        .def("write", &EndgameTables::write, "path"_a, "Writes the tables to a file.")
        .def_prop_ro("pieces", &EndgameTables::most_pieces, "The most pieces that it knows of.")
        .def("outcome", &EndgameTables::outcome, "position"_a,
             "How a position ends with the best play of both sides, or None if the tables do not reach so far.");
    add_tablebase<AnySearch<Position>>(m, "Search");
    add_tablebase<AnyTournamentSearch<Position>>(m, "TournamentSearch");
    add_tablebase<OneUct<Position>>(m, "UctSearch");
}

}  // namespace leafstrap::bindings
