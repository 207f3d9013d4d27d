// The Python face of expectimax and of *-minimax, the same for every game with dice.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bindings/arrays.hpp"
#include "bindings/positions.hpp"
#include "bindings/searches.hpp"
#include "eval/any_evaluator.hpp"
#include "record.hpp"
#include "search/expectimax_search.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

// How a player with tables of the endgame, or with a rule of thumb, looks ahead: what is asked instead of an evaluator,
// and which moves are looked at.
template <ChancePosition P>
struct PlaySettings {
    using Speaker = std::shared_ptr<const OutputEvaluator<P>>;

    std::function<Speaker(Speaker)> with_tables;
    void (*filter)(const P& position, MoveList<P>& moves) = nullptr;
    bool prunes = false;  // *-minimax
};

inline Pruning pruning(bool prunes, bool probing) {
    return !prunes ? Pruning::none : probing ? Pruning::star2 : Pruning::star1;
}

template <ChancePosition P>
class ChanceSearch {
public:
    using Speaker = std::shared_ptr<const OutputEvaluator<P>>;

    explicit ChanceSearch(PlaySettings<P> settings) : settings_(std::move(settings)) {}

    Speaker speaker(const AnyEvaluator<P>& evaluator) const {
        return settings_.with_tables ? settings_.with_tables(evaluator.speaker()) : evaluator.speaker();
    }
    LookAhead<P> ahead(int depth, std::size_t candidates) const { return {depth, candidates, settings_.filter}; }
    LookAhead<P> ahead(int depth, std::size_t candidates, bool probing, bool soft) const {
        return {depth, candidates, settings_.filter, pruning(settings_.prunes, probing), soft};
    }

    // What the search does, in one thread at a time and with the GIL released.
    template <class Use>
    auto unlocked(Use use) {
        const InUse guard(busy_);
        nb::gil_scoped_release released;
        return use(search_);
    }

    nb::object stop;  // of the last run, whose tree may be walked again

private:
    PlaySettings<P> settings_;
    ExpectimaxSearch<P> search_;
    std::atomic_flag busy_;
};

template <class T>
Array<T> first_of(const std::array<T, Network::most_outputs>& numbers, int count) {
    return to_numpy(std::vector<T>(numbers.begin(), numbers.begin() + count));
}

template <ChancePosition P>
void bind_expectimax_result(nb::module_& m) {
    using R = ExpectimaxResult<P>;
    nb::class_<R>(m, "SearchResult", "What a search found.")
        .def_ro("value", &R::value, "Points to expect, for the side whose turn it is.")
        .def_prop_ro(
            "outputs", [](const R& r) { return first_of(r.outputs, r.output_count); }, nb::rv_policy::reference,
            "All that the evaluator says, by looking ahead, in the same view.")
        .def_ro("move", &R::move, "The best move, or None where the dice are to be rolled.")
        .def_prop_ro(
            "pv",
            [](const R& r) {
                std::vector<typename P::Move> pv;
                if (r.move) pv.push_back(*r.move);
                return pv;
            },
            "The best move alone: what follows it is for the dice to say.")
        .def_ro("after", &R::after, "The board that the best move leads to, or None.")
        .def_ro("depth", &R::depth, "The depth that was asked for.")
        .def_ro("nodes", &R::nodes, "Evaluations made.")
        .def_ro("seconds", &R::seconds, "Time it took.");
}

