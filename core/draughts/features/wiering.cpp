#include "draughts/features/wiering.hpp"

#include "eval/one_feature_set.hpp"

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

std::unique_ptr<AnyFeatureSet<Position>> make_global() { return make_feature_set<Global>(); }
std::unique_ptr<AnyFeatureSet<Position>> make_diagonals() { return make_feature_set<Diagonals>(); }
std::unique_ptr<AnyFeatureSet<Position>> make_structures() { return make_feature_set<Structures>(); }
std::unique_ptr<AnyFeatureSet<Position>> make_wiering() { return make_feature_set<Wiering>(); }

}  // namespace leafstrap::draughts
