// One side of a position as all families see it: its pieces, what each attacks, and how often each square is attacked.
#pragma once

#include <array>

#include "chess/features/geometry.hpp"
#include "chess/features/pieces.hpp"
#include "chess/position.hpp"

namespace leafstrap::chess::knightcap {

// In pawns, where a term has to weigh pieces against each other. Constants, so that a term never depends on weights
// that are being learned; KnightCap began to learn from these.
inline constexpr std::array<int, kind_count> worth{1, 4, 4, 6, 12, 0};

// A number from 0 to 15 for each square, one bit of it a board.
struct Tally {
    Bitboard ones = 0, twos = 0, fours = 0, eights = 0;

    void add(Bitboard squares) {
        const Bitboard carry = ones & squares, carry_twos = twos & carry;
        ones ^= squares;
        twos ^= carry;
        eights ^= fours & carry_twos;
        fours ^= carry_twos;
    }
    Bitboard several() const { return twos | fours | eights; }

    friend Bitboard operator>(const Tally& a, const Tally& b) {
        const Bitboard eights = a.eights ^ b.eights, fours = a.fours ^ b.fours, twos = a.twos ^ b.twos;
        return (eights & a.eights) |
               (~eights & ((fours & a.fours) | (~fours & ((twos & a.twos) | (~twos & a.ones & ~b.ones)))));
    }
};

struct Piece {
    Square square;
    Kind kind;  // knight to queen
    Bitboard attacks;
};

struct Army : Pieces {
    Bitboard pinned;  // pieces of this side that shield their king from a slider

    std::array<Piece, 15> pieces;
    int piece_count = 0;
    std::array<Bitboard, kind_count> attacks{};  // by kind
    Bitboard attacked = 0;                       // by anything
    Tally attackers;

    void attack(Kind kind, Bitboard squares) {
        attacks[index(kind)] |= squares;
        attackers.add(squares);
        attacked |= squares;
    }
    void add_piece(Kind kind, Square s, Bitboard squares) {
        pieces[piece_count++] = {s, kind, squares};
        attack(kind, squares);
    }
};

inline Bitboard pinned_pieces(const Position& position, Side us, Square king) {
    const Bitboard enemies = position.pieces(!us), occupied = position.occupied();
    const Bitboard queens = position.pieces(Kind::queen);
    Bitboard snipers = enemies & ((rook_attacks(king, enemies) & (position.pieces(Kind::rook) | queens)) |
                                  (bishop_attacks(king, enemies) & (position.pieces(Kind::bishop) | queens)));
    Bitboard pinned = 0;
    while (snipers) {
        const Bitboard shield = between(king, pop_lowest(snipers)) & occupied;
        if (shield && !many(shield)) pinned |= shield;
    }
    return pinned;
}

template <Side us>
Army gather(const Position& position) {
    Army army;
    army.gather<us>(position);
    army.pinned = pinned_pieces(position, us, army.king);

    const Bitboard occupied = position.occupied(), next = forward<us>(army.pawns);
    army.attack(Kind::pawn, east(next));
    army.attack(Kind::pawn, west(next));
    for (Bitboard b = army.knights; b;) {
        const Square s = pop_lowest(b);
        army.add_piece(Kind::knight, s, knight_attacks(s));
    }
    for (Bitboard b = army.bishops; b;) {
        const Square s = pop_lowest(b);
        army.add_piece(Kind::bishop, s, bishop_attacks(s, occupied));
    }
    for (Bitboard b = army.rooks; b;) {
        const Square s = pop_lowest(b);
        army.add_piece(Kind::rook, s, rook_attacks(s, occupied));
    }
    for (Bitboard b = army.queens; b;) {
        const Square s = pop_lowest(b);
        army.add_piece(Kind::queen, s, queen_attacks(s, occupied));
    }
    army.attack(Kind::king, king_attacks(army.king));
    return army;
}

// What the terms of one side look at.
struct View {
    const Position& position;
    const Army& own;
    const Army& enemy;
    Bitboard held;        // squares that this side controls, see control.hpp
    Bitboard enemy_held;  // that the enemy does
    Bitboard passed;      // pawns of both sides
    Bitboard weak;        // pawns of both sides
    Bitboard outposts;    // where no enemy pawn can ever attack a piece of this side
};

}  // namespace leafstrap::chess::knightcap
