#include "chess/features/knightcap/mobility.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::knightcap {

void MobilityBlocks::describe(FeatureTable& table) {
    table.family("mobility");
    const auto entry = [](const std::string& suffix, const std::string& squares) {
        return [=](int row, int number) {
            const std::string kind = kind_word(row / 8 + 1), rank = rank_word(row % 8);
            const std::string count = std::to_string(number) + (number == most ? " or more" : "");
            return FeatureTable::Entry{kind + suffix + rank + "." + std::to_string(number),
                                       kind + " on rank " + rank + " with " + count + " " + squares + " to go to"};
        };
    };
    table.add(mobility, entry("-mobility.", "squares"));
    table.add(smobility, entry("-smobility.", "safe squares"));
}

}  // namespace leafstrap::chess::knightcap
