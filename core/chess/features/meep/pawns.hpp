// Family `pawn structure`, the part that pawns and kings decide alone.
#pragma once

#include "chess/features/meep/side_info.hpp"
#include "chess/features/meep/squares.hpp"

namespace leafstrap::chess::meep {

struct PawnBlocks {
    // By file; the second column when no enemy pawn stands ahead, where rooks get at the weakness.
    static constexpr Block isolated{SquareBlocks::end, 8, 2};
    static constexpr Block backward = isolated.then(8, 2);
    static constexpr Block doubled = backward.then(8);
    // By rank, and for each whether no enemy pawn stands ahead; on rank 7 none can.
    static constexpr Block phalanx = doubled.then(11);     // ranks 2 to 7
    static constexpr Block supported = phalanx.then(9);    // ranks 3 to 7
    static constexpr Block candidate = supported.then(5);  // ranks 2 to 6
    // Ranks 5 and 6 only: a pawn met on rank 4 or before is the opponent's affair.
    static constexpr Block lever = candidate.then(2);
    static constexpr Block rammed = lever.then(2);
    static constexpr Block islands = rammed.then(1);
    static constexpr Block width = islands.then(8);

    static constexpr Block passed = width.then(6, 4);          // rank 2 to 7, distance from the edge
    static constexpr Block passed_supported = passed.then(5);  // ranks 3 to 7
    static constexpr Block passed_pair = passed_supported.then(6);
    // Rank 4 to 7, distance of the king to the square before the pawn, 5 or more as one.
    static constexpr Block own_king = passed_pair.then(4, 6);
    static constexpr Block enemy_king = own_king.then(4, 6);
    static constexpr int end = enemy_king.end();

    static void describe(FeatureTable& table);
};

// What the pawns of one side bar to the pawns of the other.
template <Side us>
struct PawnSpans {
    Bitboard ahead_of, reach;

    explicit PawnSpans(Bitboard pawns)
        : ahead_of(ahead<us>(pawns)),  // squares with a pawn of ours behind
          reach(beside(ahead_of)) {}   // squares our pawns attack or could attack after an advance
};

// As many friends beside or behind as enemies on the neighbouring files ahead: it will be passed if all goes well.
template <Side us>
bool is_candidate(Square s, Bitboard own, Bitboard enemy) {
    const Bitboard in_front = ahead<us>(bit(s));
    const Bitboard sentries = enemy & beside(in_front);
    const Bitboard helpers = own & beside(file_mask(file_of(s)) & ~in_front);
    return sentries && popcount(helpers) >= popcount(sentries);
}

template <Side us, class Sink>
void passed_pawn(Square s, Bitboard passed, const SideInfo& own, const SideInfo& enemy, Sink& sink) {
    using B = PawnBlocks;
    constexpr float one = sign(us);
    const int rank = rank_from<us>(s);
    sink.add(B::passed(rank - 1, from_edge(file_of(s))), one);
    if (own.attacks[index(Kind::pawn)] & bit(s)) sink.add(B::passed_supported(rank - 2), one);
    const Bitboard near = bit(s) | north(bit(s)) | south(bit(s));
    if (beside(near) & passed & own.pawns) sink.add(B::passed_pair(rank - 1), one);
    if (rank < 3) return;
    const Square stop = lowest(forward<us>(bit(s)));
    sink.add(B::own_king(rank - 3, std::min(distance(own.king, stop), 5)), one);
    sink.add(B::enemy_king(rank - 3, std::min(distance(enemy.king, stop), 5)), one);
}

template <Side us, class Sink>
void pawns_of(const SideInfo& own, const SideInfo& enemy, PawnFacts& facts, Sink& sink) {
    using B = PawnBlocks;
    constexpr float one = sign(us);
    const PawnSpans<us> ours(own.pawns);
    const PawnSpans<!us> theirs(enemy.pawns);
    const Bitboard our_attacks = own.attacks[index(Kind::pawn)];
    const Bitboard their_attacks = enemy.attacks[index(Kind::pawn)];

    const Bitboard opposed = own.pawns & theirs.ahead_of;
    const Bitboard passed = own.pawns & ~(theirs.ahead_of | theirs.reach) & ~ahead<!us>(own.pawns);
    // It cannot be guarded by a pawn on its next step, and that step is under attack.
    const Bitboard weak_steps = forward<us>(own.pawns) & their_attacks & ~ours.reach;
    const Bitboard backward = forward<!us>(weak_steps);
    facts.passed |= passed;
    facts.outposts[leafstrap::index(us)] = ~theirs.reach;

    for (Bitboard pawns = own.pawns; pawns;) {
        const Square s = pop_lowest(pawns);
        const Bitboard here = bit(s);
        const int file = file_of(s), rank = rank_from<us>(s), open = !(opposed & here);
        const bool isolated = !(beside(file_mask(file)) & own.pawns);

        if (isolated)
            sink.add(B::isolated(file, open), one);
        else if (backward & here)
            sink.add(B::backward(file, open), one);
        if (ahead<us>(here) & own.pawns) sink.add(B::doubled(file), one);
        if (beside(here) & own.pawns) sink.add(B::phalanx(std::min(2 * (rank - 1) + open, 10)), one);
        if (our_attacks & here) sink.add(B::supported(std::min(2 * (rank - 2) + open, 8)), one);
        if (rank == 4 || rank == 5) {
            if (their_attacks & here) sink.add(B::lever(rank - 4), one);
            if (forward<us>(here) & enemy.pawns) sink.add(B::rammed(rank - 4), one);
        }
        if (passed & here)
            passed_pawn<us>(s, passed, own, enemy, sink);
        else if (open && is_candidate<us>(s, own.pawns, enemy.pawns))
            sink.add(B::candidate(rank - 1), one);
    }

    if (!own.pawns) return;
    Bitboard files = own.pawns | own.pawns >> 32;
    files |= files >> 16;
    files = (files | files >> 8) & rank_1;
    sink.add(B::islands(0), one * static_cast<float>(popcount(files & ~(files << 1))));
    sink.add(B::width(highest(files) - lowest(files)), one);
}

}  // namespace leafstrap::chess::meep
