#include "draughts/features/wiering.hpp"

namespace leafstrap::draughts {

template <Family last>
const std::vector<FeatureInfo>& WieringSet<last>::describe() {
    static const std::vector<FeatureInfo> features = [] {
        FeatureTable table;
        GlobalBlocks::describe(table);
        if constexpr (last >= Family::diagonals) DiagonalBlocks::describe(table);
        if constexpr (last >= Family::structures) StructureBlocks::describe(table);
        if constexpr (last >= Family::squares) SquareBlocks::describe(table);
        return table.spell_out(stage_names);
    }();
    return features;
}

template const std::vector<FeatureInfo>& Global::describe();
template const std::vector<FeatureInfo>& Diagonals::describe();
template const std::vector<FeatureInfo>& Structures::describe();
template const std::vector<FeatureInfo>& Wiering::describe();

}  // namespace leafstrap::draughts
