#include "chess/features/meep/passed.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::meep {

void PassedBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    table.family("pawn structure");
    table.add(blocked, [](int row, int by_enemy) {
        const std::string by = by_enemy ? "enemy" : "own";
        return Entry{"passed-blocked." + rank_word(row + 1) + "." + by,
                     "passed pawn on rank " + rank_word(row + 1) + " blocked by an " + by + " man"};
    });
    table.add(free, [](int row, int state) {
        static constexpr std::array<const char*, 3> states{"safe", "contested", "lost"};
        static constexpr std::array<const char*, 3> meanings{"not attacked", "attacked and guarded",
                                                             "attacked and not guarded"};
        return Entry{
            "passed-free." + rank_word(row + 1) + "." + states[state],
            "passed pawn on rank " + rank_word(row + 1) + ", the square before it empty and " + meanings[state]};
    });
    table.add(clear_path, [](int row, int) {
        return Entry{"passed-clear." + rank_word(row + 1),
                     "passed pawn on rank " + rank_word(row + 1) + " with its whole way empty and not attacked"};
    });
    table.add(rook_behind, [](int enemy, int) {
        const std::string whose = enemy ? "enemy" : "own";
        return Entry{"passed-rook." + whose, "passed pawn with an " + whose + " rook behind it"};
    });
    table.add(unstoppable, "passed-unstoppable", "passed pawn that a lone king cannot catch");
    table.add(bishop_pawns, [](int pawns, int) {
        return Entry{"bishop-pawns." + std::to_string(pawns),
                     "bishop with " + count_word(pawns, "own pawn") + " on squares of its colour"};
    });
}

}  // namespace leafstrap::chess::meep
