// Family `mobility`: how many squares a piece can go to, and how many of them are safe, by the rank it stands on.
#pragma once

#include <algorithm>

#include "chess/features/knightcap/passed.hpp"

namespace leafstrap::chess::knightcap {

struct MobilityBlocks {
    static constexpr int most = 9;  // 10 weights for each rank: the last is for this number and all above
    // A row for each kind, knight to king, and rank.
    static constexpr Block mobility{PassedBlocks::end, 5 * 8, most + 1};
    static constexpr Block smobility = mobility.then(5 * 8, most + 1);
    static constexpr int end = smobility.end();

    static void describe(FeatureTable& table);
};

template <Side us, class Sink>
void mobility_of(Kind kind, Square s, Bitboard moves, Bitboard safe_moves, Sink& sink) {
    using B = MobilityBlocks;
    const int row = (index(kind) - index(Kind::knight)) * 8 + rank_from<us>(s);
    sink.add(B::mobility(row, std::min(popcount(moves), B::most)), sign(us));
    sink.add(B::smobility(row, std::min(popcount(safe_moves), B::most)), sign(us));
}

// A king is safe where nothing attacks it, whoever holds the square.
template <Side us, class Sink>
void king_mobility(const View& view, Sink& sink) {
    const Bitboard moves = king_attacks(view.own.king) & ~view.own.all;
    mobility_of<us>(Kind::king, view.own.king, moves, moves & ~view.enemy.attacked, sink);
}

}  // namespace leafstrap::chess::knightcap
