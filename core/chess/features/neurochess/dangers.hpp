// Family `dangers`: what may be lost in the next moves. Who is on the move makes all the difference here, so that the
// counts of the side to move and those of the other are features of their own.
#pragma once

#include "chess/features/neurochess/count.hpp"

namespace leafstrap::chess::neurochess {

struct Dangers {
    std::array<int, 5> attacked;  // pawns to queens
    std::array<int, 5> en_prise;
    int minor_by_pawn, rook_by_less, queen_by_less;
    int loose_minors, loose_rooks, loose_queens;
    int outnumbered_pawns, outnumbered_pieces;
    int knight_forks, pawn_forks, pinned, pinned_to_queen, promoting, loss;
};

inline constexpr std::array<Count, 24> danger_counts{{
    {"attacked.pawn", "pawns under attack"},
    {"attacked.knight", "knights under attack"},
    {"attacked.bishop", "bishops under attack"},
    {"attacked.rook", "rooks under attack"},
    {"attacked.queen", "queens under attack"},
    {"en-prise.pawn", "pawns under attack that nothing guards"},
    {"en-prise.knight", "knights under attack that nothing guards"},
    {"en-prise.bishop", "bishops under attack that nothing guards"},
    {"en-prise.rook", "rooks under attack that nothing guards"},
    {"en-prise.queen", "queens under attack that nothing guards"},
    {"by-less.minor", "knights and bishops that a pawn attacks"},
    {"by-less.rook", "rooks that a pawn, knight or bishop attacks"},
    {"by-less.queen", "queens that something other than a queen or king attacks"},
    {"loose.minor", "knights and bishops that nothing guards"},
    {"loose.rook", "rooks that nothing guards"},
    {"loose.queen", "queens that nothing guards"},
    {"outnumbered.pawn", "pawns attacked twice and not guarded twice"},
    {"outnumbered.piece", "pieces attacked twice and not guarded twice"},
    {"fork.knight", "enemy knights that attack two or more of king, queens and rooks"},
    {"fork.pawn", "enemy pawns that attack two pieces"},
    {"pinned", "men that shield their king from a slider"},
    {"pinned.queen", "men that shield their queen from a rook or bishop"},
    {"promoting", "pawns on rank 7 with an empty square ahead"},
    {"loss", "the worth of the dearest piece that is en prise or attacked by less, in pawns"},
}};

// Pieces of a side that stand alone between one of its queens and an enemy rook or bishop.
inline Bitboard before_queen(const SideInfo& own, const SideInfo& enemy, Bitboard occupied) {
    Bitboard shields = 0;
    for (Bitboard queens = own.queens; queens;) {
        const Square queen = pop_lowest(queens);
        Bitboard snipers = (rook_attacks(queen, 0) & enemy.rooks) | (bishop_attacks(queen, 0) & enemy.bishops);
        while (snipers) {
            const Bitboard shield = between(queen, pop_lowest(snipers)) & occupied;
            if (shield && !many(shield)) shields |= shield & own.all;
        }
    }
    return shields;
}

template <Side us>
Dangers dangers_of(const SideInfo& own, const SideInfo& enemy) {
    const std::array<Bitboard, 5> kinds{own.pawns, own.knights, own.bishops, own.rooks, own.queens};
    const Bitboard occupied = own.all | enemy.all, minors = own.knights | own.bishops;
    const Bitboard by_pawn = enemy.attacks[index(Kind::pawn)];
    const Bitboard by_minor = by_pawn | enemy.attacks[index(Kind::knight)] | enemy.attacks[index(Kind::bishop)];
    const Bitboard by_rook = by_minor | enemy.attacks[index(Kind::rook)];
    const Bitboard outnumbered = enemy.attacked_twice & ~own.attacked_twice;
    const Bitboard prey = enemy.attacked & ~own.attacked;
    const Bitboard royal = own.rooks | own.queens | bit(own.king), pieces = minors | own.rooks | own.queens;

    Dangers dangers{};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        dangers.attacked[kind] = popcount(kinds[kind] & enemy.attacked);
        dangers.en_prise[kind] = popcount(kinds[kind] & prey);
    }
    dangers.minor_by_pawn = popcount(minors & by_pawn);
    dangers.rook_by_less = popcount(own.rooks & by_minor);
    dangers.queen_by_less = popcount(own.queens & by_rook);
    dangers.loose_minors = popcount(minors & ~own.attacked);
    dangers.loose_rooks = popcount(own.rooks & ~own.attacked);
    dangers.loose_queens = popcount(own.queens & ~own.attacked);
    dangers.outnumbered_pawns = popcount(own.pawns & outnumbered);
    dangers.outnumbered_pieces = popcount(pieces & outnumbered);
    for (Bitboard knights = enemy.knights; knights;)
        dangers.knight_forks += many(knight_attacks(pop_lowest(knights)) & royal);
    for (Bitboard pawns = enemy.pawns; pawns;)
        dangers.pawn_forks += many(pawn_attacks(!us, pop_lowest(pawns)) & (pieces | royal));
    dangers.pinned = popcount(meep::pinned_pieces(own, enemy, occupied));
    dangers.pinned_to_queen = popcount(before_queen(own, enemy, occupied));
    dangers.promoting = popcount(forward<us>(own.pawns & relative_rank(us, 6)) & ~occupied);
    if (own.queens & (prey | by_rook))
        dangers.loss = 9;
    else if (own.rooks & (prey | by_minor))
        dangers.loss = 5;
    else if (minors & (prey | by_pawn))
        dangers.loss = 3;
    return dangers;
}

}  // namespace leafstrap::chess::neurochess
