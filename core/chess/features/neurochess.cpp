#include "chess/features/neurochess.hpp"

#include "eval/one_feature_set.hpp"

namespace leafstrap::chess {

const std::vector<FeatureInfo>& NeuroChess::describe() {
    static const std::vector<FeatureInfo> features = [] {
        using namespace neurochess;
        FeatureTable table;
        table.family("men");
        neurochess::describe(table, 0, place_counts);
        table.family("pawns");
        neurochess::describe(table, first_pawn, pawn_counts);
        table.family("activity");
        neurochess::describe(table, first_activity, activity_counts);
        table.family("king");
        neurochess::describe(table, first_king, king_counts);
        table.family("dangers");
        neurochess::describe(table, first_own_danger, danger_counts, "own.", "of the side to move: ");
        neurochess::describe(table, first_other_danger, danger_counts, "other.", "of the other side: ");
        table.family("board");
        neurochess::describe(table, first_board, board_counts);
        return table.spell_out(stage_names);
    }();
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_neurochess() { return make_feature_set<NeuroChess>(); }

}  // namespace leafstrap::chess
