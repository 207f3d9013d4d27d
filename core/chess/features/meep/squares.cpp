#include "chess/features/meep/squares.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::meep {

void SquareBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    table.family("piece-square tables");
    table.add(pawn, [](int row, int file) {
        const std::string near = square_word(square(file, row + 1)), far = square_word(square(7 - file, row + 1));
        return Entry{"square.pawn." + near, "pawn on " + near + ", or on " + far + " when its king is on files a to d"};
    });
    table.add(piece, [](int row, int column) {
        const std::string kind = kind_word(row + 1), place = square_word(column);
        return Entry{"square." + kind + "." + place, kind + " on " + place};
    });
}

}  // namespace leafstrap::chess::meep
