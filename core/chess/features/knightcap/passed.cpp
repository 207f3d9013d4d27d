#include "chess/features/knightcap/passed.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::knightcap {

void PassedBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    table.family("pawn structure");
    table.add(control, [](int row, int) {
        int rank = 1;
        while (rank < 6 && control_at(rank + 1, rank + 2) <= control(row)) ++rank;
        const int ahead = rank + 1 + control(row) - control_at(rank, rank + 1);
        return Entry{"passed-pawn-control." + rank_word(rank) + "." + rank_word(ahead),
                     "passed pawn on rank " + rank_word(rank) + ", its square on rank " + rank_word(ahead) +
                         " held; minus if the enemy holds it"};
    });
    table.add(unstoppable, "unstoppable-pawn", "number of passed pawns that a lone king cannot catch");
    table.add(blocked, "blocked-passed-pawn", "number of passed pawns with an enemy man on the next square");
    table.add(king_support, "king-passed-pawn-support",
              "number of passed pawns with the own king within two steps of the next square");
    table.add(king_defence, "king-passed-pawn-defence",
              "number of enemy passed pawns with the own king ahead of them, on their file or beside it");
    table.add(rook_support, "passed-pawn-rook-support", "number of passed pawns with an own rook behind them");
    table.add(rook_attack, "passed-pawn-rook-attack", "number of enemy passed pawns with an own rook behind them");
    table.add(blocked_dpawn, "blocked-dpawn", "pawn on d2 with a man before it");
    table.add(blocked_epawn, "blocked-epawn", "pawn on e2 with a man before it");
    table.add(odd_bishops_pawn_pos, "odd-bishops-pawn-pos",
              "number of pawns on the colour of the own bishop, with one bishop each, of opposite colours");
    table.add(defence, [](int attacked, int kind) {
        const std::string state = attacked ? "attacked" : "quiet";
        return Entry{"pawn-defence." + kind_word(kind) + "." + state,
                     "number of " + kinds_word(kind) + " guarded by a pawn and " + (attacked ? "" : "not ") +
                         "attacked by the enemy"};
    });
    table.add(weak_attack, [](int row, int) {
        const std::string number = std::to_string(row + 1) + (row + 1 == weak_attack.rows ? " or more" : "");
        return Entry{"weak-pawn-attack-value." + std::to_string(row + 1),
                     "weak enemy pawns attacked " + number + (row ? " times" : " time") + " by pieces"};
    });
}

}  // namespace leafstrap::chess::knightcap
