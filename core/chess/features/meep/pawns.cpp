#include "chess/features/meep/pawns.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::meep {
namespace {

using Entry = FeatureTable::Entry;

std::string opposition(int open) { return open ? "open" : "closed"; }
std::string opposition_meaning(int open) {
    return open ? ", with no enemy pawn ahead on its file" : ", with an enemy pawn ahead on its file";
}

auto by_file_and_opposition(std::string word) {
    return [word](int file, int open) {
        return Entry{word + "." + file_word(file) + "." + opposition(open),
                     word + " pawn on the " + file_word(file) + "-file" + opposition_meaning(open)};
    };
}

auto by_rank_and_opposition(std::string word, std::string meaning, int first_rank) {
    return [=](int row, int) {
        const std::string rank = rank_word(row / 2 + first_rank);
        const int open = row / 2 + first_rank == 6 || row % 2;
        return Entry{word + "." + rank + "." + opposition(open),
                     "pawn on rank " + rank + " " + meaning + opposition_meaning(open)};
    };
}

auto by_rank(std::string word, std::string meaning, int first_rank) {
    return [=](int row, int) {
        const std::string rank = rank_word(row + first_rank);
        return Entry{word + "." + rank, "pawn on rank " + rank + " " + meaning};
    };
}

auto by_king_distance(std::string word, std::string king) {
    return [=](int row, int steps) {
        const std::string rank = rank_word(row + 3);
        const std::string far = steps == 5 ? "5 or more steps" : count_word(steps, "step");
        return Entry{
            word + "." + rank + "." + std::to_string(steps),
            "passed pawn on rank " + rank + " with the " + king + " king " + far + " from the square before it"};
    };
}

}  // namespace

void PawnBlocks::describe(FeatureTable& table) {
    table.family("pawn structure");
    table.add(isolated, by_file_and_opposition("isolated"));
    table.add(backward, by_file_and_opposition("backward"));
    table.add(doubled, [](int file, int) {
        return Entry{"doubled." + file_word(file),
                     "pawn behind another of its own on the " + file_word(file) + "-file"};
    });
    table.add(phalanx, by_rank_and_opposition("phalanx", "side by side with another", 1));
    table.add(supported, by_rank_and_opposition("supported", "guarded by another", 2));
    table.add(candidate, by_rank("candidate",
                                 "that no pawn opposes and that has as many pawns to help as there are to stop it", 1));
    table.add(lever, by_rank("lever", "that can take an enemy pawn", 4));
    table.add(rammed, by_rank("rammed", "locked with an enemy pawn", 4));
    table.add(islands, "islands", "number of pawn islands");
    table.add(width, [](int files, int) {
        return Entry{"width." + std::to_string(files),
                     "outermost pawns " + count_word(files, "file") + " apart (0: all on one file)"};
    });
    table.add(passed, [](int row, int column) {
        const std::string rank = rank_word(row + 1), files = file_word(column) + file_word(7 - column);
        return Entry{"passed." + files + "." + rank,
                     "passed pawn on rank " + rank + " of file " + file_word(column) + " or " + file_word(7 - column)};
    });
    table.add(passed_supported, by_rank("passed-supported", "that is passed and guarded by another", 2));
    table.add(passed_pair, by_rank("passed-pair", "that is passed and has a passed neighbour within a rank", 1));
    table.add(own_king, by_king_distance("passed-own-king", "own"));
    table.add(enemy_king, by_king_distance("passed-enemy-king", "enemy"));
}

}  // namespace leafstrap::chess::meep
