// Family `structures`: formations that players know, each from the end of the side that has it. Wiering et al. give
// the number, 33 besides the diagonals, and one name, the fence (Hekstelling), whose squares are in a figure that the
// text does not spell out; which squares belong to it and all others are ours.
#pragma once

#include <array>
#include <string_view>

#include "draughts/features/diagonals.hpp"
#include "draughts/features/inputs.hpp"
#include "eval/feature_info.hpp"

namespace leafstrap::draughts {

// Men that a side has, men that the other has, and squares that are empty. Kings are no part of any.
struct Structure {
    std::string_view name, meaning;
    Bitboard own, enemy = 0, empty = 0;

    constexpr bool holds(const SideView& side, Bitboard empty_squares) const {
        return !((own & ~side.men) | (enemy & ~side.enemy_men) | (empty & ~empty_squares));
    }
};

inline constexpr std::array<Structure, 16> side_structures{{
    {"fence", "a man on 22 shut in", squares(27, 31, 32), squares(16, 18, 22), squares(21)},
    {"chain", "the short wing held in a chain", squares(27, 28, 31, 33, 36), squares(16, 17, 18, 22)},
    {"centre-lock", "the centre held from both sides", squares(28, 29, 32, 34), squares(18, 19, 23)},
    {"short-wing-lock", "two men at the edge kept from stepping out", squares(26, 27, 31), squares(16, 17),
     squares(21, 22)},
    {"roozenburg", "Roozenburg's outpost on 24 beside the man on 25", squares(24, 29), squares(25), squares(20)},
    {"ghestem", "Ghestem's thrust to 22 into a classical centre", squares(22, 28, 32), squares(19, 23, 24)},
    {"wedge.22", "an outpost with both squares behind it held", squares(22, 27, 28)},
    {"wedge.23", "an outpost with both squares behind it held", squares(23, 28, 29)},
    {"wedge.24", "an outpost with both squares behind it held", squares(24, 29, 30)},
    {"crown", "the crown man at home", squares(48)},
    {"bridge", "two men that guard the back row", squares(47, 49)},
    {"left-behind", "the left edge not developed", squares(36, 41, 46)},
    {"right-behind", "the right edge not developed", squares(35, 40, 45)},
    {"bind.26", "a man at the edge that ties one behind the man before it", squares(26), squares(17, 21)},
    {"bind.25", "a man at the edge that ties one behind the man before it", squares(25), squares(14, 20)},
    {"hanging.28", "the centre man without a man behind it", squares(28), 0, squares(32, 33)},
}};

// The same for both sides: what counts is who is to move.
inline constexpr Structure classical{"classical", "the classical centre, and the mover has to keep it",
                                     squares(27, 28, 32), squares(19, 23, 24)};

struct StructureBlocks {
    static constexpr Block of_side{DiagonalBlocks::end, 2, side_structures.size()};
    static constexpr Block of_both = of_side.then(1);
    static constexpr int end = of_both.end();

    static void describe(FeatureTable& table);
};
static_assert(StructureBlocks::end == 120);

template <int one, class Sink>
void structures_of(int row, const SideView& side, Sink& sink) {
    const Bitboard empty = side.empty();
    for (std::size_t i = 0; i < side_structures.size(); ++i)
        if (side_structures[i].holds(side, empty)) sink.add(StructureBlocks::of_side(row, static_cast<int>(i)), one);
}

template <int one, class Sink>
void structures(const SideView& own, const SideView& theirs, Sink& sink) {
    structures_of<one>(0, own, sink);
    structures_of<one>(1, theirs, sink);
    if (classical.holds(own, 0)) sink.add(StructureBlocks::of_both(0), one);
}

}  // namespace leafstrap::draughts
