// The feature set `material`: how many men and kings White has more than Black.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "draughts/position.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::draughts {

struct Material {
    using Position = draughts::Position;
    static constexpr std::string_view name = "material";
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr int concepts = 2;
    static constexpr bool symmetric = true;

    static std::array<float, stages> mix(const Position&) { return {1.0F}; }

    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        const auto more = [](Bitboard white, Bitboard black) {
            return static_cast<float>(popcount(white) - popcount(black));
        };
        sink.add(0, more(position.men(Side::first), position.men(Side::second)));
        sink.add(1, more(position.kings(Side::first), position.kings(Side::second)));
    }

    static const std::vector<FeatureInfo>& describe();
};

static_assert(FeatureSet<Material>);

}  // namespace leafstrap::draughts
