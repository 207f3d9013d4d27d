// Whether a move gives check, found without making it.
#include "chess/position.hpp"

namespace leafstrap::chess {

bool Position::makes_urgent(Move move) const {
    const Square from = move.from(), to = move.to(), king = this->king(!turn_);
    const Kind moved = board_[from];
    Bitboard occupied = (this->occupied() ^ bit(from)) | bit(to);
    Bitboard own = (pieces(turn_) ^ bit(from)) | bit(to);
    const Bitboard left = ~(bit(from) | bit(to));  // what stood on either square is gone
    Bitboard rooks = pieces(Kind::rook) & left;
    if (moved == Kind::pawn && to == en_passant_) occupied ^= bit(square(file_of(to), rank_of(from)));
    if (moved == Kind::king && std::abs(to - from) == 2) {
        const Square rook_from = to > from ? from + 3 : from - 4, rook_to = (from + to) / 2;
        occupied ^= bit(rook_from) | bit(rook_to);
        own ^= bit(rook_from) | bit(rook_to);
        rooks ^= bit(rook_from) | bit(rook_to);
    }

    // What the man does where it arrives.
    const Kind arrived = move.promotion() == Kind::none ? moved : move.promotion();
    if (arrived == Kind::pawn) {
        if (pawn_attacks(turn_, to) & bit(king)) return true;
    } else if (arrived == Kind::knight) {
        if (knight_attacks(to) & bit(king)) return true;
    }
    // Lines to the king: the man's own, and those it opened.
    Bitboard straight = rooks | (pieces(Kind::queen) & left);
    Bitboard oblique = (pieces(Kind::bishop) | pieces(Kind::queen)) & left;
    if (arrived == Kind::rook || arrived == Kind::queen) straight |= bit(to);
    if (arrived == Kind::bishop || arrived == Kind::queen) oblique |= bit(to);
    straight &= own & rook_attacks(king, 0);
    oblique &= own & bishop_attacks(king, 0);
    return (straight && (rook_attacks(king, occupied) & straight)) ||
           (oblique && (bishop_attacks(king, occupied) & oblique));
}

}  // namespace leafstrap::chess
