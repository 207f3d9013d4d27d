// Family `pawns`: weak ones and strong ones.
#pragma once

#include "chess/features/neurochess/count.hpp"

namespace leafstrap::chess::neurochess {

struct Pawns {
    int isolated, isolated_open, doubled, backward, weak, phalanx, guarded;
    std::array<int, 6> passed;  // on ranks 2 to 7
    int passed_guarded, passed_pair, passed_blocked, passed_free, passed_runs, rook_behind;
    int islands, centre, rammed, levers, queen_wing, king_wing, own_king, enemy_king;
};

inline constexpr std::array<Count, 27> pawn_counts{{
    {"pawn.isolated", "pawns without a friend on the files beside them"},
    {"pawn.isolated.open", "isolated pawns with no enemy pawn ahead"},
    {"pawn.doubled", "pawns behind another pawn of their side"},
    {"pawn.backward", "pawns that no pawn can guard after their next step, which an enemy pawn attacks"},
    {"pawn.weak", "pawns with no friend beside or behind on the files beside them"},
    {"pawn.phalanx", "pawns with a friend right beside them"},
    {"pawn.guarded", "pawns that a pawn guards"},
    {"passed.2", "passed pawns on rank 2"},
    {"passed.3", "passed pawns on rank 3"},
    {"passed.4", "passed pawns on rank 4"},
    {"passed.5", "passed pawns on rank 5"},
    {"passed.6", "passed pawns on rank 6"},
    {"passed.7", "passed pawns on rank 7"},
    {"passed.guarded", "passed pawns that a pawn guards"},
    {"passed.pair", "passed pawns beside another, or one rank from being so"},
    {"passed.blocked", "passed pawns with an enemy man right ahead"},
    {"passed.free", "passed pawns with nothing at all ahead"},
    {"passed.runs", "passed pawns with nothing ahead that no king catches, the enemy having no piece left"},
    {"passed.rook", "passed pawns with a rook of their side behind them on the file"},
    {"pawn.islands", "groups of files with pawns"},
    {"pawn.centre", "pawns on d4, e4, d5, e5"},
    {"pawn.rammed", "pawns right before an enemy pawn"},
    {"pawn.lever", "pawns that attack an enemy pawn"},
    {"majority.queen", "more pawns than the enemy on files a to d"},
    {"majority.king", "more pawns than the enemy on files e to h"},
    {"passed.own-king", "king's moves from the own king to the passed pawns, all together", 0.25F},
    {"passed.enemy-king", "king's moves from the enemy king to the passed pawns, all together", 0.25F},
}};

template <Side us>
Pawns pawns_of(const SideInfo& own, const SideInfo& enemy, bool on_move) {
    constexpr Bitboard centre = 0x0000001818000000, left = 0x0F0F0F0F0F0F0F0F;
    const Bitboard guarded = own.attacks[index(Kind::pawn)], hit = enemy.attacks[index(Kind::pawn)];
    const Bitboard our_ahead = ahead<us>(own.pawns), their_ahead = ahead<!us>(enemy.pawns);
    const Bitboard reach = beside(our_ahead);  // what our pawns attack, or may attack one day
    const Bitboard has_neighbour = beside(whole_files(own.pawns));
    const Bitboard isolated = own.pawns & ~has_neighbour;
    const Bitboard passed = own.pawns & ~(their_ahead | beside(their_ahead)) & ~ahead<!us>(own.pawns);
    const Bitboard helped = beside(own.pawns) | reach;
    const Bitboard steps = forward<us>(own.pawns) & hit & ~reach, occupied = own.all | enemy.all;
    const Bitboard near = own.pawns & passed;
    const Bitboard pair = near & (beside(near) | beside(north(near)) | beside(south(near)));
    const bool pieces = (enemy.knights | enemy.bishops | enemy.rooks | enemy.queens) != 0;

    Pawns pawns{};
    pawns.isolated = popcount(isolated);
    pawns.isolated_open = popcount(isolated & ~their_ahead);
    pawns.doubled = popcount(own.pawns & ahead<!us>(own.pawns));
    pawns.backward = popcount(forward<!us>(steps) & has_neighbour);
    pawns.weak = popcount(own.pawns & ~helped);
    pawns.phalanx = popcount(own.pawns & beside(own.pawns));
    pawns.guarded = popcount(own.pawns & guarded);
    pawns.passed_guarded = popcount(passed & guarded);
    pawns.passed_pair = popcount(pair);
    for (Bitboard left_over = passed; left_over;) {
        const Square s = pop_lowest(left_over);
        const int rank = rank_from<us>(s);
        const Bitboard path = ahead<us>(bit(s));
        const bool free = !(path & occupied);
        const Square goal = square(file_of(s), us == Side::first ? 7 : 0);
        pawns.passed[static_cast<std::size_t>(rank - 1)] += 1;
        pawns.passed_blocked += (forward<us>(bit(s)) & enemy.all) != 0;
        pawns.passed_free += free;
        pawns.passed_runs += free && !pieces && distance(enemy.king, goal) - !on_move > std::min(7 - rank, 5);
        pawns.rook_behind += (ahead<!us>(bit(s)) & rook_attacks(s, occupied) & own.rooks) != 0;
        pawns.own_king += distance(own.king, s);
        pawns.enemy_king += distance(enemy.king, s);
    }
    const Bitboard files = whole_files(own.pawns) & rank_1;
    pawns.islands = popcount(files & ~(files << 1));
    pawns.centre = popcount(own.pawns & centre);
    pawns.rammed = popcount(forward<us>(own.pawns) & enemy.pawns);
    pawns.levers = popcount(own.pawns & hit);
    pawns.queen_wing = popcount(own.pawns & left) > popcount(enemy.pawns & left);
    pawns.king_wing = popcount(own.pawns & ~left) > popcount(enemy.pawns & ~left);
    return pawns;
}

}  // namespace leafstrap::chess::neurochess
