#include "chess/features/gnuchess.hpp"

#include "eval/one_feature_set.hpp"

namespace leafstrap::chess {

const std::vector<FeatureInfo>& GnuChess::describe() {
    static const std::vector<FeatureInfo> features = [] {
        using namespace gnuchess;
        FeatureTable table;
        table.family("terms");
        neurochess::describe(table, 0, term_counts);
        table.family("hung");
        neurochess::describe(table, first_own, hung_counts, "own.", "of the side to move: ");
        neurochess::describe(table, first_other, hung_counts, "other.", "of the other side: ");
        table.family("board");
        table.add(Block{to_move, 1}, "to-move", "always 1: the right to move");
        table.add(Block{stage, 1}, "stage", "how much both sides have pieces left, by quarters");
        return table.spell_out(stage_names);
    }();
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_gnuchess() { return make_feature_set<GnuChess>(); }

}  // namespace leafstrap::chess
