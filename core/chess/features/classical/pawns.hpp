// Family `pawns`: where they stand and how they go together. Whole sets are found at once.
#pragma once

#include "chess/attacks.hpp"
#include "chess/features/classical/pieces.hpp"

namespace leafstrap::chess::classical {

struct PawnBlocks {
    static constexpr Block square{PieceBlocks::end, 6, 4};  // ranks 2 to 7, distance of the file from the edge
    static constexpr Block doubled = square.then(1);
    static constexpr Block isolated = doubled.then(2);  // an enemy pawn ahead on the file, or none
    static constexpr Block backward = isolated.then(2);
    static constexpr Block passed = backward.then(6);  // ranks 2 to 7
    static constexpr int end = passed.end();

    static void describe(FeatureTable& table);
};

template <Side us, class Sink>
void pawns_of(Bitboard own, Bitboard enemy, Sink& sink) {
    using B = PawnBlocks;
    constexpr int one = sign(us);
    const Bitboard our_way = ahead<us>(own), their_way = ahead<!us>(enemy);
    const Bitboard isolated = own & ~beside(whole_files(own));
    // No pawn beside or behind can ever guard it, and an enemy pawn guards the square it would step to.
    const Bitboard stuck = forward<!us>(pawn_attacks(!us, enemy));
    const Bitboard backward = own & ~isolated & ~beside(own | our_way) & stuck;
    const Bitboard passed = own & ~their_way & ~beside(their_way) & ~ahead<!us>(own);

    for (Bitboard pawns = own; pawns;) {
        const Square s = pop_lowest(pawns);
        sink.add(B::square(rank_from<us>(s) - 1, from_edge(file_of(s))), one);
    }
    add_times(sink, B::doubled(0), one * popcount(own & our_way));
    add_times(sink, B::isolated(0), one * popcount(isolated & their_way));
    add_times(sink, B::isolated(1), one * popcount(isolated & ~their_way));
    add_times(sink, B::backward(0), one * popcount(backward & their_way));
    add_times(sink, B::backward(1), one * popcount(backward & ~their_way));
    for (Bitboard pawns = passed; pawns;) sink.add(B::passed(rank_from<us>(pop_lowest(pawns)) - 1), one);
}

}  // namespace leafstrap::chess::classical
