// The Python face of searches, the same for every game that has them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "bindings/arrays.hpp"
#include "bindings/bind_uct.hpp"
#include "bindings/faces.hpp"
#include "bindings/searches.hpp"
#include "record.hpp"
#include "search/alphabeta.hpp"
#include "search/minimax.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <class Numbers>
auto compute_unlocked(Numbers compute) {
    nb::gil_scoped_release unlocked;
    return compute();
}

template <SearchPosition P>
void bind_result(nb::module_& m) {
    using R = SearchResult<P>;
    nb::class_<R>(m, "SearchResult", "What the last complete iteration of a search found.")
        .def_ro("value", &R::value, "The view of the side to move.")
        .def_prop_ro(
            "move", [](const R& r) { return r.pv.front(); }, "The best move.")
        .def_ro("pv", &R::pv, "The principal variation, quiescence included.")
        .def_ro("leaf", &R::leaf, "The position at its end.")
        .def_ro("leaf_evaluated", &R::leaf_evaluated, "False if the game is over or drawn there.")
        .def_ro("depth", &R::depth, "Plies of the last complete iteration.")
        .def_ro("nodes", &R::nodes, "Positions visited, an unfinished iteration included.")
        .def_ro("seconds", &R::seconds, "Time it took.");
}

template <SearchPosition P>
void bind_search(nb::module_& m) {
    using S = AnySearch<P>;
    bind_result<P>(m);
    nb::class_<S>(m, "Search", "A search and its memory. Use it again and again, but in one thread at a time.")
        .def(
            "run",
            [](S& search, const AnyEvaluator<P>& evaluator, const Record<P>& record, int depth, std::uint64_t nodes,
               double seconds, std::uint64_t seed, const StopFlag* stop, bool extend, bool fail_soft) {
                const Line<P> line = record.line();  // a copy: others may play on while the GIL is released
                const Limits limits{.depth = depth,
                                    .nodes = nodes,
                                    .seconds = seconds,
                                    .stop = stop,
                                    .extend = extend,
                                    .fail_soft = fail_soft};
                return compute_unlocked([&] { return search.run(evaluator, line, limits, seed); });
            },
            "evaluator"_a, "line"_a, "depth"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0, "seed"_a = 0,
            nb::arg("stop").none() = nb::none(), "extend"_a = true, "fail_soft"_a = false,
            "Searches from where the line stands, ever deeper, until the first limit; 0 means no such limit.\n\n"
            "The first iteration is completed whatever nodes and seconds say. The seed breaks ties. Without\n"
            "`extend` it is cut at its depth: no checks, no quiescence. With `fail_soft` alpha-beta leaves bounds "
            "beyond\n"
            "the window of a node. `ValueError` if the game is over or no limit is given.")
        .def(
            "delta",
            [](S& search, int min_depth, double beta, bool quiet_nodes) {
                return compute_unlocked([&] { return search.delta(min_depth, beta, quiet_nodes); });
            },
            "min_depth"_a = 1, "beta"_a = 0.0, "quiet_nodes"_a = false,
            "The sum of (target - value) * gradient over the tree of the last run, of tanh(beta * value) if beta is\n"
            "not 0; only those `quiet_nodes` where no capture is due or would be chosen, if asked for.")
        .def(
            "rows", [](S& search, int min_depth) { return compute_unlocked([&] { return search.rows(min_depth); }); },
            "min_depth"_a = 1, "The nodes of the tree of the last run, for other learners.");
}

// alphabeta(table_bits) and minimax() of feature sets, for linear evaluators, and of networks.
template <SearchPosition P, class Face>
void add_training_searches(nb::class_<Face> face, ForEvaluators (*evaluators)(const Face&)) {
    using Made = std::unique_ptr<AnySearch<P>>;
    face.def(
            "alphabeta",
            [evaluators](const Face& f, int table_bits) -> Made {
                if (table_bits < 0 || table_bits > 28) throw std::invalid_argument("table_bits must be 0 to 28");
                return std::make_unique<OneSearch<AlphaBeta<AnyEvaluator<P>>>>(evaluators(f), table_bits);
            },
            "table_bits"_a = 18, "A training alpha-beta search with a table of 2 ** table_bits entries.")
        .def(
            "minimax",
            [evaluators](const Face& f) -> Made {
                return std::make_unique<OneSearch<Minimax<AnyEvaluator<P>>>>(evaluators(f));
            },
            "A full-width minimax search that keeps its tree.");
}

template <SearchPosition P>
void add_searches(nb::module_& m) {
    bind_search<P>(m);
    add_training_searches<P>(feature_set_class<P>(), learned_by<P>);
    add_training_searches<P>(network_class<P>(), networks_of<P>);
    bind_uct<P>(m);
    add_uct<P>(feature_set_class<P>(), learned_by<P>);
    add_uct<P>(network_class<P>(), networks_of<P>);
}

}  // namespace leafstrap::bindings
