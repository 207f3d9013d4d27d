// Family `mobility`: where pieces can go, what they hit, and the room they have.
#pragma once

#include "chess/features/meep/camp.hpp"
#include "chess/features/meep/passed.hpp"

namespace leafstrap::chess::meep {

struct MobilityBlocks {
    // One weight for each number of squares a piece may go to: not onto an own man, nor where an enemy pawn attacks. A
    // queen also keeps off the squares of lesser pieces; its numbers go in twos.
    static constexpr Block knight{PassedBlocks::end, 9};
    static constexpr Block bishop = knight.then(14);
    static constexpr Block rook = bishop.then(15);
    static constexpr Block queen = rook.then(14);

    static constexpr Block file = queen.then(2, 2);  // rook, queen on a file without own pawns, without any pawns
    static constexpr Block seventh = file.then(2);   // rook, queen
    static constexpr Block rooks_joined = seventh.then(1);
    static constexpr Block trapped_rook = rooks_joined.then(1);
    static constexpr Block outpost = trapped_rook.then(2, 3);  // knight, bishop on rank 4 to 6
    static constexpr Block near_outpost = outpost.then(1);
    static constexpr Block behind_pawn = near_outpost.then(2);  // knight, bishop
    static constexpr Block long_diagonal = behind_pawn.then(1);

    // Cheapest attacker (pawn to queen) and whether the man is guarded; last row: loose men that the king attacks.
    // Columns: the man attacked, pawn to queen.
    static constexpr Block threat = long_diagonal.then(11, 5);
    static constexpr Block pawn_steps = threat.then(1);
    static constexpr Block step_threats = pawn_steps.then(1);
    static constexpr Block centre = step_threats.then(1);
    static constexpr Block space = centre.then(1);
    static constexpr Block pressure = space.then(1);
    static constexpr Block loose = pressure.then(1);
    static constexpr Block to_move = loose.then(1);
    static constexpr int end = to_move.end();

    static void describe(FeatureTable& table);
};

// Squares where a minor piece guarded by a pawn can settle for good.
template <Side us>
Bitboard outposts(const PawnFacts& facts, const Camp& own) {
    constexpr Bitboard ranks = relative_rank(us, 3) | relative_rank(us, 4) | relative_rank(us, 5);
    return ranks & facts.outposts[leafstrap::index(us)] & own.attacks[index(Kind::pawn)];
}

// Where minor and major pieces stand: whole sets at once, because a branch for each piece would be taken at random.
template <Side us, class Sink>
void places_of(const Camp& own, const Camp& enemy, Sink& sink) {
    using B = MobilityBlocks;
    const auto count = [&](int index, Bitboard men) { sink.add(index, sign(us) * static_cast<float>(popcount(men))); };
    const Bitboard sheltered = forward<!us>(own.pawns | enemy.pawns);
    count(B::behind_pawn(0), own.knights & sheltered);
    count(B::behind_pawn(1), own.bishops & sheltered);

    const Bitboard half_open = ~whole_files(own.pawns), closed_to_them = whole_files(enemy.pawns);
    count(B::file(0, 0), own.rooks & half_open & closed_to_them);
    count(B::file(0, 1), own.rooks & half_open & ~closed_to_them);
    count(B::file(1, 0), own.queens & half_open & closed_to_them);
    count(B::file(1, 1), own.queens & half_open & ~closed_to_them);

    const Bitboard seventh = relative_rank(us, 6);
    if ((own.rooks | own.queens) & seventh) {
        const bool prey = (enemy.pawns & seventh) || rank_from<us>(enemy.king) == 7;
        count(B::seventh(0), prey ? own.rooks & seventh : 0);
        count(B::seventh(1), prey ? own.queens & seventh : 0);
    }
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
bool is_trapped(const Position& position, Square rook, int squares, const Camp& own) {
    if (rank_from<us>(own.king) > 0 || position.can_castle_short(us) || position.can_castle_long(us)) return false;
    const int king_file = file_of(own.king);
    const bool outside = king_file < 4 ? file_of(rook) < king_file : file_of(rook) > king_file;
    return (squares <= 3) & outside;
}

template <Side us, class Sink>
void threats_of(const Position& position, const Camp& own, const Camp& enemy, Sink& sink) {
    const Bitboard by_king_alone = own.attacked & ~own.attacked_twice & own.attacks[index(Kind::king)];
    Bitboard hit = own.attacked & enemy.men & ~bit(enemy.king) & ~(by_king_alone & enemy.attacked);
    while (hit) {
        const Square s = pop_lowest(hit);
        unsigned attackers = 0;
        for (int kind = 0; kind < kind_count; ++kind) attackers |= (own.attacks[kind] >> s & 1) << kind;
        const int cheapest = std::countr_zero(attackers);
        const int guarded = enemy.attacked >> s & 1;
        sink.add(MobilityBlocks::threat(cheapest * 2 + guarded, index(position.kind_on(s))), sign(us));
    }
}

template <Side us, class Sink>
void room_of(const Camp& own, const Camp& enemy, Sink& sink) {
    using B = MobilityBlocks;
    constexpr float one = sign(us);
    constexpr Bitboard centre = 0x0000001818000000;
    constexpr Bitboard c_to_f = 0x3C3C3C3C3C3C3C3C;
    constexpr Bitboard home = c_to_f & (relative_rank(us, 1) | relative_rank(us, 2) | relative_rank(us, 3));
    const Bitboard empty = ~(own.men | enemy.men);
    const Bitboard enemy_pawns = enemy.attacks[index(Kind::pawn)];
    const Bitboard firmly_theirs = enemy_pawns | (enemy.attacked_twice & ~own.attacked_twice);
    const Bitboard pieces = own.knights | own.bishops | own.rooks | own.queens;

    Bitboard steps = forward<us>(own.pawns) & empty;
    steps |= forward<us>(steps & relative_rank(us, 2)) & empty;
    steps &= ~enemy_pawns & (own.attacked | ~enemy.attacked);
    const Bitboard prey = enemy.men & ~enemy.pawns & ~bit(enemy.king) & ~own.attacks[index(Kind::pawn)];
    sink.add(B::pawn_steps(0), one * static_cast<float>(popcount(steps)));
    sink.add(B::step_threats(0), one * static_cast<float>(popcount(pawn_attacks(us, steps) & prey)));
    sink.add(B::centre(0), one * static_cast<float>(popcount(own.attacked & centre)));
    sink.add(B::space(0), one * static_cast<float>(popcount(home & ~own.pawns & ~enemy_pawns)));
    sink.add(B::pressure(0), one * static_cast<float>(popcount(own.attacked & enemy.attacked & ~firmly_theirs)));
    sink.add(B::loose(0), one * static_cast<float>(popcount(pieces & ~own.attacked)));
}

}  // namespace leafstrap::chess::meep
