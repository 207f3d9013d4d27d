// The feature set `meep`: material, piece-square tables, pawn structure, mobility and king safety, each concept with a
// weight for the opening and one for the ending. After section 5 of Veness, Silver, Uther and Blair (2009), who name
// the five families and their size.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "chess/features/meep/king.hpp"
#include "chess/features/meep/material.hpp"
#include "chess/features/meep/mobility.hpp"
#include "chess/features/meep/passed.hpp"
#include "chess/features/meep/pawns.hpp"
#include "chess/features/meep/pieces.hpp"
#include "chess/features/meep/room.hpp"
#include "chess/features/meep/side_info.hpp"
#include "chess/features/meep/squares.hpp"
#include "chess/position.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::chess {

struct Meep {
    using Position = chess::Position;
    static constexpr std::string_view name = "meep";
    static constexpr int stages = 2;
    static constexpr std::array<std::string_view, stages> stage_names{"opening", "ending"};
    static constexpr int concepts = meep::KingBlocks::end;
    static constexpr bool symmetric = true;

    // By the pieces that are left: all of them is the opening, none of them the ending.
    static std::array<float, stages> mix(const Position& position) {
        constexpr int all = 24;
        const int minors = popcount(position.pieces(Kind::knight) | position.pieces(Kind::bishop));
        const int left =
            minors + 2 * popcount(position.pieces(Kind::rook)) + 4 * popcount(position.pieces(Kind::queen));
        const float opening = static_cast<float>(std::min(left, all)) / all;
        return {opening, 1 - opening};
    }

    template <class Sink>
    static void features(const Position& position, Side perspective, Sink& sink) {
        const StableFacts facts = stable_features(position, perspective, sink);
        other_features(position, perspective, facts, sink);
    }

    // The stable part is what pawns and kings decide alone.
    using StableFacts = meep::PawnFacts;
    struct StableKey {
        Bitboard white_pawns = 0, black_pawns = 0;
        std::uint8_t white_king = 0, black_king = 0;

        bool operator==(const StableKey&) const = default;
        std::uint64_t hash() const {
            const Bitboard pawns = white_pawns * 0x9E3779B97F4A7C15 ^ black_pawns;
            return (pawns ^ (white_king << 8 | black_king)) * 0xD6E8FEB86659FD93;
        }
    };

    static StableKey stable_key(const Position& position, Side) {
        return {position.pieces(Side::first, Kind::pawn), position.pieces(Side::second, Kind::pawn),
                static_cast<std::uint8_t>(position.king(Side::first)),
                static_cast<std::uint8_t>(position.king(Side::second))};
    }

    template <class Sink>
    static StableFacts stable_features(const Position& position, Side, Sink& sink) {
        const meep::SideInfo white = meep::gather<Side::first>(position), black = meep::gather<Side::second>(position);
        StableFacts facts;
        meep::stable_squares<Side::first>(white, sink);
        meep::stable_squares<Side::second>(black, sink);
        meep::pawns_of<Side::first>(white, black, facts, sink);
        meep::pawns_of<Side::second>(black, white, facts, sink);
        meep::shelter_of<Side::first>(white, black, sink);
        meep::shelter_of<Side::second>(black, white, sink);
        return facts;
    }

    template <class Sink>
    static void other_features(const Position& position, Side, const StableFacts& facts, Sink& sink) {
        meep::SideInfo white = meep::gather<Side::first>(position), black = meep::gather<Side::second>(position);
        white.pinned = meep::pinned_pieces(white, black, position.occupied());
        black.pinned = meep::pinned_pieces(black, white, position.occupied());

        meep::material(white, black, sink);
        // What each piece attacks is found first; everything after it compares the attacks of both sides.
        meep::lesser_pieces<Side::first>(position, facts, white, black, sink);
        meep::lesser_pieces<Side::second>(position, facts, black, white, sink);
        meep::queens<Side::first>(white, black, sink);
        meep::queens<Side::second>(black, white, sink);

        meep::passed_of<Side::first>(position, facts, white, black, sink);
        meep::passed_of<Side::second>(position, facts, black, white, sink);
        meep::threats_of<Side::first>(position, white, black, sink);
        meep::threats_of<Side::second>(position, black, white, sink);
        meep::room(white, black, sink);
        meep::king_of<Side::first>(position, white, black, sink);
        meep::king_of<Side::second>(position, black, white, sink);
        sink.add(meep::MobilityBlocks::to_move(0), sign(position.turn()));
    }

    static const std::vector<FeatureInfo>& describe();
};

static_assert(HasStablePart<Meep>);

}  // namespace leafstrap::chess
