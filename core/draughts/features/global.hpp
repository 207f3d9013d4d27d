// Family `global`: what no single square tells. Wiering et al. give the number, 23, and the material balance as an
// example; the others are ours.
//
// Numbers that grow large are counted in quarters, so that all inputs of a network are of like size.
#pragma once

#include <cstdlib>

#include "draughts/features/geometry.hpp"
#include "draughts/features/inputs.hpp"
#include "eval/feature_info.hpp"

namespace leafstrap::draughts {

struct GlobalBlocks {
    static constexpr Block balance{0, 1};
    static constexpr Block tempi = balance.then(1);
    static constexpr Block opposition = tempi.then(1);
    // Rows are the mover and the other side.
    static constexpr Block men = opposition.then(2);
    static constexpr Block kings = men.then(2);
    static constexpr Block long_diagonal = kings.then(2);
    static constexpr Block centre = long_diagonal.then(2);
    static constexpr Block edge = centre.then(2);
    static constexpr Block back_row = edge.then(2);
    static constexpr Block wings = back_row.then(2);
    static constexpr Block mobility = wings.then(2);
    static constexpr Block runaways = mobility.then(2);
    static constexpr Block loose = runaways.then(2);
    static constexpr int end = loose.end();

    static void describe(FeatureTable& table);
};
static_assert(GlobalBlocks::end == 23);

inline constexpr Bitboard centre_squares = squares(22, 23, 24, 27, 28, 29);
inline constexpr Bitboard edge_squares = squares_where([](Square s) { return column_of(s) % 9 == 0; });
inline constexpr Bitboard left_wing = squares_where([](Square s) { return column_of(s) < 5; });
inline constexpr Bitboard long_diagonal_squares = squares_where([](Square s) { return row_of(s) + column_of(s) == 9; });
// By the binary digits of the rows' numbers: four counts give the sum of all rows.
template <int digit>
inline constexpr Bitboard rows_with = squares_where([](Square s) { return (row_count - 1 - row_of(s)) & digit; });

// The rows that all men of a side have gone forward from its back row.
inline int rows_gone(Bitboard men) {
    return popcount(men & rows_with<1>) + 2 * popcount(men & rows_with<2>) + 4 * popcount(men & rows_with<4>) +
           8 * popcount(men & rows_with<8>);
}

// Steps of men in a direction to where no piece next to them can take them at once. One before them always can, as the
// man leaves an empty square behind.
template <Direction d>
int safe_steps(const SideView& own, Bitboard empty) {
    constexpr Direction side = d == up_left ? up_right : up_left, back = opposite(side);
    const Bitboard enemies = own.enemies();
    const Bitboard to = shift<d>(own.men) & empty;
    const Bitboard taken = shift<opposite(d)>(enemies) | (shift<back>(enemies) & shift<side>(empty)) |
                           (shift<side>(enemies) & shift<back>(empty));
    return popcount(to & ~taken);
}

// Squares that have one of the set ahead, be it straight or to the side: a man there would have to pass it.
inline Bitboard behind(Bitboard set) {
    Bitboard reached = set;
    for (int row = 1; row < row_count; ++row)
        reached |= (shift<down_left>(reached) | shift<down_right>(reached)) & all_squares;
    return reached;
}

inline Bitboard next_to(Bitboard set) {
    return shift<up_left>(set) | shift<up_right>(set) | shift<down_left>(set) | shift<down_right>(set);
}

template <int one, class Sink>
void global_of(int row, const SideView& side, Sink& sink) {
    using B = GlobalBlocks;
    constexpr float quarter = 0.25F;
    const Bitboard empty = side.empty();
    add_number<one>(sink, B::men(row), popcount(side.men), quarter);
    add_number<one>(sink, B::kings(row), popcount(side.kings));
    add_number<one>(sink, B::long_diagonal(row), popcount(side.kings & long_diagonal_squares));
    add_number<one>(sink, B::centre(row), popcount(side.men & centre_squares), quarter);
    add_number<one>(sink, B::edge(row), popcount(side.men & edge_squares), quarter);
    add_number<one>(sink, B::back_row(row), popcount(side.men & bottom_row), quarter);
    const int left = popcount(side.men & left_wing), right = popcount(side.men & ~left_wing);
    add_number<one>(sink, B::wings(row), std::abs(left - right), quarter);
    add_number<one>(sink, B::mobility(row), safe_steps<up_left>(side, empty) + safe_steps<up_right>(side, empty),
                    quarter);
    add_number<one>(sink, B::runaways(row), popcount(side.men & ~behind(side.enemies())));
    add_number<one>(sink, B::loose(row), popcount(side.men & ~next_to(side.pieces())), quarter);
}

template <int one, class Sink>
void global(const SideView& own, const SideView& theirs, Sink& sink) {
    using B = GlobalBlocks;
    const int men = popcount(own.men) - popcount(theirs.men), kings = popcount(own.kings) - popcount(theirs.kings);
    if (const int balance = men + 3 * kings) sink.add(B::balance(0), static_cast<float>(one * balance));
    const int gone = rows_gone(own.men), theirs_gone = rows_gone(theirs.men);
    if (gone != theirs_gone) sink.add(B::tempi(0), one * static_cast<float>(gone - theirs_gone) / 4);
    sink.add(B::opposition(0), (gone + theirs_gone) % 2 ? -one : one);
    global_of<one>(0, own, sink);
    global_of<one>(1, theirs, sink);
}

}  // namespace leafstrap::draughts
