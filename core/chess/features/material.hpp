// The feature set `material`: how many pieces of each kind White has more than Black.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "chess/position.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::chess {

struct Material {
    using Position = chess::Position;
    static constexpr std::string_view name = "material";
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr int concepts = 5;  // pawn to queen, in the order of Kind
    static constexpr bool symmetric = true;

    static std::array<float, stages> mix(const Position&) { return {1.0F}; }

    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        for (int kind = 0; kind < concepts; ++kind) {
            const Bitboard pieces = position.pieces(static_cast<Kind>(kind));
            const int more =
                popcount(pieces & position.pieces(Side::first)) - popcount(pieces & position.pieces(Side::second));
            sink.add(kind, static_cast<float>(more));
        }
    }

    static const std::vector<FeatureInfo>& describe();
};

static_assert(FeatureSet<Material>);

}  // namespace leafstrap::chess
