#include "chess/features/knightcap.hpp"

#include "eval/one_feature_set.hpp"

namespace leafstrap::chess {

const std::vector<FeatureInfo>& KnightCap::describe() {
    static const std::vector<FeatureInfo> features = [] {
        FeatureTable table;
        knightcap::MaterialBlocks::describe(table);
        knightcap::PawnBlocks::describe(table);
        knightcap::PassedBlocks::describe(table);
        knightcap::MobilityBlocks::describe(table);
        knightcap::ControlBlocks::describe(table);
        knightcap::ThreatBlocks::describe(table);
        knightcap::PieceBlocks::describe(table);
        knightcap::KingBlocks::describe(table);
        return table.spell_out(stage_names);
    }();
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_knightcap() { return make_feature_set<KnightCap>(); }

}  // namespace leafstrap::chess
