// Family `material`: how many men, and how they go together.
#pragma once

#include "chess/features/meep/camp.hpp"
#include "eval/feature_info.hpp"

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

template <Side us, class Sink>
void material_of(const Camp& own, Sink& sink) {
    using B = MaterialBlocks;
    constexpr float one = sign(us);
    const int pawns = popcount(own.pawns);
    const std::array<int, 3> pieces{popcount(own.knights), popcount(own.bishops), popcount(own.rooks)};
    sink.add(B::count(0), one * static_cast<float>(pawns));
    for (int i = 0; i < 3; ++i) {
        const float number = one * static_cast<float>(pieces[i]);
        sink.add(B::count(i + 1), number);
        sink.add(B::with_pawns(i, std::min(pawns, 8)), number);
        sink.add(B::pair(i), one * static_cast<float>(pieces[i] >= 2));
    }
    sink.add(B::count(4), one * static_cast<float>(popcount(own.queens)));
    if (pawns == 0) sink.add(B::pawnless(0), one);
}

}  // namespace leafstrap::chess::meep
