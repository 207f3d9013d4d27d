// One side of a position as all families see it: its men, gathered once, and what they attack, found once.
#pragma once

#include <array>

#include "chess/features/geometry.hpp"
#include "chess/features/men.hpp"
#include "chess/position.hpp"

namespace leafstrap::chess::meep {

// What the pawns alone decide and other families build on. Found with the pawn structure and remembered with it.
struct PawnFacts {
    Bitboard passed = 0;                 // of both sides
    std::array<Bitboard, 2> outposts{};  // where no enemy pawn can ever attack, by the side that may settle there
};

struct Camp : Men {
    Bitboard ring;    // around this king
    Bitboard pinned;  // men of this side that shield their king from a slider

    std::array<Bitboard, kind_count> attacks{};  // by kind; sliders see through their own kind of battery
    Bitboard attacked = 0;                       // by anything
    Bitboard attacked_twice = 0;

    // Men of this side that attack the other king's ring, and how many of its squares they hit in all.
    int besieging_minors = 0, besieging_rooks = 0, besieging_queens = 0, siege = 0;

    int joined_rooks = 0, knights_near_outposts = 0;

    void attack(Kind kind, Bitboard squares) {
        attacks[index(kind)] |= squares;
        attacked_twice |= attacked & squares;
        attacked |= squares;
    }
};

// Men of either side that stand alone between a king and a slider of the other side.
inline Bitboard pinned_men(const Camp& own, const Camp& enemy, Bitboard occupied) {
    Bitboard snipers = (rook_attacks(own.king, 0) & (enemy.rooks | enemy.queens)) |
                       (bishop_attacks(own.king, 0) & (enemy.bishops | enemy.queens));
    Bitboard pinned = 0;
    while (snipers) {
        const Bitboard shield = between(own.king, pop_lowest(snipers)) & occupied;
        if (shield && !many(shield)) pinned |= shield & own.men;
    }
    return pinned;
}

template <Side us>
Camp gather(const Position& position) {
    Camp camp;
    camp.gather<us>(position);
    camp.ring = rings[camp.king];
    // Two pawns that attack the same square guard it twice.
    const Bitboard next = forward<us>(camp.pawns);
    camp.attack(Kind::pawn, east(next));
    camp.attack(Kind::pawn, west(next));
    camp.attack(Kind::king, king_attacks(camp.king));
    return camp;
}

}  // namespace leafstrap::chess::meep
