#include "draughts/features/structures.hpp"

#include <string>

namespace leafstrap::draughts {
namespace {

// "27, 31 and 32"
std::string listed(Bitboard set) {
    std::string text;
    while (set) {
        const std::string number = std::to_string(number_of(pop_lowest(set)));
        text += text.empty() ? number : set ? ", " + number : " and " + number;
    }
    return text;
}

std::string spelled(const Structure& structure) {
    std::string text(structure.meaning);
    text += ": men on " + listed(structure.own);
    if (structure.enemy) text += ", the other side's on " + listed(structure.enemy);
    if (structure.empty) text += ", nothing on " + listed(structure.empty);
    return text;
}

}  // namespace

void StructureBlocks::describe(FeatureTable& table) {
    using Entry = FeatureTable::Entry;
    table.family("structures");
    table.add(of_side, [](int row, int column) {
        const Structure& structure = side_structures[static_cast<std::size_t>(column)];
        return Entry{std::string(structure.name) + (row ? ".theirs" : ".own"),
                     (row ? "their side, seen from their end: " : "own side: ") + spelled(structure)};
    });
    table.add(of_both, std::string(classical.name), spelled(classical));
}

}  // namespace leafstrap::draughts
