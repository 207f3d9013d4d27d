// feature_set.knightcap(megabytes): KnightCap's search behind the face of the tournament search.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <stdexcept>

#include "bindings/tournaments.hpp"
#include "search/knightcap/knightcap.hpp"

namespace leafstrap::bindings {

namespace nb = nanobind;
using namespace nb::literals;

template <class Sets, TournamentPosition P>
void add_knightcap(nb::class_<AnyFeatureSet<P>> feature_set) {
    using Made = std::unique_ptr<AnyTournament<P>>;
    feature_set.def(
        "knightcap",
        [](const AnyFeatureSet<P>& f, int megabytes) {
            if (megabytes < 1 || megabytes > 65536) throw std::invalid_argument("megabytes must be 1 to 65536");
            return with_set<Sets>(f, [&]<class Set>(std::type_identity<Set>) -> Made {
                using Search = knightcap::KnightCap<Linear<Set, std::int32_t>>;
                return std::make_unique<OneTournament<Search>>(static_cast<std::size_t>(megabytes));
            });
        },
        "megabytes"_a = 16,
        "KnightCap's search: MTD(f), one thread, one line; its score is the evaluation of `leaf`, which may have a\n"
        "pass behind it, unless it is a mate or a draw.");
}

}  // namespace leafstrap::bindings