// Of Search all but how it is made, which the game says.
template <ChancePosition P>
nb::class_<ChanceSearch<P>> bind_expectimax(nb::module_& m) {
    using S = ChanceSearch<P>;
    using Search = ExpectimaxSearch<P>;
    using Move = typename P::Move;
    bind_expectimax_result<P>(m);
    return nb::class_<S>(m, "Search",
                         "Expectimax or *-minimax, and the tree of its last run. Use it in one thread at a time.")
        .def(
            "run",
            [](S& s, const AnyEvaluator<P>& evaluator, const Record<P>& line, int depth, std::uint64_t nodes,
               double seconds, std::uint64_t, nb::object stop, std::size_t candidates, bool probing, bool fail_soft) {
                if (nodes != 0 || seconds != 0)
                    throw std::invalid_argument("expectimax has no limit but its depth: no nodes, no seconds");
                const auto* flag = stop.is_none() ? nullptr : nb::cast<const StopFlag*>(stop);
                s.stop = std::move(stop);
                const P position = line.position();
                return s.unlocked([&](Search& search) {
                    return search.run(s.speaker(evaluator), position, s.ahead(depth, candidates, probing, fail_soft),
                                      flag);
                });
            },
            "evaluator"_a, "line"_a, "depth"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0, "seed"_a = 0,
            nb::arg("stop").none() = nb::none(), "candidates"_a = 0, "probing"_a = true, "fail_soft"_a = false,
            nb::sig("def run(self, evaluator: Evaluator, line: Line, depth: int = 0, nodes: int = 0, seconds: float = "
                    "0.0, seed: int = 0, stop: leafstrap._core.StopFlag | None = None, candidates: int = 0, probing: "
                    "bool = True, fail_soft: bool = False) -> SearchResult"),
            "Looks ahead from where the line stands: before a roll through depth - 1 rolls and the best answers to\n"
            "them, after it at every move, or the best candidates, and so far behind it. The depth is 1 to 4; there "
            "is no\n"
            "other limit, and no tie for the seed to break. *-minimax first probes one move of every roll, which is "
            "Star2, or\n"
            "does not, which is Star1; its bounds go no further than their windows, or are soft. `ValueError` if the "
            "game is\n"
            "over.")
        .def(
            "rank",
            [](S& s, const AnyEvaluator<P>& evaluator, const P& position, int depth, const StopFlag* stop) {
                const auto speaker = s.speaker(evaluator);
                const auto options =
                    s.unlocked([&](Search&) { return Search::rank(*speaker, position, s.ahead(depth, 0), stop); });
                std::vector<std::tuple<Move, double, Array<float>>> ranked;
                for (const auto& option : options)
                    ranked.emplace_back(option.move, option.utility, first_of(option.value, speaker->scheme().count));
                return ranked;
            },
            "evaluator"_a, "position"_a, "depth"_a = 1, nb::arg("stop").none() = nb::none(),
            "All moves, best first, each with its points and outputs for the mover.")
        .def(
            "expect",
            [](S& s, const AnyEvaluator<P>& evaluator, const P& position, int depth, const StopFlag* stop) {
                const auto speaker = s.speaker(evaluator);
                Search::check_depth(depth);
                const Outputs found = s.unlocked([&](Search&) {
                    return ExpectimaxPlayer<P>(*speaker, s.ahead(depth, 0), stop).expect(position.before_roll());
                });
                return first_of(found, speaker->scheme().count);
            },
            "evaluator"_a, "position"_a, "depth"_a = 1, nb::arg("stop").none() = nb::none(),
            "The outputs to expect of a board before its roll, for the side whose turn it is; of a game that is over, "
            "the\n"
            "result.")
        .def(
            "leaves",
            [](S& s) {
                Leaves<P> found = s.unlocked([](Search& search) { return search.leaves(); });
                return std::tuple(Positions<P>(std::move(found.positions)), to_numpy(std::move(found.weights)),
                                  to_bools(std::move(found.swapped)));
            },
            "The boards that the value of the last run is made of, each with its probability, and whether it is the\n"
            "other side's turn there; games that are over are among them.")
        .def(
            "nodes",
            [](S& s, int min_depth) {
                int columns = 1;
                Nodes<P> found = s.unlocked([&](Search& search) {
                    columns = search.evaluator().scheme().count;
                    return search.nodes(min_depth);
                });
                return std::tuple(Positions<P>(std::move(found.positions)), to_table(std::move(found.targets), columns),
                                  to_table(std::move(found.values), columns));
            },
            "min_depth"_a = 1,
            "Every board of the tree of the last run with at least so many rolls looked through below it: the boards,\n"
            "the outputs that each should have by what was found, and those that the evaluator says at once. Of "
            "*-minimax\n"
            "that is what was found where it is exact, else the nearest outputs whose points lie within the bounds.")
        .def(
            "bounds",
            [](S& s, int min_depth) {
                Nodes<P> found = s.unlocked([&](Search& search) { return search.nodes(min_depth); });
                return std::tuple(Positions<P>(std::move(found.positions)), to_numpy(std::move(found.lower)),
                                  to_numpy(std::move(found.upper)));
            },
            "min_depth"_a = 1,
            "The same boards with the points that each is worth to the side whose turn it is, at least and at most: "
            "one\n"
            "number with expectimax, and infinite where *-minimax has proven nothing.")
        .def(
            "delta",
            [](S& s, int min_depth, double beta, bool quiet_nodes) {
                if (quiet_nodes) throw std::invalid_argument("no board is quiet where the dice are to be rolled");
                return s.unlocked([&](Search& search) { return search.delta(min_depth, beta); });
            },
            "min_depth"_a = 1, "beta"_a = 0.0, "quiet_nodes"_a = false,
            "The sum of (target - value) * gradient over these boards and outputs, of tanh(beta * value) if beta is "
            "not 0;\n"
            "its errors are those of the points.");
}

}  // namespace leafstrap::bindings
