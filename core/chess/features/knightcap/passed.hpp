// Family `pawn structure`, the part where pieces have a say.
#pragma once

#include <algorithm>

#include "chess/features/knightcap/army.hpp"
#include "chess/features/knightcap/pawns.hpp"

namespace leafstrap::chess::knightcap {

struct PassedBlocks {
    // A pawn on rank 2 has six squares before it, one on rank 7 has one: 6 + 5 + 4 + 3 + 2 + 1.
    static constexpr Block control{PawnBlocks::end, 21};
    static constexpr Block unstoppable = control.then(1);
    static constexpr Block blocked = unstoppable.then(1);
    static constexpr Block king_support = blocked.then(1);
    static constexpr Block king_defence = king_support.then(1);
    static constexpr Block rook_support = king_defence.then(1);
    static constexpr Block rook_attack = rook_support.then(1);
    static constexpr Block blocked_dpawn = rook_attack.then(1);
    static constexpr Block blocked_epawn = blocked_dpawn.then(1);
    static constexpr Block odd_bishops_pawn_pos = blocked_epawn.then(1);
    static constexpr Block defence = odd_bishops_pawn_pos.then(2, kind_count);  // not attacked, attacked
    static constexpr Block weak_attack = defence.then(8);
    static constexpr int end = weak_attack.end();

    // Ranks count from 0, and the square is ahead of the pawn.
    static constexpr int control_at(int pawn_rank, int square_rank) {
        return control((pawn_rank - 1) * (14 - pawn_rank) / 2 + square_rank - pawn_rank - 1);
    }

    static void describe(FeatureTable& table);
};
static_assert(PassedBlocks::control_at(1, 2) == PassedBlocks::control.first);
static_assert(PassedBlocks::control_at(2, 3) == PassedBlocks::control_at(1, 7) + 1);
static_assert(PassedBlocks::control_at(6, 7) == PassedBlocks::control.end() - 1);

// With no enemy piece left the pawn only races the king; it may start with a double step.
template <Side us>
bool wins_race(const View& view, Square s) {
    if (view.enemy.piece_count || (ahead<us>(bit(s)) & view.position.occupied())) return false;
    const Square goal = square(file_of(s), us == Side::first ? 7 : 0);
    const int steps = std::min(7 - rank_from<us>(s), 5);
    return distance(view.enemy.king, goal) - (view.position.turn() != us) > steps;
}

template <Side us, class Sink>
void passed_pawn(const View& view, Square s, Sink& sink) {
    using B = PassedBlocks;
    constexpr float one = sign(us);
    const Bitboard occupied = view.position.occupied(), path = ahead<us>(bit(s)), stop = forward<us>(bit(s));
    for (Bitboard held = path & view.held; held;)
        sink.add(B::control_at(rank_from<us>(s), rank_from<us>(pop_lowest(held))), one);
    for (Bitboard lost = path & view.enemy_held; lost;)
        sink.add(B::control_at(rank_from<us>(s), rank_from<us>(pop_lowest(lost))), -one);

    if (wins_race<us>(view, s)) sink.add(B::unstoppable(0), one);
    if (stop & view.enemy.all) sink.add(B::blocked(0), one);
    if (distance(view.own.king, lowest(stop)) <= 2) sink.add(B::king_support(0), one);
    if (bit(view.enemy.king) & (path | beside(path))) sink.add(B::king_defence(0), -one);
    const Bitboard behind = ahead<!us>(bit(s)) & rook_attacks(s, occupied);
    if (behind & view.own.rooks) sink.add(B::rook_support(0), one);
    if (behind & view.enemy.rooks) sink.add(B::rook_attack(0), -one);
}

template <Side us, class Sink>
void pawn_play(const View& view, Sink& sink) {
    using B = PassedBlocks;
    constexpr float one = sign(us);
    for (Bitboard pawns = view.passed & view.own.pawns; pawns;) passed_pawn<us>(view, pop_lowest(pawns), sink);

    constexpr Bitboard d2 = bit(relative(us, square(3, 1))), e2 = bit(relative(us, square(4, 1)));
    const Bitboard stuck = view.own.pawns & forward<!us>(view.position.occupied());
    if (stuck & d2) sink.add(B::blocked_dpawn(0), one);
    if (stuck & e2) sink.add(B::blocked_epawn(0), one);

    if (opposite_bishops(view.own, view.enemy)) {
        const Bitboard colour = view.own.bishops & light_squares ? light_squares : ~light_squares;
        sink.add(B::odd_bishops_pawn_pos(0), one * static_cast<float>(popcount(view.own.pawns & colour)));
    }
    for (Bitboard guarded = view.own.all & view.own.attacks[index(Kind::pawn)]; guarded;) {
        const Square s = pop_lowest(guarded);
        sink.add(B::defence(view.enemy.attacked >> s & 1, index(view.position.kind_on(s))), one);
    }
    int attacks = 0;
    const Bitboard prey = view.weak & view.enemy.pawns;
    if (!(prey & view.own.attacked)) return;
    for (int i = 0; i < view.own.piece_count; ++i) attacks += popcount(view.own.pieces[i].attacks & prey);
    if (attacks) sink.add(B::weak_attack(std::min(attacks, B::weak_attack.rows) - 1), one);
}

}  // namespace leafstrap::chess::knightcap
