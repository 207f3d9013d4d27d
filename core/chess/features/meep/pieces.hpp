// Knights, bishops, rooks and queens: each is looked at once, and what it does goes to the families it concerns.
#pragma once

#include "chess/features/meep/king.hpp"
#include "chess/features/meep/mobility.hpp"
#include "chess/features/meep/passed.hpp"
#include "chess/features/meep/side_info.hpp"
#include "chess/features/meep/squares.hpp"

namespace leafstrap::chess::meep {

// Notes what a piece attacks and what all pieces have in common. Returns the squares it attacks: a pinned piece only
// those on the line to its king.
template <Side us, class Sink>
Bitboard settle(Kind kind, Square s, Bitboard attacks, int& besiegers, SideInfo& own, const SideInfo& enemy,
                Sink& sink) {
    if (own.pinned & bit(s)) attacks &= line(own.king, s);
    own.attack(kind, attacks);
    besiegers += (attacks & enemy.ring) != 0;
    own.siege += popcount(attacks & enemy.ring);
    piece_square<us>(kind, s, sink);
    sink.add(KingBlocks::closeness(index(kind) - index(Kind::knight), distance(enemy.king, s) - 1), sign(us));
    return attacks;
}

template <Side us, class Sink>
void lesser_pieces(const Position& position, const PawnFacts& facts, SideInfo& own, const SideInfo& enemy, Sink& sink) {
    using B = MobilityBlocks;
    constexpr float one = sign(us);
    const Bitboard occupied = own.all | enemy.all, all_pawns = own.pawns | enemy.pawns;
    const Bitboard room = ~(own.all | enemy.attacks[index(Kind::pawn)]);
    const Bitboard outpost = outposts<us>(facts, own);

    for (Bitboard knights = own.knights; knights;) {
        const Square s = pop_lowest(knights);
        const Bitboard attacks = settle<us>(Kind::knight, s, knight_attacks(s), own.besieging_minors, own, enemy, sink);
        sink.add(B::knight(popcount(attacks & room)), one);
        if (outpost & bit(s)) sink.add(B::outpost(0, rank_from<us>(s) - 3), one);
        own.knights_near_outposts += (attacks & outpost & room) != 0;
    }
    for (Bitboard bishops = own.bishops; bishops;) {
        const Square s = pop_lowest(bishops);
        const Bitboard attacks = settle<us>(Kind::bishop, s, bishop_attacks(s, occupied & ~own.queens),
                                            own.besieging_minors, own, enemy, sink);
        sink.add(B::bishop(popcount(attacks & room)), one);
        if (outpost & bit(s)) sink.add(B::outpost(1, rank_from<us>(s) - 3), one);
        bishop_pawns<us>(s, own, sink);
        long_diagonal<us>(s, all_pawns, sink);
    }
    for (Bitboard rooks = own.rooks; rooks;) {
        const Square s = pop_lowest(rooks);
        const Bitboard attacks = settle<us>(Kind::rook, s, rook_attacks(s, occupied & ~own.queens & ~own.rooks),
                                            own.besieging_rooks, own, enemy, sink);
        const int squares = popcount(attacks & room);
        sink.add(B::rook(squares), one);
        own.joined_rooks += (attacks & own.rooks) != 0;
        if (is_trapped<us>(position, s, squares, own)) sink.add(B::trapped_rook(0), one);
    }
}

// After the lesser pieces of both sides, whose squares a queen keeps off.
template <Side us, class Sink>
void queens(SideInfo& own, const SideInfo& enemy, Sink& sink) {
    const Bitboard occupied = own.all | enemy.all;
    const Bitboard room = ~(own.all | enemy.attacks[index(Kind::pawn)] | enemy.attacks[index(Kind::knight)] |
                            enemy.attacks[index(Kind::bishop)] | enemy.attacks[index(Kind::rook)]);
    for (Bitboard queens = own.queens; queens;) {
        const Square s = pop_lowest(queens);
        const Bitboard attacks =
            settle<us>(Kind::queen, s, queen_attacks(s, occupied), own.besieging_queens, own, enemy, sink);
        sink.add(MobilityBlocks::queen(popcount(attacks & room) / 2), sign(us));
    }
}

}  // namespace leafstrap::chess::meep
