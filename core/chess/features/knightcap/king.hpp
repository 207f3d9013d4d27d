// Family `king`: where the kings stand, what shelters them and what attacks them.
#pragma once

#include <algorithm>

#include "chess/features/knightcap/pieces.hpp"

namespace leafstrap::chess::knightcap {

struct KingBlocks {
    static constexpr Block castle_bonus{PieceBlocks::end, 1};
    static constexpr Block opening_king_advance = castle_bonus.then(8);
    static constexpr Block mid_king_advance = opening_king_advance.then(8);
    static constexpr Block king_proximity = mid_king_advance.then(8);
    static constexpr Block ending_kpos = king_proximity.then(2, 4);  // own half or not, steps from the edge
    static constexpr Block mating_position = ending_kpos.then(1);
    static constexpr Block queen_file_safety = mating_position.then(1);
    static constexpr Block noqueen_file_safety = queen_file_safety.then(1);
    // With the attacker's queen and without, on the program's king and on its opponent's.
    static constexpr Block q_king_attack_computer = noqueen_file_safety.then(8);
    static constexpr Block q_king_attack_opponent = q_king_attack_computer.then(8);
    static constexpr Block noq_king_attack_computer = q_king_attack_opponent.then(8);
    static constexpr Block noq_king_attack_opponent = noq_king_attack_computer.then(8);
    static constexpr int end = noq_king_attack_opponent.end();

    static void describe(FeatureTable& table);
};

inline int steps_from_edge(Square s) { return std::min(from_edge(file_of(s)), from_edge(rank_of(s))); }

template <Side us, class Sink>
void king_place(const View& view, Stage stage, Sink& sink) {
    using B = KingBlocks;
    constexpr float one = sign(us);
    const Square king = view.own.king;
    const int rank = rank_from<us>(king);
    switch (stage) {
        case Stage::opening:
            sink.add(B::opening_king_advance(rank), one);
            break;
        case Stage::middle:
            sink.add(B::mid_king_advance(rank), one);
            break;
        default:
            sink.add(B::ending_kpos(rank >= 4, steps_from_edge(king)), one);
    }
    const bool bare = view.enemy.all == bit(view.enemy.king);
    if (bare && can_mate(view.own))
        sink.add(B::mating_position(0), one * static_cast<float>(3 - steps_from_edge(view.enemy.king)));
}

// The stronger side wants the kings close.
template <class Sink>
void king_proximity(Square white, Square black, int ahead, Sink& sink) {
    if (ahead) sink.add(KingBlocks::king_proximity(distance(white, black)), static_cast<float>(ahead));
}

template <Side us, class Sink>
void king_safety(const View& view, Sink& sink) {
    using B = KingBlocks;
    constexpr float one = sign(us);
    if (castled<us>(view.own.king) != Castled::no) sink.add(B::castle_bonus(0), one);
    // The files of the king and its neighbours, and of three an edge file is one.
    const int middle = std::clamp(file_of(view.own.king), 1, 6);
    const Bitboard files = (file_a * 7) << (middle - 1);
    const int bare = 3 - popcount(whole_files(view.own.pawns) & files & rank_1);
    const Block block = view.enemy.queens ? B::queen_file_safety : B::noqueen_file_safety;
    if (bare) sink.add(block(0), one * static_cast<float>(bare));
}

// Pieces that attack a square around the enemy king. The program's king has weights of its own, so that it can learn to
// be careful.
template <Side us, class Sink>
void king_attack(const View& view, Side perspective, Sink& sink) {
    using B = KingBlocks;
    const Bitboard around = king_attacks(view.enemy.king);
    int attackers = 0;
    for (int i = 0; i < view.own.piece_count; ++i) attackers += (view.own.pieces[i].attacks & around) != 0;
    const Block with_queen = us == perspective ? B::q_king_attack_opponent : B::q_king_attack_computer;
    const Block without = us == perspective ? B::noq_king_attack_opponent : B::noq_king_attack_computer;
    const Block block = view.own.queens ? with_queen : without;
    sink.add(block(std::min(attackers, block.rows - 1)), sign(us));
}

}  // namespace leafstrap::chess::knightcap
