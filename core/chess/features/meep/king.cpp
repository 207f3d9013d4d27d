#include "chess/features/meep/king.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::meep {
namespace {

using Entry = FeatureTable::Entry;

std::string edge_files(int from_edge) { return file_word(from_edge) + file_word(7 - from_edge); }
std::string near_king(int from_edge) {
    return " on file " + file_word(from_edge) + " or " + file_word(7 - from_edge) + " by the king";
}
std::string or_more(int number, int most) { return std::to_string(number) + (number == most ? " or more" : ""); }

Entry gathering_entry(int row, int) {
    const int code = row + 1, minors = code / 6, rooks = code / 2 % 3, queens = code % 2;
    return {"gathering." + std::to_string(minors) + std::to_string(rooks) + std::to_string(queens),
            "enemy king's ring attacked by " + or_more(minors, 3) + " minor pieces, " + or_more(rooks, 2) +
                " rooks and " + (queens ? "a queen" : "no queen")};
}

void describe_shelter(FeatureTable& table) {
    using B = KingBlocks;
    table.add(B::shelter, [](int edge, int rank) {
        return Entry{
            "shelter." + edge_files(edge) + "." + (rank ? rank_word(rank) : "none"),
            (rank ? "nearest own pawn on rank " + rank_word(rank) : std::string("no own pawn")) + near_king(edge)};
    });
    table.add(B::storm, [](int edge, int row) {
        return Entry{"storm." + edge_files(edge) + "." + rank_word(row + 1),
                     "nearest enemy pawn on rank " + rank_word(row + 1) + near_king(edge)};
    });
    table.add(B::locked_storm, [](int row, int) {
        return Entry{"storm.locked." + rank_word(row + 2), "nearest enemy pawn on rank " + rank_word(row + 2) +
                                                               " on a file by the king, locked with an own pawn"};
    });
    table.add(B::castling, [](int row, int) {
        const std::string wing = row ? "long" : "short";
        return Entry{"castling." + wing, "the right to castle " + wing};
    });
}

void describe_assault(FeatureTable& table) {
    using B = KingBlocks;
    table.add(B::gathering, gathering_entry);
    table.add(B::siege, [](int row, int) {
        return Entry{"siege." + std::to_string(row + 1),
                     or_more(row + 1, 12) + " attacks of pieces on squares of the enemy king's ring"};
    });
    table.add(B::breach, [](int row, int) {
        return Entry{
            "breach." + std::to_string(row + 1),
            or_more(row + 1, 6) + " attacked squares of the enemy king's ring that at most king or queen guard"};
    });
    table.add(B::check, [](int row, int column) {
        static constexpr std::array<const char*, 3> states{"unsafe", "safe", "several"};
        static constexpr std::array<const char*, 3> meanings{"but nowhere safely", "safely from one square",
                                                             "safely from several squares"};
        return Entry{"check." + kind_word(row + 1) + "." + states[column],
                     kind_word(row + 1) + " can check, " + meanings[column]};
    });
    table.add(B::closeness, [](int row, int column) {
        return Entry{"close." + kind_word(row + 1) + "." + std::to_string(column + 1),
                     kind_word(row + 1) + " " + count_word(column + 1, "step") + " from the enemy king"};
    });
}

}  // namespace

void KingBlocks::describe(FeatureTable& table) {
    table.family("king safety");
    describe_shelter(table);
    describe_assault(table);
    table.add(flight, [](int squares, int) {
        return Entry{"flight." + std::to_string(squares), "king with " + count_word(squares, "square") + " to go to"};
    });
    table.add(pinned, [](int kind, int) {
        return Entry{"pinned." + kind_word(kind), kind_word(kind) + " that shields its king from a slider"};
    });
    table.add(escort, [](int row, int) {
        return Entry{"escort." + std::to_string(row + 2),
                     "own king " + std::to_string(row + 2) + " steps from a bare enemy king"};
    });
    table.add(corner, "corner",
              "steps of a bare enemy king to the nearest corner; with bishops of one colour and no rook or queen, to "
              "one of that colour");
}

}  // namespace leafstrap::chess::meep
