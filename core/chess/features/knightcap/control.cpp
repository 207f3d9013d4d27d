#include "chess/features/knightcap/control.hpp"

#include "chess/features/words.hpp"

namespace leafstrap::chess::knightcap {

void ControlBlocks::describe(FeatureTable& table) {
    table.family("board control");
    const auto entry = [](const std::string& name, const std::string& where) {
        return [=](int s, int) {
            return FeatureTable::Entry{name + square_word(s), "control of " + square_word(s) + where};
        };
    };
    table.add(pos_base, entry("pos-base.", ""));
    table.add(pos_kingside, entry("pos-kingside.", " by a side castled on the king's wing"));
    table.add(pos_queenside, entry("pos-queenside.", " by a side castled on the queen's wing"));
}

}  // namespace leafstrap::chess::knightcap
