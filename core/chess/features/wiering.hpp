// The feature sets of Wiering, Patist and Mannen (2005), section 5.1, for their architectures A to G: general features;
// with the squares of kings and pawns; with those of all pieces.
//
// All is seen by the side to move, with the board turned so that it plays up, and the pieces of both sides are inputs
// of their own: a network needs no more. A linear evaluator wants White's view: the same with the mover's sign.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "chess/features/wiering/general.hpp"
#include "chess/features/wiering/side_info.hpp"
#include "chess/features/wiering/squares.hpp"
#include "chess/position.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::chess {

namespace wiering {

enum class Board { none, partial, full };

}  // namespace wiering

// The general features, and as much of the raw board.
template <wiering::Board board>
struct WieringSet {
    using Position = chess::Position;
    static constexpr std::string_view name =
        std::array<std::string_view, 3>{"general", "kings-and-pawns", "wiering"}[static_cast<std::size_t>(board)];
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr int concepts = std::array{wiering::GeneralBlocks::end, wiering::SquareBlocks::partial_end,
                                               wiering::SquareBlocks::end}[static_cast<std::size_t>(board)];
    static constexpr bool symmetric = true;

    static std::array<float, stages> mix(const Position&) { return {1.0F}; }

    // In White's view.
    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        if (position.turn() == Side::first)
            visit<Side::first>(position, sink);
        else
            visit<Side::second>(position, sink);
    }

    static const std::vector<FeatureInfo>& describe();

private:
    template <Side mover, class Sink>
    static void visit(const Position& position, Sink& sink) {
        wiering::SideInfo own, theirs;
        own.gather<mover>(position);
        theirs.gather<!mover>(position);
        own.look_around<mover>(theirs);
        theirs.look_around<!mover>(own);
        wiering::general<mover>(own, theirs, sink);
        if constexpr (board >= wiering::Board::partial) {
            wiering::kings_and_pawns<mover, 0>(own, sink);
            wiering::kings_and_pawns<mover, 1>(theirs, sink);
        }
        if constexpr (board == wiering::Board::full) {
            wiering::pieces<mover, 0>(own, sink);
            wiering::pieces<mover, 1>(theirs, sink);
        }
    }
};

using General = WieringSet<wiering::Board::none>;           // A, and each network of B
using KingsAndPawns = WieringSet<wiering::Board::partial>;  // C and G, and each network of D
using Wiering = WieringSet<wiering::Board::full>;           // E, and each network of F

static_assert(FeatureSet<General> && FeatureSet<KingsAndPawns> && FeatureSet<Wiering>);

}  // namespace leafstrap::chess
