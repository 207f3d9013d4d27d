// What comes of a capture once both sides have taken all they care to on its square.
#include <cassert>

#include "chess/position.hpp"

namespace leafstrap::chess {

int Position::balance() const {
    int balance = 0;
    for (int kind = 0; kind < kind_count; ++kind)
        balance += worths[static_cast<std::size_t>(kind)] * (popcount(pieces(Side::first, static_cast<Kind>(kind))) -
                                                             popcount(pieces(Side::second, static_cast<Kind>(kind))));
    return balance;
}

// Both sides capture with their cheapest piece in turn, and stop as soon as the balance is settled whatever follows:
// when the side that has just captured would still be ahead after losing that piece. Pins are not looked at.
bool Position::exchange_holds(Move move, int balance) const {
    assert(balance < 0 && (pieces(turn_) & bit(move.from())));
    const Square target = move.to();
    const Bitboard diagonal = pieces(Kind::bishop) | pieces(Kind::queen);
    const Bitboard straight = pieces(Kind::rook) | pieces(Kind::queen);
    Bitboard occupied = (this->occupied() ^ bit(move.from())) | bit(target);
    if (target == en_passant_ && board_[move.from()] == Kind::pawn)
        occupied ^= bit(square(file_of(target), rank_of(move.from())));
    Bitboard attackers = this->attackers(target, occupied);

    Side side = !turn_;
    while (true) {
        attackers &= occupied;
        const Bitboard own = attackers & pieces(side);
        if (!own) break;
        Kind cheapest = Kind::pawn;
        while (!(own & pieces(cheapest))) cheapest = static_cast<Kind>(chess::index(cheapest) + 1);
        // A king cannot capture into a guarded square: then the other side has the last word.
        if (cheapest == Kind::king && (attackers & pieces(!side))) break;

        assert(balance < 0 && cheapest <= Kind::king);
        occupied ^= bit(lowest(own & pieces(cheapest)));
        if (cheapest == Kind::pawn || cheapest == Kind::bishop || cheapest == Kind::queen)
            attackers |= bishop_attacks(target, occupied) & diagonal;
        if (cheapest == Kind::rook || cheapest == Kind::queen) attackers |= rook_attacks(target, occupied) & straight;

        side = !side;
        balance = -balance - 1 - worths[chess::index(cheapest)];
        if (balance >= 0) break;
    }
    return side != turn_;
}

}  // namespace leafstrap::chess
