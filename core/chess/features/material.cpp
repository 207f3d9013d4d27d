#include "chess/features/material.hpp"

#include "chess/features/words.hpp"
#include "eval/one_feature_set.hpp"

namespace leafstrap::chess {

const std::vector<FeatureInfo>& Material::describe() {
    static const std::vector<FeatureInfo> features = [] {
        FeatureTable table;
        table.family("material");
        table.add(Block{0, concepts},
                  [](int kind, int) { return FeatureTable::Entry{kind_word(kind), "number of " + kinds_word(kind)}; });
        return table.spell_out(stage_names);
    }();
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_material() { return make_feature_set<Material>(); }

}  // namespace leafstrap::chess
