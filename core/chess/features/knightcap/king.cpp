#include "chess/features/knightcap/king.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::knightcap {
namespace {

using Entry = FeatureTable::Entry;

auto by_rank(const std::string& name, const std::string& stage) {
    return [=](int rank, int) {
        return Entry{name + "." + rank_word(rank), "in the " + stage + ": king on rank " + rank_word(rank)};
    };
}

auto attacked(const std::string& name, const std::string& whose, const std::string& queen) {
    return [=](int number, int) {
        const std::string most = number == 7 ? " or more" : "";
        return Entry{name + "." + std::to_string(number), "squares around the king of " + whose + " attacked by " +
                                                              count_word(number, "piece") + most + " of a side " +
                                                              queen + " a queen"};
    };
}

}  // namespace

void KingBlocks::describe(FeatureTable& table) {
    table.family("king");
    table.add(castle_bonus, "castle-bonus", "king on rank 1 or 2, on files a to c or g and h");
    table.add(opening_king_advance, by_rank("opening-king-advance", "opening"));
    table.add(mid_king_advance, by_rank("mid-king-advance", "middle game"));
    table.add(king_proximity, [](int steps, int) {
        return Entry{"king-proximity." + std::to_string(steps),
                     "more material, with " + count_word(steps, "step") + " from king to king"};
    });
    table.add(ending_kpos, [](int far, int steps) {
        const std::string half = far ? "enemy" : "own";
        return Entry{"ending-kpos." + half + "." + std::to_string(steps),
                     "in the ending and when mating: king on the " + half + " half of the board, " +
                         count_word(steps, "step") + " from the edge"};
    });
    table.add(mating_position, "mating-position",
              "steps of a bare enemy king from the centre, with enough men to mate it");
    table.add(queen_file_safety, "queen-file-safety",
              "number of the three files at the king without an own pawn, against a queen");
    table.add(noqueen_file_safety, "noqueen-file-safety",
              "number of the three files at the king without an own pawn, against no queen");
    table.add(q_king_attack_computer, attacked("q-king-attack-computer", "the program", "with"));
    table.add(q_king_attack_opponent, attacked("q-king-attack-opponent", "its opponent", "with"));
    table.add(noq_king_attack_computer, attacked("noq-king-attack-computer", "the program", "without"));
    table.add(noq_king_attack_opponent, attacked("noq-king-attack-opponent", "its opponent", "without"));
}

}  // namespace leafstrap::chess::knightcap
