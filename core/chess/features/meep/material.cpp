#include "chess/features/meep/material.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::meep {

void MaterialBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    table.family("material");
    table.add(count, [](int kind, int) { return Entry{kind_word(kind), "number of " + kinds_word(kind)}; });
    table.add(pair, [](int row, int) {
        return Entry{"pair." + kind_word(row + 1), "two " + kinds_word(row + 1) + " or more"};
    });
    table.add(with_pawns, [](int row, int pawns) {
        return Entry{"with-pawns." + kind_word(row + 1) + "." + std::to_string(pawns),
                     "number of " + kinds_word(row + 1) + " of a side with " + count_word(pawns, "pawn")};
    });
    table.add(pawnless, "pawnless", "no pawn left to promote");
}

}  // namespace leafstrap::chess::meep
