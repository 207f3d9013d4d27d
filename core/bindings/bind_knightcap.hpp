// knightcap(megabytes) of feature sets and networks: KnightCap's search behind the face of the tournament search.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <stdexcept>

#include "bindings/faces.hpp"
#include "bindings/tournaments.hpp"
#include "search/knightcap/knightcap.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <TournamentPosition P, class Face>
void add_knightcap_search(nb::class_<Face> face, ForEvaluators (*evaluators)(const Face&)) {
    using Search = knightcap::KnightCap<AnyEvaluator<P>>;
    face.def(
        "knightcap",
        [evaluators](const Face& f, int megabytes) -> std::unique_ptr<AnyTournamentSearch<P>> {
            if (megabytes < 1 || megabytes > 65536) throw std::invalid_argument("megabytes must be 1 to 65536");
            return std::make_unique<OneTournamentSearch<Search>>(evaluators(f), static_cast<std::size_t>(megabytes));
        },
        "megabytes"_a = 16,
        "KnightCap's search: MTD(f), one thread, one line; its score is the evaluation of `leaf`, which may have a\n"
        "pass behind it, unless it is a mate or a draw.");
}

template <TournamentPosition P>
void add_knightcap() {
    add_knightcap_search<P>(feature_set_class<P>(), played_by<P>);
    add_knightcap_search<P>(network_class<P>(), networks_of<P>);
}

}  // namespace leafstrap::bindings
