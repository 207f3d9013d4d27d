// Family `material`: how many pieces, and how they go together.
#pragma once

#include "chess/features/meep/side_info.hpp"
#include "eval/feature_info.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::chess::meep {

struct MaterialBlocks {
    static constexpr Block count{0, 5};
    static constexpr Block pair = count.then(3);  // knights, bishops, rooks
    // Knights gain and rooks lose with every pawn on the board: their number, kept apart by how many pawns they have.
    static constexpr Block with_pawns = pair.then(3, 9);
    static constexpr Block pawnless = with_pawns.then(1);
    static constexpr int end = pawnless.end();

    static void describe(FeatureTable& table);
};

template <class Sink>
void material(const SideInfo& white, const SideInfo& black, Sink& sink) {
    using B = MaterialBlocks;
    const int white_pawns = popcount(white.pawns), black_pawns = popcount(black.pawns);
    const std::array<int, 3> whites{popcount(white.knights), popcount(white.bishops), popcount(white.rooks)};
    const std::array<int, 3> blacks{popcount(black.knights), popcount(black.bishops), popcount(black.rooks)};
    add_both(sink, B::count(0), white_pawns, black_pawns);
    for (int i = 0; i < 3; ++i) {
        add_both(sink, B::count(i + 1), whites[i], blacks[i]);
        add_both(sink, B::pair(i), whites[i] >= 2, blacks[i] >= 2);
        add_times(sink, B::with_pawns(i, std::min(white_pawns, 8)), whites[i]);
        add_times(sink, B::with_pawns(i, std::min(black_pawns, 8)), -blacks[i]);
    }
    add_both(sink, B::count(4), popcount(white.queens), popcount(black.queens));
    add_both(sink, B::pawnless(0), white_pawns == 0, black_pawns == 0);
}

}  // namespace leafstrap::chess::meep
