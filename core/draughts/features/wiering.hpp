// The feature sets of Wiering, Patist and Mannen (2005), section 5.2, for their networks NN1 to NN4: each has the
// families of the one before and one more.
//
// All is seen by the side to move, with the board turned so that it plays up, and the pieces of both sides are inputs
// of their own: a network needs no more. A linear evaluator wants White's view: the same with the mover's sign.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "draughts/features/diagonals.hpp"
#include "draughts/features/global.hpp"
#include "draughts/features/squares.hpp"
#include "draughts/features/structures.hpp"
#include "draughts/position.hpp"
#include "eval/feature_set.hpp"

namespace leafstrap::draughts {

enum class Family { global, diagonals, structures, squares };

// All families up to the last.
template <Family last>
struct WieringSet {
    using Position = draughts::Position;
    static constexpr std::string_view name =
        std::array<std::string_view, 4>{"global", "diagonals", "structures", "wiering"}[static_cast<std::size_t>(last)];
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"game"};
    static constexpr int concepts = std::array{GlobalBlocks::end, DiagonalBlocks::end, StructureBlocks::end,
                                               SquareBlocks::end}[static_cast<std::size_t>(last)];
    static constexpr bool symmetric = true;

    static std::array<float, stages> mix(const Position&) { return {1.0F}; }

    // In White's view.
    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        const SideView white = side_view(position, Side::first), black = white.other();
        if (position.turn() == Side::first)
            visit<1>(white, black, sink);
        else
            visit<-1>(black, white, sink);
    }

    static const std::vector<FeatureInfo>& describe();

private:
    template <int one, class Sink>
    static void visit(const SideView& own, const SideView& theirs, Sink& sink) {
        global<one>(own, theirs, sink);
        if constexpr (last >= Family::diagonals) diagonals<one>(own, sink);
        if constexpr (last >= Family::structures) structures<one>(own, theirs, sink);
        if constexpr (last >= Family::squares) men_on_squares<one>(own, sink);
    }
};

using Global = WieringSet<Family::global>;          // NN1
using Diagonals = WieringSet<Family::diagonals>;    // NN2
using Structures = WieringSet<Family::structures>;  // NN3
using Wiering = WieringSet<Family::squares>;        // NN4, and each network of NN5

static_assert(FeatureSet<Global> && FeatureSet<Diagonals> && FeatureSet<Structures> && FeatureSet<Wiering>);

}  // namespace leafstrap::draughts
