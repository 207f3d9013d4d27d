// Family `general`: the features that section 5.1 of Wiering et al. lists. The paper gives their names and that they
// are 71 inputs; how many inputs a feature has is ours where the names leave it open.
//
// Numbers that grow large are counted in quarters, so that all inputs of a network are of like size.
#pragma once

#include "chess/features/wiering/side_info.hpp"
#include "eval/feature_info.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::chess::wiering {

struct GeneralBlocks {
    static constexpr Block balance{0, 1};
    // Rows are the mover and the other side.
    static constexpr Block count = balance.then(2, 5);  // pawn to queen
    static constexpr Block queen_mobility = count.then(2);
    // The piece that can go to most squares, and the others.
    static constexpr Block rook_in_rank = queen_mobility.then(2, 2);
    static constexpr Block rook_in_file = rook_in_rank.then(2, 2);
    static constexpr Block bishop_mobility = rook_in_file.then(2, 2);
    static constexpr Block knight_mobility = bishop_mobility.then(2, 2);
    static constexpr Block centre_control = knight_mobility.then(2, 2);  // attacks, pieces
    static constexpr Block isolated = centre_control.then(2, 2);         // an enemy pawn ahead on the file, or none
    static constexpr Block doubled = isolated.then(2);
    static constexpr Block passed = doubled.then(2, 6);  // ranks 2 to 7
    static constexpr Block pawn_forks = passed.then(2);
    static constexpr Block knight_forks = pawn_forks.then(2);
    static constexpr Block at_home = knight_forks.then(2, 2);  // knights, bishops
    static constexpr Block joined_in_rank = at_home.then(2);
    static constexpr Block joined_in_file = joined_in_rank.then(2);
    static constexpr Block seventh = joined_in_file.then(2);
    static constexpr Block board_control = seventh.then(2);
    static constexpr Block connectivity = board_control.then(2);
    static constexpr Block king_distance = connectivity.then(2);
    static constexpr int end = king_distance.end();

    static void describe(FeatureTable& table);
};
static_assert(GeneralBlocks::end == 71);

// In pawns, as stages of the game are told apart.
inline int worth(const Pieces& pieces) {
    return popcount(pieces.pawns) + 3 * popcount(pieces.knights | pieces.bishops) + 5 * popcount(pieces.rooks) +
           9 * popcount(pieces.queens);
}

// Steps to the nearest square of the centre.
inline int steps_to_centre(Square s) { return 3 - std::min(from_edge(file_of(s)), from_edge(rank_of(s))); }

template <int one, class Sink>
void add_mobility(Sink& sink, Block block, int row, const Mobility& mobility) {
    add_times(sink, block(row, 0), one * mobility.best, 0.25F);
    add_times(sink, block(row, 1), one * mobility.others(), 0.25F);
}

template <Side us, int one, class Sink>
void pawn_structure(int row, const SideInfo& own, const SideInfo& theirs, Sink& sink) {
    using B = GeneralBlocks;
    const Bitboard their_way = ahead<!us>(theirs.pawns);
    const Bitboard isolated = own.pawns & ~beside(whole_files(own.pawns));
    add_times(sink, B::isolated(row, 0), one * popcount(isolated & their_way));
    add_times(sink, B::isolated(row, 1), one * popcount(isolated & ~their_way));
    add_times(sink, B::doubled(row), one * popcount(own.pawns & ahead<us>(own.pawns)));
    for (Bitboard passed = own.pawns & ~their_way & ~beside(their_way); passed;)
        sink.add(B::passed(row, rank_from<us>(pop_lowest(passed)) - 1), one);
}

template <Side us, int one, class Sink>
void general_of(int row, const SideInfo& own, const SideInfo& theirs, Sink& sink) {
    using B = GeneralBlocks;
    constexpr float quarter = 0.25F;
    add_times(sink, B::count(row, 0), one * popcount(own.pawns), quarter);
    add_times(sink, B::count(row, 1), one * popcount(own.knights));
    add_times(sink, B::count(row, 2), one * popcount(own.bishops));
    add_times(sink, B::count(row, 3), one * popcount(own.rooks));
    add_times(sink, B::count(row, 4), one * popcount(own.queens));
    add_times(sink, B::queen_mobility(row), one * own.queen_mobility, quarter);
    add_mobility<one>(sink, B::rook_in_rank, row, own.rook_in_rank);
    add_mobility<one>(sink, B::rook_in_file, row, own.rook_in_file);
    add_mobility<one>(sink, B::bishop_mobility, row, own.bishop);
    add_mobility<one>(sink, B::knight_mobility, row, own.knight);
    add_times(sink, B::centre_control(row, 0), one * own.centre_attacks, quarter);
    add_times(sink, B::centre_control(row, 1), one * popcount(own.all & centre));
    pawn_structure<us, one>(row, own, theirs, sink);
    add_times(sink, B::pawn_forks(row), one * own.pawn_forks);
    add_times(sink, B::knight_forks(row), one * own.knight_forks);
    add_times(sink, B::at_home(row, 0), one * popcount(own.knights & relative_rank(us, 0)));
    add_times(sink, B::at_home(row, 1), one * popcount(own.bishops & relative_rank(us, 0)));
    add_times(sink, B::joined_in_rank(row), one * own.joined_in_rank / 2);
    add_times(sink, B::joined_in_file(row), one * own.joined_in_file / 2);
    add_times(sink, B::seventh(row), one * popcount(own.rooks & relative_rank(us, 6)));
    add_times(sink, B::board_control(row), one * popcount(own.attacked & ~theirs.attacked), quarter);
    add_times(sink, B::connectivity(row), one * own.connectivity, quarter);
    add_times(sink, B::king_distance(row), one * steps_to_centre(own.king));
}

template <Side mover, class Sink>
void general(const SideInfo& own, const SideInfo& theirs, Sink& sink) {
    constexpr int one = sign(mover);
    add_times(sink, GeneralBlocks::balance(0), one * (worth(own) - worth(theirs)));
    general_of<mover, one>(0, own, theirs, sink);
    general_of<!mover, one>(1, theirs, own, sink);
}

}  // namespace leafstrap::chess::wiering
