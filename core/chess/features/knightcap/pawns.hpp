// Family `pawn structure`, the part that pawns decide alone, and the facts that other families build on.
#pragma once

#include "chess/attacks.hpp"
#include "chess/features/geometry.hpp"
#include "chess/features/knightcap/material.hpp"

namespace leafstrap::chess::knightcap {

struct PawnBlocks {
    static constexpr Block pos{MaterialBlocks::end, 8, 8};
    // By rank 2 to 8, though none ever stands on the last: every pawn, pawns with no enemy pawn before them on their
    // file, passed pawns.
    static constexpr Block advance = pos.then(3, 7);
    static constexpr Block unsupported = advance.then(1);
    static constexpr Block adjacent = unsupported.then(1);
    static constexpr Block doubled = adjacent.then(1);
    static constexpr Block isolated = doubled.then(1);
    static constexpr Block weak = isolated.then(1);
    static constexpr Block mega_weak = weak.then(1);
    static constexpr int end = mega_weak.end();

    static void describe(FeatureTable& table);
};

struct PawnFacts {
    Bitboard passed = 0, weak = 0;       // of both sides
    std::array<Bitboard, 2> outposts{};  // where no enemy pawn can ever attack, by the side that may settle there
};

template <Side us, class Sink>
void pawns_of(Bitboard own, Bitboard enemy, PawnFacts& facts, Sink& sink) {
    using B = PawnBlocks;
    constexpr float one = sign(us);
    const Bitboard guarded = pawn_attacks(us, own);
    const Bitboard before_enemy = ahead<!us>(enemy);
    // Squares that a pawn attacks now or may attack after it has moved up.
    const Bitboard enemy_reach = beside(before_enemy), own_reach = beside(ahead<us>(own));

    const Bitboard open = own & ~before_enemy;
    const Bitboard passed = open & ~enemy_reach & ~ahead<!us>(own);
    const Bitboard isolated = own & ~beside(whole_files(own));
    // No pawn stands beside it or can come up to guard it.
    const Bitboard weak = own & ~own_reach & ~beside(own);
    facts.passed |= passed;
    facts.weak |= weak;
    facts.outposts[leafstrap::index(us)] = ~enemy_reach;

    for (Bitboard pawns = own; pawns;) {
        const Square s = pop_lowest(pawns);
        const int row = rank_from<us>(s) - 1;
        sink.add(B::pos(row + 1, file_of(s)), one);
        sink.add(B::advance(0, row), one);
        if (open & bit(s)) sink.add(B::advance(1, row), one);
        if (passed & bit(s)) sink.add(B::advance(2, row), one);
    }
    const auto count = [&](Block block, Bitboard some) {
        sink.add(block(0), one * static_cast<float>(popcount(some)));
    };
    count(B::unsupported, own & ~guarded);
    count(B::adjacent, own & beside(own));
    count(B::doubled, own & ahead<!us>(own));
    count(B::isolated, isolated);
    count(B::weak, weak);
    count(B::mega_weak, weak & open);
}

}  // namespace leafstrap::chess::knightcap
