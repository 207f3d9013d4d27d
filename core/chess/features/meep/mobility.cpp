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

// In the order of RoomNumbers.
const Entry numbers[] = {
    {"file.rook.half-open", "number of rooks on files with enemy pawns only"},
    {"file.rook.open", "number of rooks on files without pawns"},
    {"file.queen.half-open", "number of queens on files with enemy pawns only"},
    {"file.queen.open", "number of queens on files without pawns"},
    {"seventh.rook", "number of rooks on the seventh rank with enemy pawns there or the king behind it"},
    {"seventh.queen", "number of queens on the seventh rank with enemy pawns there or the king behind it"},
    {"rooks-joined", "number of rooks guarded by a rook"},
    {"outpost.near", "number of knights that can go to an outpost"},
    {"behind-pawn.knight", "number of knights directly behind a pawn"},
    {"behind-pawn.bishop", "number of bishops directly behind a pawn"},
    {"pawn-steps", "a quarter of the number of squares that pawns can safely step to"},
    {"step-threats", "a quarter of the number of enemy pieces that a pawn would attack after such a step"},
    {"centre", "a quarter of the number of attacked squares among d4, e4, d5, e5"},
    {"space",
     "a quarter of the number of squares on files c to f and ranks 2 to 4 with no own pawn and no attack by an enemy "
     "pawn"},
    {"pressure",
     "a quarter of the number of squares that both sides attack and the enemy does not hold, by a pawn or by numbers"},
    {"loose", "a quarter of the number of own pieces that nothing guards"},
};

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
    table.add(trapped_rook, "trapped-rook", "rook shut in beside its own king, castling lost");
    table.add(outpost, [](int row, int column) {
        return Entry{"outpost." + kind_word(row + 1) + "." + rank_word(column + 3),
                     kind_word(row + 1) + " on rank " + rank_word(column + 3) +
                         ", guarded by a pawn, where no enemy pawn can ever attack it"};
    });
    table.add(long_diagonal, "long-diagonal",
              "bishop on a long diagonal with no pawn before both of its centre squares");
    table.add(threat, [](int row, int victim) {
        const std::string by = kind_word(row / 2), man = kind_word(victim), state = row % 2 ? "guarded" : "loose";
        return Entry{"threat." + by + "." + man + "." + state,
                     state + " enemy " + man + " whose cheapest attacker is a " + by};
    });
    table.add(number, [](int row, int) { return numbers[row]; });
    table.add(to_move, "to-move", "the right to move");
}

}  // namespace leafstrap::chess::meep
