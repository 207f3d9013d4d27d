#include "draughts/features/global.hpp"

#include <string>

namespace leafstrap::draughts {
namespace {

void add_sides(FeatureTable& table, Block block, const std::string& name, const std::string& meaning) {
    table.add(block, [&](int row, int) {
        return FeatureTable::Entry{name + (row ? ".theirs" : ".own"), (row ? "their side: " : "own side: ") + meaning};
    });
}

}  // namespace

void GlobalBlocks::describe(FeatureTable& table) {
    table.family("global");
    table.add(balance, "balance", "men more than the other side, a king counting as three");
    table.add(tempi, "tempi", "rows that the own men have gone forward more than theirs, in quarters");
    table.add(opposition, "opposition",
              "1 if the men of both sides have gone an even number of rows together, else -1; who has the opposition "
              "keeps it as long as only men move");
    add_sides(table, men, "men", "number of men, in quarters");
    add_sides(table, kings, "kings", "number of kings");
    add_sides(table, long_diagonal, "long-diagonal", "kings on the long diagonal");
    add_sides(table, centre, "centre", "men on the six squares in the middle, 22-24 and 27-29, in quarters");
    add_sides(table, edge, "edge", "men at the left and right edge, in quarters");
    add_sides(table, back_row, "back-row", "men on their own back row, in quarters");
    add_sides(table, wings, "wings", "men on one half of the board more than on the other, in quarters");
    add_sides(table, mobility, "mobility",
              "steps of men to where no piece beside them can take them at once, in quarters");
    add_sides(table, runaways, "runaways",
              "men with none of the other side's pieces ahead on the squares they can reach");
    add_sides(table, loose, "loose", "men with no piece of their side next to them, in quarters");
}

}  // namespace leafstrap::draughts
