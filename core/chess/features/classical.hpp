// The feature set `classical`: what small chess programs have counted since the 1970s. Material, piece-square tables,
// pawn structure, rooks on files, and a king that hides while the enemy has pieces and walks out when they are gone.
//
// There are no stages: only kings care how far the game has gone, and they ask what the *enemy* has left, in quarters.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "chess/features/classical/king.hpp"
#include "chess/features/classical/pawns.hpp"
#include "chess/features/classical/pieces.hpp"
#include "chess/position.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::chess {

struct Classical {
    using Position = chess::Position;
    static constexpr std::string_view name = "classical";
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr int concepts = classical::KingBlocks::end;
    static constexpr bool symmetric = true;

    static std::array<float, stages> mix(const Position&) { return {1.0F}; }

    template <class Sink>
    static void features(const Position& position, Side perspective, Sink& sink) {
        other_features(position, perspective, stable_features(position, perspective, sink), sink);
    }

    // The stable part is what pawns decide alone; the rest needs nothing of it but the pawns.
    struct StableFacts {};
    struct StableKey {
        Bitboard white = 0, black = 0;

        bool operator==(const StableKey&) const = default;
        std::uint64_t hash() const { return (white * 0x9E3779B97F4A7C15 ^ black) * 0xD6E8FEB86659FD93; }
    };

    static StableKey stable_key(const Position& position, Side) {
        return {position.pieces(Side::first, Kind::pawn), position.pieces(Side::second, Kind::pawn)};
    }

    template <class Sink>
    static StableFacts stable_features(const Position& position, Side, Sink& sink) {
        const auto [white, black] = stable_key(position, Side::first);
        classical::pawns_of<Side::first>(white, black, sink);
        classical::pawns_of<Side::second>(black, white, sink);
        return {};
    }

    template <class Sink>
    static void other_features(const Position& position, Side, const StableFacts&, Sink& sink) {
        Pieces white, black;
        white.gather<Side::first>(position);
        black.gather<Side::second>(position);
        classical::material(white, black, sink);
        classical::pieces_of<Side::first>(white, black, sink);
        classical::pieces_of<Side::second>(black, white, sink);
        classical::king_of<Side::first>(white, black, sink);
        classical::king_of<Side::second>(black, white, sink);
    }

    static const std::vector<FeatureInfo>& describe();
};

static_assert(HasStablePart<Classical>);

}  // namespace leafstrap::chess
