#include "chess/features/wiering.hpp"

#include <string>

#include "chess/features/words.hpp"
#include "eval/one_feature_set.hpp"

namespace leafstrap::chess {

namespace wiering {
namespace {

using Entry = FeatureTable::Entry;

std::string side_end(int row) { return row ? ".theirs" : ".own"; }
std::string side_word(int row) { return row ? "their " : "own "; }

Entry entry(int row, const std::string& name, const std::string& meaning) {
    return {name + side_end(row), (row ? "their side: " : "own side: ") + meaning};
}

void add_sides(FeatureTable& table, Block block, const std::string& name, const std::string& meaning) {
    table.add(block, [&](int row, int) { return entry(row, name, meaning); });
}

// Two inputs a side.
void add_pairs(FeatureTable& table, Block block, const Entry& one, const Entry& other) {
    table.add(block, [&](int row, int column) {
        const auto& [name, meaning] = column ? other : one;
        return entry(row, name, meaning);
    });
}

void add_mobility(FeatureTable& table, Block block, const std::string& name, const std::string& piece,
                  const std::string& where) {
    const std::string squares = "squares" + where + " that ";
    add_pairs(table, block, {name + ".best", squares + "the " + piece + " with most of them can go to, in quarters"},
              {name + ".others", squares + "the other " + piece + "s can go to, in quarters"});
}

}  // namespace

void GeneralBlocks::describe(FeatureTable& table) {
    table.family("general");
    table.add(balance, "balance", "material more than the other side, in pawns: 3, 3, 5 and 9 for the pieces");
    table.add(count, [](int row, int kind) {
        return entry(row, kinds_word(kind), "number of " + kinds_word(kind) + (kind ? "" : ", in quarters"));
    });
    add_sides(table, queen_mobility, "queen-mobility", "squares that queens can go to, in quarters");
    add_mobility(table, rook_in_rank, "rook-horizontal", "rook", " on its rank");
    add_mobility(table, rook_in_file, "rook-vertical", "rook", " on its file");
    add_mobility(table, bishop_mobility, "bishop-mobility", "bishop", "");
    add_mobility(table, knight_mobility, "knight-mobility", "knight", "");
    add_pairs(table, centre_control, {"centre-attacks", "attacks on d4, e4, d5 and e5, in quarters"},
              {"centre-men", "men on d4, e4, d5 and e5"});
    add_pairs(table, isolated, {"isolated.opposed", "pawns without neighbours, an enemy pawn ahead on their file"},
              {"isolated.open", "pawns without neighbours, no enemy pawn ahead on their file"});
    add_sides(table, doubled, "doubled", "pawns ahead of another of their side");
    table.add(passed, [](int row, int column) {
        const std::string rank = rank_word(column + 1);
        return entry(row, "passed." + rank, "passed pawns on rank " + rank + ", counted from their side");
    });
    add_sides(table, pawn_forks, "pawn-forks", "pawns that attack two pieces at once");
    add_sides(table, knight_forks, "knight-forks", "knights that attack two or more of king, queens and rooks");
    add_pairs(table, at_home, {"knights-at-home", "knights on the first rank"},
              {"bishops-at-home", "bishops on the first rank"});
    add_sides(table, joined_in_rank, "rooks-joined-horizontal", "pairs of rooks with nothing between them on a rank");
    add_sides(table, joined_in_file, "rooks-joined-vertical", "pairs of rooks with nothing between them on a file");
    add_sides(table, seventh, "rooks-on-seventh", "rooks on the seventh rank");
    add_sides(table, board_control, "board-control", "squares that only this side attacks, in quarters");
    add_sides(table, connectivity, "connectivity",
              "men but the king that men of their side defend, each as often as it is defended, in quarters");
    add_sides(table, king_distance, "king-distance", "steps of the king to the nearest of d4, e4, d5 and e5");
}

void SquareBlocks::describe_partial(FeatureTable& table) {
    table.family("kings and pawns");
    table.add(king, [](int row, int place) {
        return Entry{"king." + square_word(place) + side_end(row), side_word(row) + "king on " + square_word(place)};
    });
    table.add(pawn, [](int row, int place) {
        const std::string where = square_word(place + 8);
        return Entry{"pawn." + where + side_end(row), side_word(row) + "pawn on " + where};
    });
    table.add(file, [](int row, int column) {
        const std::string where = file_word(column);
        return Entry{"file." + where + side_end(row), "number of " + side_word(row) + "pawns on file " + where};
    });
}

void SquareBlocks::describe_pieces(FeatureTable& table) {
    table.family("pieces");
    table.add(piece, [](int row, int place) {
        const int side = row / 4, kind = row % 4 + 1;
        if (place == off_board)
            return Entry{kind_word(kind) + ".none" + side_end(side), "no " + side_word(side) + kind_word(kind)};
        const std::string where = square_word(place);
        return Entry{kind_word(kind) + "." + where + side_end(side),
                     side_word(side) + kind_word(kind) + " on " + where};
    });
}

}  // namespace wiering

template <wiering::Board board>
const std::vector<FeatureInfo>& WieringSet<board>::describe() {
    static const std::vector<FeatureInfo> features = [] {
        FeatureTable table;
        wiering::GeneralBlocks::describe(table);
        if constexpr (board >= wiering::Board::partial) wiering::SquareBlocks::describe_partial(table);
        if constexpr (board == wiering::Board::full) wiering::SquareBlocks::describe_pieces(table);
        return table.spell_out(stage_names);
    }();
    return features;
}

template const std::vector<FeatureInfo>& General::describe();
template const std::vector<FeatureInfo>& KingsAndPawns::describe();
template const std::vector<FeatureInfo>& Wiering::describe();

std::unique_ptr<AnyFeatureSet<Position>> make_general() { return make_feature_set<General>(); }
std::unique_ptr<AnyFeatureSet<Position>> make_kings_and_pawns() { return make_feature_set<KingsAndPawns>(); }
std::unique_ptr<AnyFeatureSet<Position>> make_wiering() { return make_feature_set<Wiering>(); }

}  // namespace leafstrap::chess
