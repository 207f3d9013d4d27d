// Whether one move is legal, without finding all that are: a move remembered from another position may not be.
#include <algorithm>
#include <cstdlib>

#include "chess/position.hpp"

namespace leafstrap::chess {
namespace {

Bitboard piece_attacks(Kind kind, Square s, Bitboard occupied) {
    switch (kind) {
        case Kind::knight:
            return knight_attacks(s);
        case Kind::bishop:
            return bishop_attacks(s, occupied);
        case Kind::rook:
            return rook_attacks(s, occupied);
        case Kind::queen:
            return queen_attacks(s, occupied);
        default:
            return king_attacks(s);
    }
}

}  // namespace

// Where a pawn may go if its king does not mind, but for capturing en passant.
Bitboard Position::pawn_targets(Square from) const {
    const Bitboard empty = ~occupied();
    const Bitboard once = forward(turn_, bit(from)) & empty;
    const Bitboard twice = forward(turn_, once & relative_rank(turn_, 2)) & empty;
    return once | twice | (pawn_attacks(turn_, from) & pieces(!turn_));
}

bool Position::is_legal(Move move) const {
    const Square from = move.from(), to = move.to();
    if (!(pieces(turn_) & bit(from)) || (pieces(turn_) & bit(to))) return false;
    const Kind moved = board_[from];
    const bool promotes = moved == Kind::pawn && (bit(to) & (rank_1 | rank_8));
    if (promotes != (move.promotion() != Kind::none)) return false;
    if (move.bits() >> 12 > chess::index(Kind::queen)) return false;  // the code of no move at all

    if (moved == Kind::king && std::abs(to - from) == 2) {  // castling has many conditions, and is rare
        MoveList<Position> moves;
        legal_moves(moves);
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }
    if (moved == Kind::pawn && to == en_passant_)
        return (pawn_attacks(turn_, from) & bit(to)) && en_passant_is_legal(from, to);
    const Bitboard targets = moved == Kind::pawn ? pawn_targets(from) : piece_attacks(moved, from, occupied());
    if (!(targets & bit(to))) return false;

    // The move is played on the occupied squares alone: nothing may attack the king then, but for what was taken.
    const Square king = moved == Kind::king ? to : this->king(turn_);
    return !(attackers(king, !turn_, (occupied() ^ bit(from)) | bit(to)) & ~bit(to));
}

}  // namespace leafstrap::chess
