#include "draughts/features/squares.hpp"

#include <string>

namespace leafstrap::draughts {

void SquareBlocks::describe(FeatureTable& table) {
    table.family("squares");
    table.add(man, [](int row, int column) {
        const std::string number = std::to_string(column + 1);
        return FeatureTable::Entry{"man." + number + (row ? ".theirs" : ".own"),
                                   (row ? "their man on " : "own man on ") + number};
    });
}

}  // namespace leafstrap::draughts
