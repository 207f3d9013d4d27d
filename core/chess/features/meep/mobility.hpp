// Family `mobility`: where pieces can go, what they hit, and the room they have.
#pragma once

#include "chess/features/meep/passed.hpp"
#include "chess/features/meep/side_info.hpp"

namespace leafstrap::chess::meep {

struct MobilityBlocks {
    // One weight for each number of squares a piece may go to: not onto an own piece, nor where an enemy pawn attacks.
    // A queen also keeps off the squares of lesser pieces; its numbers go in twos.
    static constexpr Block knight{PassedBlocks::end, 9};
    static constexpr Block bishop = knight.then(14);
    static constexpr Block rook = bishop.then(15);
    static constexpr Block queen = rook.then(14);

    static constexpr Block trapped_rook = queen.then(1);
    static constexpr Block outpost = trapped_rook.then(2, 3);  // knight, bishop on rank 4 to 6
    static constexpr Block long_diagonal = outpost.then(1);

    // Cheapest attacker (pawn to queen) and whether the piece is guarded; last row: loose pieces that the king attacks.
    // Columns: the piece attacked, pawn to queen.
    static constexpr Block threat = long_diagonal.then(11, 5);
    static constexpr Block number = threat.then(16);  // see room.hpp
    static constexpr Block to_move = number.then(1);
    static constexpr int end = to_move.end();

    static void describe(FeatureTable& table);
};

// Squares where a minor piece guarded by a pawn can settle for good.
template <Side us>
Bitboard outposts(const PawnFacts& facts, const SideInfo& own) {
    constexpr Bitboard ranks = relative_rank(us, 3) | relative_rank(us, 4) | relative_rank(us, 5);
    return ranks & facts.outposts[leafstrap::index(us)] & own.attacks[index(Kind::pawn)];
}

// A bishop that looks over both centre squares of a long diagonal, with no pawn between.
template <Side us, class Sink>
void long_diagonal(Square s, Bitboard all_pawns, Sink& sink) {
    constexpr Bitboard diagonals = 0x8040201008040201 | 0x0102040810204080;
    constexpr Bitboard centre = 0x0000001818000000;
    if ((diagonals & bit(s)) && many((bishop_attacks(s, all_pawns) | bit(s)) & centre))
        sink.add(MobilityBlocks::long_diagonal(0), sign(us));
}

// A rook shut in beside its own king, which can no longer castle it out.
template <Side us>
bool is_trapped(const Position& position, Square rook, int squares, const SideInfo& own) {
    if (rank_from<us>(own.king) > 0 || position.can_castle_short(us) || position.can_castle_long(us)) return false;
    const int king_file = file_of(own.king);
    const bool outside = king_file < 4 ? file_of(rook) < king_file : file_of(rook) > king_file;
    return (squares <= 3) & outside;
}

template <Side us, class Sink>
void threats_of(const Position& position, const SideInfo& own, const SideInfo& enemy, Sink& sink) {
    const Bitboard by_king_alone = own.attacked & ~own.attacked_twice & own.attacks[index(Kind::king)];
    Bitboard hit = own.attacked & enemy.all & ~bit(enemy.king) & ~(by_king_alone & enemy.attacked);
    while (hit) {
        const Square s = pop_lowest(hit);
        unsigned attackers = 0;
        for (int kind = 0; kind < kind_count; ++kind) attackers |= (own.attacks[kind] >> s & 1) << kind;
        const int cheapest = std::countr_zero(attackers);
        const int guarded = enemy.attacked >> s & 1;
        sink.add(MobilityBlocks::threat(cheapest * 2 + guarded, index(position.kind_on(s))), sign(us));
    }
}

}  // namespace leafstrap::chess::meep
