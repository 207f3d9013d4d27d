// The Python face of networks over a feature set, the same for every game.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/words.hpp"
#include "eval/any_feature_set.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <Position P>
void bind_network_architecture(nb::module_& m) {
    using F = AnyNetworkArchitecture<P>;
    nb::list stages;
    if constexpr (StagedPosition<P>)
        for (const std::string_view name : P::stage_names) stages.append(nb::str(name.data(), name.size()));
    m.attr("game_stages") = nb::tuple(stages);

    nb::class_<F>(m, "NetworkArchitecture", "What the weights of networks over a feature set are.")
        .def_prop_ro("size", &F::size, "Number of weights.")
        .def(
            "evaluator",
            [](const F& f, ArrayIn<double> weights) { return f.evaluator({weights.data(), weights.size()}, 1); },
            nb::arg("weights").noconvert(),
            "An evaluator with these float64 weights; an output of 1 is a won game, 9,999 units of the evaluation.")
        .def(
            "integer",
            [](const F& f, ArrayIn<double> weights, double scale) {
                return f.evaluator({weights.data(), weights.size()}, scale);
            },
            nb::arg("weights").noconvert(), "scale"_a,
            "The same for play: so many centipawns are a unit of the evaluation.")
        .def(
            "influences",
            [](const F& f, ArrayIn<double> weights, const P& position, Side perspective) {
                Influences found = f.influences({weights.data(), weights.size()}, position, perspective);
                return std::tuple(found.network, to_numpy(std::move(found.inputs)), to_numpy(std::move(found.values)),
                                  to_numpy(std::move(found.influences)));
            },
            nb::arg("weights").noconvert(), "position"_a, "perspective"_a = Side::first,
            "Which network speaks, its inputs that are not 0, their values, and what each adds to its output by its\n"
            "slope; the view of the side to move.")
        .def("network_of", &F::network_of, "position"_a, "The number of the network that speaks of a position.");
}

}  // namespace leafstrap::bindings
