// knightcap(megabytes) of feature sets and networks: KnightCap's search behind the face of the tournament search.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <stdexcept>

#include "bindings/bind_network.hpp"
#include "bindings/tournaments.hpp"
#include "search/knightcap/knightcap.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <template <class> class One, class Sets, template <class> class Of, class Face>
void add_knightcap_search(nb::class_<Face> face) {
    using Made = std::unique_ptr<AnyTournamentSearch<typename Face::P>>;
    face.def(
        "knightcap",
        [](const Face& f, int megabytes) {
            if (megabytes < 1 || megabytes > 65536) throw std::invalid_argument("megabytes must be 1 to 65536");
            return with_one<One, Sets>(f, [&]<class Set>(std::type_identity<Set>) -> Made {
                using Search = knightcap::KnightCap<typename Of<Set>::Playing>;
                return std::make_unique<OneTournamentSearch<Search>>(static_cast<std::size_t>(megabytes));
            });
        },
        "megabytes"_a = 16,
        "KnightCap's search: MTD(f), one thread, one line; its score is the evaluation of `leaf`, which may have a\n"
        "pass behind it, unless it is a mate or a draw.");
}

// For linear evaluators and for networks.
template <class Sets, TournamentPosition P>
void add_knightcap(nb::class_<AnyFeatureSet<P>> feature_set) {
    add_knightcap_search<OneFeatureSet, Sets, LinearOver>(feature_set);
    add_knightcap_search<OneNetworkArchitecture, typename OfNetworks<Sets>::Sets, PerceptronOver>(
        network_architecture<P>());
}

}  // namespace leafstrap::bindings
