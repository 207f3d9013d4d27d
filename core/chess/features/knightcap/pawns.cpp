#include "chess/features/knightcap/pawns.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::knightcap {

void PawnBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    table.family("pawn structure");
    table.add(pos, [](int rank, int file) {
        const std::string place = square_word(square(file, rank));
        return Entry{"pawn-pos." + place, "pawn on " + place};
    });
    table.add(advance, [](int row, int column) {
        static constexpr std::array<const char*, 3> names{"pawn-advance.", "pawn-advance1.", "pawn-advance2."};
        static constexpr std::array<const char*, 3> kinds{"pawn", "pawn with no enemy pawn before it on its file",
                                                          "passed pawn"};
        return Entry{names.at(row) + rank_word(column + 1),
                     std::string(kinds.at(row)) + ", on rank " + rank_word(column + 1)};
    });
    table.add(unsupported, "unsupported-pawn", "number of pawns that no own pawn guards");
    table.add(adjacent, "adjacent-pawn", "number of pawns with an own pawn beside them");
    table.add(doubled, "doubled-pawn", "number of pawns with an own pawn before them on their file");
    table.add(isolated, "isolated-pawn", "number of pawns with no own pawn on the files beside theirs");
    table.add(weak, "weak-pawn", "number of pawns that no own pawn stands beside or can ever guard");
    table.add(mega_weak, "mega-weak-pawn", "number of weak pawns with no enemy pawn before them on their file");
}

}  // namespace leafstrap::chess::knightcap
