// Which squares a piece attacks. Sliders look up a table by PEXT where the build has it, else by magic multiplication.
#pragma once

#if defined(__BMI2__)
#include <immintrin.h>

#include <cassert>
#endif

#include <cstddef>

#include "chess/bitboard.hpp"

namespace leafstrap::chess {

// One square's share of the slider table: the occupied squares that matter to it, numbered without gaps.
struct SliderSquare {
    Bitboard relevant;
    Bitboard magic;
    const Bitboard* attacks;
    int shift;

    std::size_t number(Bitboard occupied) const {
#if defined(__BMI2__)
        return _pext_u64(occupied, relevant);
#else
        return ((occupied & relevant) * magic) >> shift;
#endif
    }
    Bitboard operator()(Bitboard occupied) const {
        assert(number(occupied) < std::size_t{1} << (64 - shift));
        return attacks[number(occupied)];
    }
};

struct AttackTables {
    AttackTables();

    Bitboard knight[64];
    Bitboard king[64];
    Bitboard pawn[2][64];
    Bitboard between[64][64];  // squares strictly between two aligned squares, else none
    Bitboard line[64][64];     // the whole line through two aligned squares, else none
    SliderSquare bishop[64];
    SliderSquare rook[64];

private:
    Bitboard slider_attacks_[5'248 + 102'400];
};

extern const AttackTables attack_tables;

inline Bitboard knight_attacks(Square s) { return attack_tables.knight[s]; }
inline Bitboard king_attacks(Square s) { return attack_tables.king[s]; }
inline Bitboard pawn_attacks(Side side, Square s) { return attack_tables.pawn[leafstrap::index(side)][s]; }
inline Bitboard bishop_attacks(Square s, Bitboard occupied) { return attack_tables.bishop[s](occupied); }
inline Bitboard rook_attacks(Square s, Bitboard occupied) { return attack_tables.rook[s](occupied); }
inline Bitboard queen_attacks(Square s, Bitboard occupied) {
    return bishop_attacks(s, occupied) | rook_attacks(s, occupied);
}
inline Bitboard between(Square a, Square b) { return attack_tables.between[a][b]; }
inline Bitboard line(Square a, Square b) { return attack_tables.line[a][b]; }

// All squares attacked by a set of pawns.
constexpr Bitboard pawn_attacks(Side side, Bitboard pawns) {
    const Bitboard ahead = forward(side, pawns);
    return east(ahead) | west(ahead);
}

}  // namespace leafstrap::chess
