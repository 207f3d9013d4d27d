// uct(…) of feature sets and networks: UCT with an evaluation that new positions start from.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <atomic>
#include <memory>
#include <utility>

#include "bindings/faces.hpp"
#include "bindings/searches.hpp"
#include "record.hpp"
#include "search/uct.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <SearchPosition P>
class OneUct {
public:
    OneUct(ForEvaluators evaluators, const UctSettings& settings)
        : evaluators_(std::move(evaluators)), search_(settings) {}

    SearchResult<P> run(const AnyEvaluator<P>& evaluator, const Line<P>& line, const Limits& limits,
                        std::uint64_t seed) {
        const InUse guard(busy_);
        return search_.run(evaluators_.checked(evaluator), line, limits, seed);
    }

    void use_tablebase(std::shared_ptr<const Tablebase<P>> tablebase) {
        const InUse guard(busy_);
        search_.use_tablebase(std::move(tablebase));
    }

private:
    ForEvaluators evaluators_;
    Uct<AnyEvaluator<P>> search_;
    std::atomic_flag busy_;
};

template <SearchPosition P>
void bind_uct(nb::module_& m) {
    using S = OneUct<P>;
    nb::class_<S>(m, "UctSearch", "A tree that grows where it pays. For one thread at a time.")
        .def(
            "run",
            [](S& search, const AnyEvaluator<P>& evaluator, const Record<P>& record, std::uint64_t nodes,
               double seconds, std::uint64_t seed, const StopFlag* stop) {
                const Line<P> line = record.line();  // a copy: others may play on while the GIL is released
                const Limits limits{.nodes = nodes, .seconds = seconds, .stop = stop};
                nb::gil_scoped_release unlocked;
                return search.run(evaluator, line, limits, seed);
            },
            "evaluator"_a, "line"_a, "nodes"_a = 0, "seconds"_a = 0.0, "seed"_a = 0,
            nb::arg("stop").none() = nb::none(),
            "Simulates from where the line stands until the first limit; 0 means no such limit. The value is the mean\n"
            "result of the best move, told as an evaluation. `ValueError` if the game is over or there is no limit.");
}

template <SearchPosition P, class Face>
void add_uct(nb::class_<Face> face, ForEvaluators (*evaluators)(const Face&)) {
    face.def(
        "uct",
        [evaluators](const Face& f, double exploration, double prior, int playout, double beta) {
            return std::make_unique<OneUct<P>>(
                evaluators(f),
                UctSettings{.exploration = exploration, .prior = prior, .playout = playout, .beta = beta});
        },
        "exploration"_a = 0.3, "prior"_a = 10.0, "playout"_a = 0, "beta"_a = 0.0025,
        "UCT: new positions start with `prior` visits of what the evaluation says, tanh(beta * value) in its own "
        "unit;\n"
        "results are those of `playout` plies of random play, or of the evaluation where that is 0.");
}

}  // namespace leafstrap::bindings
