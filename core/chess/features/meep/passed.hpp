// Family `pawn structure`, the part where pieces have a say: what stands in the way of a passed pawn, and bishops
// hemmed in by their own pawns.
#pragma once

#include "chess/features/meep/pawns.hpp"
#include "chess/features/meep/side_info.hpp"

namespace leafstrap::chess::meep {

struct PassedBlocks {
    // By rank 2 to 7. Blocked by an own or an enemy piece; or free to step, onto a square that is safe, contested
    // (attacked and guarded) or lost (attacked only).
    static constexpr Block blocked{PawnBlocks::end, 6, 2};
    static constexpr Block free = blocked.then(6, 3);
    static constexpr Block clear_path = free.then(6);
    static constexpr Block rook_behind = clear_path.then(2);  // an own one, an enemy one
    static constexpr Block unstoppable = rook_behind.then(1);
    static constexpr Block bishop_pawns = unstoppable.then(9);  // own pawns on the colour of a bishop
    static constexpr int end = bishop_pawns.end();

    static void describe(FeatureTable& table);
};

// With no enemy piece left the pawn only races the king; it may start with a double step.
template <Side us>
bool wins_race(const Position& position, Square s, const SideInfo& enemy) {
    if (enemy.knights | enemy.bishops | enemy.rooks | enemy.queens) return false;
    const Square goal = square(file_of(s), us == Side::first ? 7 : 0);
    const int steps = std::min(7 - rank_from<us>(s), 5);
    return distance(enemy.king, goal) - (position.turn() != us) > steps;
}

template <Side us, class Sink>
void passed_of(const Position& position, const PawnFacts& facts, const SideInfo& own, const SideInfo& enemy,
               Sink& sink) {
    using B = PassedBlocks;
    constexpr float one = sign(us);
    const Bitboard occupied = own.all | enemy.all;
    for (Bitboard pawns = facts.passed & own.pawns; pawns;) {
        const Square s = pop_lowest(pawns);
        const int row = rank_from<us>(s) - 1;
        const Bitboard path = ahead<us>(bit(s)), stop = forward<us>(bit(s));
        if (stop & occupied) {
            sink.add(B::blocked(row, (stop & enemy.all) != 0), one);
        } else {
            const bool attacked = stop & enemy.attacked, guarded = stop & own.attacked;
            sink.add(B::free(row, attacked ? (guarded ? 1 : 2) : 0), one);
        }
        if (!(path & (occupied | enemy.attacked))) sink.add(B::clear_path(row), one);
        if (!(path & occupied) && wins_race<us>(position, s, enemy)) sink.add(B::unstoppable(0), one);

        const Bitboard behind = ahead<!us>(bit(s)) & rook_attacks(s, occupied) & position.pieces(Kind::rook);
        if (behind) sink.add(B::rook_behind((behind & enemy.all) != 0), one);
    }
}

template <Side us, class Sink>
void bishop_pawns(Square bishop, const SideInfo& own, Sink& sink) {
    const Bitboard colour = bit(bishop) & light_squares ? light_squares : ~light_squares;
    sink.add(PassedBlocks::bishop_pawns(std::min(popcount(own.pawns & colour), 8)), sign(us));
}

}  // namespace leafstrap::chess::meep
