// One side of a position: its pieces, gathered once, and what they attack, looked at piece by piece.
#pragma once

#include <algorithm>

#include "chess/features/geometry.hpp"
#include "chess/features/pieces.hpp"
#include "chess/position.hpp"

namespace leafstrap::chess::wiering {

inline constexpr Bitboard centre = 0x0000001818000000;  // d4, e4, d5, e5

// Squares that the pieces of a kind can go to: the one that can most, and all together.
struct Mobility {
    int best = 0, all = 0;

    void add(int squares) {
        best = std::max(best, squares);
        all += squares;
    }
    int others() const { return all - best; }
};

struct SideInfo : Pieces {
    Bitboard attacked = 0;
    int connectivity = 0;    // own pieces that pieces defend, each as often as it is defended; kings need no defence
    int centre_attacks = 0;  // attacks on squares of the centre
    int pawn_forks = 0, knight_forks = 0;
    int joined_in_rank = 0, joined_in_file = 0;  // rooks that see another, each of both
    int queen_mobility = 0;
    Mobility knight, bishop, rook_in_rank, rook_in_file;

    template <Side us>
    void look_around(const Pieces& enemy) {
        const Bitboard occupied = all | enemy.all, next = forward<us>(pawns);
        attack(east(next));
        attack(west(next));
        attack(king_attacks(king));
        const Bitboard pieces = enemy.all & ~enemy.pawns, prey = enemy.rooks | enemy.queens | bit(enemy.king);
        pawn_forks = popcount(next & east(pieces) & west(pieces));

        for (Bitboard left = knights; left;) {
            const Bitboard attacks = knight_attacks(pop_lowest(left));
            attack(attacks);
            knight.add(popcount(attacks & ~all));
            knight_forks += many(attacks & prey);
        }
        for (Bitboard left = bishops; left;) {
            const Bitboard attacks = bishop_attacks(pop_lowest(left), occupied);
            attack(attacks);
            bishop.add(popcount(attacks & ~all));
        }
        for (Bitboard left = rooks; left;) {
            const Square s = pop_lowest(left);
            const Bitboard attacks = rook_attacks(s, occupied);
            const Bitboard in_rank = attacks & rank_mask(rank_of(s)), in_file = attacks & file_mask(file_of(s));
            attack(attacks);
            rook_in_rank.add(popcount(in_rank & ~all));
            rook_in_file.add(popcount(in_file & ~all));
            joined_in_rank += popcount(in_rank & rooks);
            joined_in_file += popcount(in_file & rooks);
        }
        for (Bitboard left = queens; left;) {
            const Bitboard attacks = queen_attacks(pop_lowest(left), occupied);
            attack(attacks);
            queen_mobility += popcount(attacks & ~all);
        }
    }

private:
    void attack(Bitboard squares) {
        attacked |= squares;
        connectivity += popcount(squares & all & ~bit(king));
        centre_attacks += popcount(squares & centre);
    }
};

}  // namespace leafstrap::chess::wiering
