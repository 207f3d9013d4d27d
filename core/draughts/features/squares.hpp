// Family `squares`: the men of both sides on the board as the mover sees it. Kings are left out, as in Wiering et al.
#pragma once

#include "draughts/features/inputs.hpp"
#include "draughts/features/structures.hpp"
#include "eval/feature_info.hpp"

namespace leafstrap::draughts {

struct SquareBlocks {
    static constexpr Block man{StructureBlocks::end, 2, square_count};
    static constexpr int end = man.end();

    static void describe(FeatureTable& table);
};
static_assert(SquareBlocks::end == 220);

template <int one, class Sink>
void men_on_squares(const SideView& own, Sink& sink) {
    for (Bitboard men = own.men; men;) sink.add(SquareBlocks::man(0, number_of(pop_lowest(men)) - 1), one);
    for (Bitboard men = own.enemy_men; men;) sink.add(SquareBlocks::man(1, number_of(pop_lowest(men)) - 1), one);
}

}  // namespace leafstrap::draughts
