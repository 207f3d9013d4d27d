// The Python face of the tournament search, the same for every game that has it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/faces.hpp"
#include "bindings/tournaments.hpp"
#include "record.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <SearchPosition P>
void bind_reports(nb::module_& m) {
    using tournament::Bound;
    using V = tournament::Variation<P>;
    nb::class_<V>(m, "Variation", "One line of play with its score.")
        .def_ro("score", &V::score, "Centipawns, the view of the side to move at the root.")
        .def_prop_ro("mate", &V::mate, "Moves to mate, negative when being mated; None while the game is open.")
        .def_prop_ro(
            "bound",
            [](const V& v) {
                return std::string(v.bound == Bound::exact ? "exact" : v.bound == Bound::lower ? "lower" : "upper");
            },
            "\"exact\", or the side on which the score lies beyond the window: \"lower\", \"upper\".")
        .def_ro("pv", &V::pv, "The moves.")
        .def_ro("depth", &V::depth, "Plies of the iteration.")
        .def_ro("seldepth", &V::seldepth, "The longest line looked at, in plies.");

    using R = tournament::Report<P>;
    nb::class_<R>(m, "TournamentReport", "How far a tournament search has come.")
        .def_ro("lines", &R::lines, "The variations, best first.")
        .def_prop_ro(
            "move", [](const R& r) { return r.lines.front().pv.front(); }, "The best move.")
        .def_prop_ro(
            "ponder",
            [](const R& r) -> std::optional<typename P::Move> {
                const auto& pv = r.lines.front().pv;
                if (pv.size() < 2) return std::nullopt;
                return pv[1];
            },
            "The reply it expects, or None.")
        .def_ro("depth", &R::depth, "Plies of the last complete iteration.")
        .def_ro("seldepth", &R::seldepth, "The longest line looked at, in plies.")
        .def_ro("nodes", &R::nodes, "Positions visited by all threads.")
        .def_ro("seconds", &R::seconds, "Time since the start.")
        .def_ro("hashfull", &R::fullness, "Thousandths of the table that this search has filled.");

    using E = tournament::Result<P>;
    nb::class_<E, R>(m, "TournamentResult", "What a tournament search found.")
        .def_ro("leaf", &E::leaf, "The position at the end of the first line.")
        .def_ro("leaf_exact", &E::leaf_exact, "Whether the score is the evaluation of that position.");
}

template <SearchPosition P>
void bind_tournament(nb::module_& m) {
    using S = AnyTournamentSearch<P>;
    using Move = typename P::Move;
    bind_reports<P>(m);
    nb::class_<S>(m, "TournamentSearch",
                  "The search for play, and its memory. Use it for one game, in one thread at a time.")
        .def(
            "run",
            [](S& search, const AnyEvaluator<P>& evaluator, const Record<P>& record, int depth, std::uint64_t nodes,
               double soft_seconds, double hard_seconds, int multipv, const std::vector<Move>& moves, bool pondering,
               bool gather, tournament::Control* control,
               std::optional<nb::typed<nb::callable, void(const tournament::Report<P>&)>> progress) {
                const Line<P> line = record.line();  // a copy: others may play on while the GIL is released
                const tournament::Limits limits{.depth = depth,
                                                .nodes = nodes,
                                                .soft_seconds = soft_seconds,
                                                .seconds = hard_seconds,
                                                .lines = multipv};
                limits.check(control != nullptr);
                tournament::Control own;
                tournament::Control& wires = control ? *control : own;
                if (pondering) wires.begin_pondering();
                const auto tell = [&](const tournament::Report<P>& report) {
                    if (!progress) return;
                    nb::gil_scoped_acquire locked;
                    (*progress)(report);
                };
                nb::gil_scoped_release unlocked;
                return search.run(evaluator, line, limits, moves, wires, tell, gather);
            },
            "evaluator"_a, "line"_a, nb::kw_only(), "depth"_a = 0, "nodes"_a = 0, "soft_seconds"_a = 0.0,
            "hard_seconds"_a = 0.0, "multipv"_a = 1, "moves"_a = std::vector<Move>{}, "pondering"_a = false,
            "gather"_a = false, nb::arg("control").none() = nb::none(), nb::arg("progress").none() = nb::none(),
            "Searches from where the line stands, ever deeper, until the first limit; 0 means no such limit.\n\n"
            "At hard_seconds it ends; after about soft_seconds, less if the choice is clear and more if not, it\n"
            "begins no new iteration. `moves` are the only root moves looked at, if any are given. While pondering\n"
            "time does not count. progress(report) is called after every iteration. To `gather` is to keep the nodes\n"
            "of the last iteration for delta().")
        .def(
            "delta",
            [](S& search, int min_depth, double unproven, double beta, bool quiet_nodes) {
                if (min_depth < 1) throw std::invalid_argument("min_depth must be at least 1");
                nb::gil_scoped_release unlocked;
                return search.delta(min_depth, unproven, beta, quiet_nodes);
            },
            "min_depth"_a = 1, "unproven"_a = 0.0, "beta"_a = 0.0, "quiet_nodes"_a = false,
            "The sum of (target - value) * gradient over the nodes that were gathered, in the unit that the evaluator\n"
            "learns in, of tanh(beta * value) if beta is not 0; bounds that rest on a guess of the search count\n"
            "`unproven`. With `quiet_nodes` those are left out where a capture wins material.")
        .def("clear", &S::clear, nb::call_guard<nb::gil_scoped_release>(), "Forgets everything, as for a new game.");
}

// tournament(megabytes, threads) of feature sets, for linear evaluators in whole numbers, and of networks.
template <SearchPosition P, class Face>
void add_playing_search(nb::class_<Face> face, ForEvaluators (*evaluators)(const Face&)) {
    using Search = tournament::TournamentSearch<AnyEvaluator<P>>;
    face.def(
        "tournament",
        [evaluators](const Face& f, int megabytes, int threads) -> std::unique_ptr<AnyTournamentSearch<P>> {
            if (megabytes < 1 || megabytes > 65536) throw std::invalid_argument("megabytes must be 1 to 65536");
            if (threads < 1 || threads > 256) throw std::invalid_argument("threads must be 1 to 256");
            return std::make_unique<OneTournamentSearch<Search>>(evaluators(f), static_cast<std::size_t>(megabytes),
                                                                 threads);
        },
        "megabytes"_a = 16, "threads"_a = 1, "A search for play with a table of that size.");
}

template <SearchPosition P>
void add_tournament(nb::module_& m) {
    bind_tournament<P>(m);
    add_playing_search<P>(feature_set_class<P>(), played_by<P>);
    add_playing_search<P>(network_class<P>(), networks_of<P>);
}

}  // namespace leafstrap::bindings
