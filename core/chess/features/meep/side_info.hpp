// One side of a position as all families see it: its pieces, gathered once, and what they attack, found once.
#pragma once

#include <array>

#include "chess/features/geometry.hpp"
#include "chess/features/pieces.hpp"
#include "chess/position.hpp"

namespace leafstrap::chess::meep {

// What the pawns alone decide and other families build on. Found with the pawn structure and remembered with it.
struct PawnFacts {
    Bitboard passed = 0;                 // of both sides
    std::array<Bitboard, 2> outposts{};  // where no enemy pawn can ever attack, by the side that may settle there
};

struct SideInfo : Pieces {
    Bitboard ring;    // around this king
    Bitboard pinned;  // pieces of this side that shield their king from a slider

    std::array<Bitboard, kind_count> attacks{};  // by kind; sliders see through their own kind of battery
    Bitboard attacked = 0;                       // by anything
    Bitboard attacked_twice = 0;

    // Pieces of this side that attack the other king's ring, and how many of its squares they hit in all.
    int besieging_minors = 0, besieging_rooks = 0, besieging_queens = 0, siege = 0;

    int joined_rooks = 0, knights_near_outposts = 0;

    void attack(Kind kind, Bitboard squares) {
        attacks[index(kind)] |= squares;
        attacked_twice |= attacked & squares;
        attacked |= squares;
    }
};

// Pieces of either side that stand alone between a king and a slider of the other side.
inline Bitboard pinned_pieces(const SideInfo& own, const SideInfo& enemy, Bitboard occupied) {
    Bitboard snipers = (rook_attacks(own.king, 0) & (enemy.rooks | enemy.queens)) |
                       (bishop_attacks(own.king, 0) & (enemy.bishops | enemy.queens));
    Bitboard pinned = 0;
    while (snipers) {
        const Bitboard shield = between(own.king, pop_lowest(snipers)) & occupied;
        if (shield && !many(shield)) pinned |= shield & own.all;
    }
    return pinned;
}

template <Side us>
SideInfo gather(const Position& position) {
    SideInfo side;
    side.gather<us>(position);
    side.ring = rings[side.king];
    // Two pawns that attack the same square guard it twice.
    const Bitboard next = forward<us>(side.pawns);
    side.attack(Kind::pawn, east(next));
    side.attack(Kind::pawn, west(next));
    side.attack(Kind::king, king_attacks(side.king));
    return side;
}

}  // namespace leafstrap::chess::meep
