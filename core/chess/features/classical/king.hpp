// Family `king`: its place and its shelter, as much as the enemy has pieces left to come after it.
#pragma once

#include "chess/features/classical/pawns.hpp"

namespace leafstrap::chess::classical {

struct KingBlocks {
    static constexpr Block square{PawnBlocks::end, 64};
    static constexpr Block ending = square.then(32);  // the same on both wings
    // On the three files of the king's wing, from the edge: the own pawn that stands furthest back is on rank 2, on
    // rank 3, further on, or there is none.
    static constexpr Block shield = ending.then(3, 4);
    // The enemy pawn that has come nearest: there is none, it is on rank 3 or 2, on rank 4.
    static constexpr Block storm = shield.then(3, 3);
    static constexpr Block exposed = storm.then(1);  // files without own pawns by a king in the middle
    static constexpr int end = exposed.end();

    static void describe(FeatureTable& table);
};

// How much of an attack the pieces of a side are good for, in quarters: 4 with all of them, 0 with a minor piece.
inline int attack_quarters(const Pieces& pieces) {
    const int worth =
        popcount(pieces.knights | pieces.bishops) + 2 * popcount(pieces.rooks) + 4 * popcount(pieces.queens);
    return std::min((worth + 1) / 3, 4);
}

template <Side us>
int shield_column(Bitboard pawns) {
    if (!pawns) return 3;
    return std::min(rank_from<us>(rearmost<us>(pawns)) - 1, 2);
}

// Below 0 where the pawn is still far off.
template <Side us>
int storm_column(Bitboard pawns) {
    if (!pawns) return 0;
    const int rank = rank_from<us>(rearmost<us>(pawns));
    return rank <= 2 ? 1 : rank == 3 ? 2 : -1;
}

template <Side us, class Sink>
void king_of(const Pieces& own, const Pieces& enemy, Sink& sink) {
    using B = KingBlocks;
    constexpr float quarter = sign(us) * 0.25F;
    const int danger = attack_quarters(enemy);
    if (danger < 4) sink.add(B::ending(half_square<us>(own.king)), quarter * static_cast<float>(4 - danger));
    if (danger == 0) return;
    const float share = quarter * static_cast<float>(danger);
    sink.add(B::square(relative(us, own.king)), share);

    const int file = file_of(own.king);
    if (from_edge(file) == 3) {
        Bitboard near = file_mask(file);
        near = rank_1 & (near | beside(near));
        sink.add(B::exposed(0), share * static_cast<float>(popcount(near & ~whole_files(own.pawns))));
        return;
    }
    for (int row = 0; row < 3; ++row) {
        const Bitboard column = file_mask(file < 4 ? row : 7 - row);
        sink.add(B::shield(row, shield_column<us>(own.pawns & column)), share);
        const int storm = storm_column<us>(enemy.pawns & column);
        if (storm >= 0) sink.add(B::storm(row, storm), share);
    }
}

}  // namespace leafstrap::chess::classical
