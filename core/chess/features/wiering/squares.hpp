// Families `kings and pawns` and `pieces`: which piece stands where, on the board as the mover sees it.
//
// The paper gives the sizes, 240 and 520 inputs, and that they tell where kings and pawns and where all pieces are.
// Squares alone make 224 and 512; what the others are is ours.
#pragma once

#include "chess/features/wiering/general.hpp"

namespace leafstrap::chess::wiering {

struct SquareBlocks {
    // Rows are the mover and the other side.
    static constexpr Block king{GeneralBlocks::end, 2, 64};
    static constexpr Block pawn = king.then(2, 48);  // ranks 2 to 7 of the mover
    static constexpr Block file = pawn.then(2, 8);   // number of pawns
    static constexpr int partial_end = file.end();

    static constexpr int off_board = 64;               // the square of a kind that a side has none of
    static constexpr Block piece{partial_end, 8, 65};  // the mover's knight to queen, then the other side's
    static constexpr int end = piece.end();

    static void describe_partial(FeatureTable& table);
    static void describe_pieces(FeatureTable& table);
};
static_assert(SquareBlocks::partial_end == 311 && SquareBlocks::end == 831);

template <Side mover, int row, class Sink>
void kings_and_pawns(const Pieces& pieces, Sink& sink) {
    using B = SquareBlocks;
    constexpr int one = sign(mover);
    sink.add(B::king(row, relative(mover, pieces.king)), one);
    for (Bitboard pawns = pieces.pawns; pawns;) {
        const Square s = pop_lowest(pawns);
        sink.add(B::pawn(row, relative(mover, s) - 8), one);
        sink.add(B::file(row, file_of(s)), one);
    }
}

template <Side mover, class Sink>
void piece_squares(int row, Bitboard pieces, Sink& sink) {
    using B = SquareBlocks;
    constexpr int one = sign(mover);
    if (!pieces) sink.add(B::piece(row, B::off_board), one);
    while (pieces) sink.add(B::piece(row, relative(mover, pop_lowest(pieces))), one);
}

template <Side mover, int row, class Sink>
void pieces(const Pieces& pieces, Sink& sink) {
    piece_squares<mover>(4 * row, pieces.knights, sink);
    piece_squares<mover>(4 * row + 1, pieces.bishops, sink);
    piece_squares<mover>(4 * row + 2, pieces.rooks, sink);
    piece_squares<mover>(4 * row + 3, pieces.queens, sink);
}

}  // namespace leafstrap::chess::wiering
