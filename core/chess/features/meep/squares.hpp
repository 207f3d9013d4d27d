// Family `piece-square tables`: which piece stands where, seen from its own side of the board.
#pragma once

#include "chess/features/meep/material.hpp"
#include "chess/features/meep/side_info.hpp"

namespace leafstrap::chess::meep {

struct SquareBlocks {
    // Ranks 2 to 7. The table is mirrored when the own king stands on the queen's wing (files a to d), so that pawns
    // before the king and pawns away from it have weights of their own.
    static constexpr Block pawn{MaterialBlocks::end, 6, 8};
    static constexpr Block piece = pawn.then(5, 64);  // knight, bishop, rook, queen, king
    static constexpr int end = piece.end();

    static void describe(FeatureTable& table);
};

template <Side us, class Sink>
void piece_square(Kind kind, Square s, Sink& sink) {
    sink.add(SquareBlocks::piece(index(kind) - index(Kind::knight), relative(us, s)), sign(us));
}

// Pawns and king: what does not change while only pieces move.
template <Side us, class Sink>
void stable_squares(const SideInfo& own, Sink& sink) {
    const int mirror = file_of(own.king) < 4 ? 7 : 0;
    for (Bitboard pawns = own.pawns; pawns;) {
        const Square s = pop_lowest(pawns);
        sink.add(SquareBlocks::pawn(rank_from<us>(s) - 1, file_of(s) ^ mirror), sign(us));
    }
    piece_square<us>(Kind::king, own.king, sink);
}

}  // namespace leafstrap::chess::meep
