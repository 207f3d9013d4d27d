// The feature set `knightcap`: every feature of Table A.1 of Baxter, Tridgell and Weaver (2000) with its number of
// parameters, in four stages. What the paper leaves open is ours; docs/features/chess-knightcap.md has it in words.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "chess/features/knightcap/army.hpp"
#include "chess/features/knightcap/control.hpp"
#include "chess/features/knightcap/king.hpp"
#include "chess/features/knightcap/material.hpp"
#include "chess/features/knightcap/mobility.hpp"
#include "chess/features/knightcap/passed.hpp"
#include "chess/features/knightcap/pawns.hpp"
#include "chess/features/knightcap/pieces.hpp"
#include "chess/features/knightcap/stage.hpp"
#include "chess/features/knightcap/threats.hpp"
#include "chess/position.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::chess {

struct KnightCap {
    using Position = chess::Position;
    static constexpr std::string_view name = "knightcap";
    static constexpr int stages = 4;
    static constexpr std::array<std::string_view, stages> stage_names = knightcap::stage_names;
    static constexpr int concepts = knightcap::KingBlocks::end;
    static constexpr bool symmetric = false;  // attacks on kings and the worth of a draw depend on whose program it is

    // One stage counts, the others not at all.
    static std::array<float, stages> mix(const Position& position) {
        std::array<float, stages> mix{};
        mix[static_cast<std::size_t>(knightcap::stage_of(position))] = 1;
        return mix;
    }

    template <class Sink>
    static void features(const Position& position, Side perspective, Sink& sink) {
        const StableFacts facts = stable_features(position, perspective, sink);
        other_features(position, perspective, facts, sink);
    }

    // The stable part is what pawns decide alone.
    using StableFacts = knightcap::PawnFacts;
    struct StableKey {
        Bitboard white_pawns = 0, black_pawns = 0;

        bool operator==(const StableKey&) const = default;
        std::uint64_t hash() const { return (white_pawns * 0x9E3779B97F4A7C15 ^ black_pawns) * 0xD6E8FEB86659FD93; }
    };

    static StableKey stable_key(const Position& position, Side) {
        return {position.pieces(Side::first, Kind::pawn), position.pieces(Side::second, Kind::pawn)};
    }

    template <class Sink>
    static StableFacts stable_features(const Position& position, Side, Sink& sink) {
        const Bitboard white = position.pieces(Side::first, Kind::pawn),
                       black = position.pieces(Side::second, Kind::pawn);
        StableFacts facts;
        knightcap::pawns_of<Side::first>(white, black, facts, sink);
        knightcap::pawns_of<Side::second>(black, white, facts, sink);
        return facts;
    }

    template <class Sink>
    static void other_features(const Position& position, Side perspective, const StableFacts& facts, Sink& sink) {
        using knightcap::Army, knightcap::Stage, knightcap::View;
        const Stage stage = knightcap::stage_of(position);
        const Army white = knightcap::gather<Side::first>(position), black = knightcap::gather<Side::second>(position);
        const knightcap::Control held = knightcap::control(white, black);
        const View whites{position, white, black, held.white, held.black, facts.passed, facts.weak, facts.outposts[0]};
        const View blacks{position, black, white, held.black, held.white, facts.passed, facts.weak, facts.outposts[1]};

        const int ahead = knightcap::material(white, black, stage, perspective, sink);
        knightcap::king_proximity(white.king, black.king, ahead, sink);
        side_features<Side::first>(whites, stage, perspective, sink);
        side_features<Side::second>(blacks, stage, perspective, sink);
    }

    static const std::vector<FeatureInfo>& describe();

private:
    template <Side us, class Sink>
    static void side_features(const knightcap::View& view, knightcap::Stage stage, Side perspective, Sink& sink) {
        knightcap::king_place<us>(view, stage, sink);
        knightcap::king_mobility<us>(view, sink);
        // Without pawns only material and kings count (note 6 of the paper).
        if (stage == knightcap::Stage::mating) return;
        knightcap::pawn_play<us>(view, sink);
        knightcap::squares_held<us>(view, sink);
        knightcap::threats_of<us>(view, sink);
        knightcap::pieces_of<us>(view, stage, sink);
        knightcap::king_safety<us>(view, sink);
        knightcap::king_attack<us>(view, perspective, sink);
    }
};

static_assert(KnightCap::concepts == 1459);  // the sum of Table A.1
static_assert(HasStablePart<KnightCap>);

}  // namespace leafstrap::chess
