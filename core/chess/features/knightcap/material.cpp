#include "chess/features/knightcap/material.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::knightcap {

void MaterialBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    table.family("material");
    table.add(piece_values, [](int kind, int) { return Entry{kind_word(kind), "number of " + kinds_word(kind)}; });
    table.add(bishop_pair, "bishop-pair", "two bishops or more");
    table.add(opposite_bishops, "opposite-bishops",
              "one bishop each, of opposite colours: for the side whose material is worth less");
    table.add(no_material, "no-material", "not enough men left to mate a bare king");
    table.add(draw_value, "draw-value", "no pawns, and neither side can mate a bare king: for the program's side");
    table.add(near_draw_value, "near-draw-value",
              "no pawns, and neither side is ahead by more than a bishop: for the program's side");
    table.add(piece_trade_bonus, [](int number, int) {
        return Entry{"piece-trade-bonus." + std::to_string(number),
                     "more material, with " + count_word(number, "piece") + " on the board beside the kings"};
    });
    table.add(pawn_trade_bonus, [](int number, int) {
        return Entry{"pawn-trade-bonus." + std::to_string(number),
                     "more material, with " + count_word(number, "pawn") + " on the board"};
    });
}

}  // namespace leafstrap::chess::knightcap
