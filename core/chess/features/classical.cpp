#include "chess/features/classical.hpp"

#include <string>

#include "chess/features/words.hpp"
#include "eval/one_feature_set.hpp"

namespace leafstrap::chess {

namespace classical {
namespace {

using Entry = FeatureTable::Entry;

// Two squares that share a weight, one on either wing: "d4" and "d4 or e4".
std::string left_square(int rank, int from_edge) { return square_word(square(from_edge, rank)); }
std::string both_squares(int rank, int from_edge) {
    return left_square(rank, from_edge) + " or " + square_word(square(7 - from_edge, rank));
}
std::string both_files(int from_edge) { return file_word(from_edge) + " or " + file_word(7 - from_edge); }

const std::string as_much = ", as much as the enemy has pieces left";

}  // namespace

void PieceBlocks::describe(FeatureTable& table) {
    table.family("material");
    table.add(count, [](int kind, int) { return Entry{kind_word(kind), "number of " + kinds_word(kind)}; });
    table.add(pair, "bishop-pair", "two bishops or more");
    table.family("pieces");
    table.add(square, [](int row, int place) {
        const std::string kind = kind_word(row + 1);
        return Entry{kind + "." + left_square(place / 4, place % 4),
                     kind + " on " + both_squares(place / 4, place % 4)};
    });
    table.add(half_open, "rook-half-open", "rooks on files with enemy pawns only");
    table.add(open, "rook-open", "rooks on files without pawns");
    table.add(seventh, "rook-seventh", "rooks on the seventh rank");
}

void PawnBlocks::describe(FeatureTable& table) {
    const auto opposed = [](int open) {
        return open ? std::string("no enemy pawn ahead on their file")
                    : std::string("an enemy pawn ahead on their file");
    };
    table.family("pawns");
    table.add(square, [](int row, int column) {
        return Entry{"pawn." + left_square(row + 1, column), "pawn on " + both_squares(row + 1, column)};
    });
    table.add(doubled, "doubled", "pawns ahead of another of their side");
    table.add(isolated, [&](int open, int) {
        return Entry{open ? "isolated.open" : "isolated.opposed", "pawns without neighbours, " + opposed(open)};
    });
    table.add(backward, [&](int open, int) {
        return Entry{open ? "backward.open" : "backward.opposed",
                     "pawns that no other can guard and that an enemy pawn stops, " + opposed(open)};
    });
    table.add(passed, [](int row, int) {
        return Entry{"passed." + rank_word(row + 1), "passed pawns on rank " + rank_word(row + 1)};
    });
}

void KingBlocks::describe(FeatureTable& table) {
    table.family("king");
    table.add(square, [](int place, int) {
        return Entry{"king." + square_word(place), "king on " + square_word(place) + as_much};
    });
    table.add(ending, [](int place, int) {
        return Entry{"king-ending." + left_square(place / 4, place % 4),
                     "king on " + both_squares(place / 4, place % 4) + ", as much as the enemy's pieces have gone"};
    });
    table.add(shield, [](int row, int column) {
        constexpr std::array words{"second", "third", "far", "none"};
        constexpr std::array meanings{"an own pawn on rank 2", "an own pawn on rank 3, none behind it",
                                      "own pawns beyond rank 3 only", "no own pawn"};
        return Entry{std::string("shield.") + file_word(row) + "." + words.at(static_cast<std::size_t>(column)),
                     std::string(meanings.at(static_cast<std::size_t>(column))) + " on file " + both_files(row) +
                         " of the king's wing" + as_much};
    });
    table.add(storm, [](int row, int column) {
        constexpr std::array words{"open", "near", "coming"};
        constexpr std::array meanings{"no enemy pawn", "an enemy pawn on rank 3 or 2",
                                      "the nearest enemy pawn on rank 4"};
        return Entry{std::string("storm.") + file_word(row) + "." + words.at(static_cast<std::size_t>(column)),
                     std::string(meanings.at(static_cast<std::size_t>(column))) + " on file " + both_files(row) +
                         " of the king's wing" + as_much};
    });
    table.add(exposed, "exposed", "files without own pawns by a king on file d or e" + as_much);
}

}  // namespace classical

const std::vector<FeatureInfo>& Classical::describe() {
    static const std::vector<FeatureInfo> features = [] {
        FeatureTable table;
        classical::PieceBlocks::describe(table);
        classical::PawnBlocks::describe(table);
        classical::KingBlocks::describe(table);
        return table.spell_out(stage_names);
    }();
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_classical() { return make_feature_set<Classical>(); }

}  // namespace leafstrap::chess
