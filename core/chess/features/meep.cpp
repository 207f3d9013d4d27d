#include "chess/features/meep.hpp"

#include "eval/one_feature_set.hpp"

namespace leafstrap::chess {

const std::vector<FeatureInfo>& Meep::describe() {
    static const std::vector<FeatureInfo> features = [] {
        FeatureTable table;
        meep::MaterialBlocks::describe(table);
        meep::SquareBlocks::describe(table);
        meep::PawnBlocks::describe(table);
        meep::PassedBlocks::describe(table);
        meep::MobilityBlocks::describe(table);
        meep::KingBlocks::describe(table);
        return table.spell_out(stage_names);
    }();
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_meep() { return make_feature_set<Meep>(); }

}  // namespace leafstrap::chess
