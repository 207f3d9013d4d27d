// Whether a move gives check, found without making it.
#include <cassert>
#include <cstdlib>

#include "chess/position.hpp"

namespace leafstrap::chess {

Position::Threats Position::threats() const {
    const Square king = this->king(!turn_);
    const Bitboard occupied = this->occupied();
    const Bitboard oblique = bishop_attacks(king, occupied), straight = rook_attacks(king, occupied);
    Threats threats{{pawn_attacks(!turn_, king), knight_attacks(king), oblique, straight, oblique | straight, 0}, 0};
    Bitboard snipers = pieces(turn_) & ((bishop_attacks(king, 0) & (pieces(Kind::bishop) | pieces(Kind::queen))) |
                                        (rook_attacks(king, 0) & (pieces(Kind::rook) | pieces(Kind::queen))));
    while (snipers) {
        const Bitboard shield = between(king, pop_lowest(snipers)) & occupied;
        if (!many(shield)) threats.discoverers |= shield & pieces(turn_);
    }
    return threats;
}

// Moves that do more than carry one piece from square to square.
bool Position::special_checks(Move move) const {
    const Square from = move.from(), to = move.to(), king = this->king(!turn_);
    const Kind moved = board_[from];
    if (move.promotion() != Kind::none) {
        const Bitboard occupied = this->occupied() ^ bit(from);
        switch (move.promotion()) {
            case Kind::knight:
                return knight_attacks(to) & bit(king);
            case Kind::bishop:
                return bishop_attacks(to, occupied) & bit(king);
            case Kind::rook:
                return rook_attacks(to, occupied) & bit(king);
            default:
                return queen_attacks(to, occupied) & bit(king);
        }
    }
    if (moved == Kind::king && std::abs(to - from) == 2)
        return rook_attacks((from + to) / 2, occupied() ^ bit(from)) & bit(king);
    if (moved == Kind::pawn && to == en_passant_) {
        const Bitboard occupied = (this->occupied() ^ bit(from) ^ bit(square(file_of(to), rank_of(from)))) | bit(to);
        const Bitboard oblique = pieces(Kind::bishop) | pieces(Kind::queen);
        const Bitboard straight = pieces(Kind::rook) | pieces(Kind::queen);
        return pieces(turn_) & ((bishop_attacks(king, occupied) & oblique) | (rook_attacks(king, occupied) & straight));
    }
    return false;
}

}  // namespace leafstrap::chess
