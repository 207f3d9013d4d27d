#include "draughts/features/material.hpp"

#include "eval/one_feature_set.hpp"

namespace leafstrap::draughts {

const std::vector<FeatureInfo>& Material::describe() {
    static const std::vector<FeatureInfo> features = [] {
        FeatureTable table;
        table.family("material");
        table.add(Block{0, 1}, "man", "number of men");
        table.add(Block{1, 1}, "king", "number of kings");
        return table.spell_out(stage_names);
    }();
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_material() { return make_feature_set<Material>(); }

}  // namespace leafstrap::draughts
