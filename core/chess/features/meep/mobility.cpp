#include "chess/features/meep/mobility.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::meep {
namespace {

using Entry = FeatureTable::Entry;

auto by_squares(Kind kind) {
    return [=](int squares, int) {
        return Entry{"mobility." + kind_word(kind) + "." + std::to_string(squares),
                     kind_word(kind) + " with " + count_word(squares, "square") + " to go to"};
    };
}

}  // namespace

void MobilityBlocks::describe(FeatureTable& table) {
    table.family("mobility");
    table.add(knight, by_squares(Kind::knight));
    table.add(bishop, by_squares(Kind::bishop));
    table.add(rook, by_squares(Kind::rook));
    table.add(queen, [](int half, int) {
        const std::string range = std::to_string(2 * half) + "-" + std::to_string(2 * half + 1);
        return Entry{"mobility.queen." + range, "queen with " + range + " squares to go to"};
    });
    table.add(file, [](int row, int open) {
        return Entry{"file." + kind_word(row + 3) + (open ? ".open" : ".half-open"),
                     kind_word(row + 3) + (open ? " on a file without pawns" : " on a file with enemy pawns only")};
    });
    table.add(seventh, [](int row, int) {
        return Entry{"seventh." + kind_word(row + 3),
                     kind_word(row + 3) + " on the seventh rank with pawns there or the king behind it"};
    });
    table.add(rooks_joined, "rooks-joined", "rook guarded by another rook");
    table.add(trapped_rook, "trapped-rook", "rook shut in beside its own king, castling lost");
    table.add(outpost, [](int row, int column) {
        return Entry{"outpost." + kind_word(row + 1) + "." + rank_word(column + 3),
                     kind_word(row + 1) + " on rank " + rank_word(column + 3) +
                         ", guarded by a pawn, where no enemy pawn can ever attack it"};
    });
    table.add(near_outpost, "outpost.near", "knight that can go to such a square");
    table.add(behind_pawn, [](int row, int) {
        return Entry{"behind-pawn." + kind_word(row + 1), kind_word(row + 1) + " directly behind a pawn"};
    });
    table.add(long_diagonal, "long-diagonal",
              "bishop on a long diagonal with no pawn before both of its centre squares");
    table.add(threat, [](int row, int victim) {
        const std::string by = kind_word(row / 2), man = kind_word(victim), state = row % 2 ? "guarded" : "loose";
        return Entry{"threat." + by + "." + man + "." + state,
                     state + " enemy " + man + " whose cheapest attacker is a " + by};
    });
    table.add(pawn_steps, "pawn-steps", "number of pawn moves that do not lose the pawn");
    table.add(step_threats, "step-threats", "number of pieces that such a move would attack");
    table.add(centre, "centre", "number of attacked squares among d4, e4, d5, e5");
    table.add(space, "space",
              "number of squares on files c to f and ranks 2 to 4 with no own pawn and no attack by an enemy pawn");
    table.add(pressure, "pressure",
              "number of squares that both sides attack and the enemy does not hold, by a pawn or by numbers");
    table.add(loose, "loose", "number of own pieces that nothing guards");
    table.add(to_move, "to-move", "the right to move");
}

}  // namespace leafstrap::chess::meep
