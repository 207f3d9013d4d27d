#include "draughts/features/patterns.hpp"

#include <string>

#include "eval/one_feature_set.hpp"

namespace leafstrap::draughts {
namespace {

// An area square by square: m is a man of the side that looks, o one of the other's, - no man.
std::string drawn(int filling) {
    std::string squares;
    for (int place = 0; place < area_size; ++place, filling /= 3) squares += "-mo"[filling % 3];
    return squares;
}

std::string corner(int table) {
    const int row = table / areas_across * 2, place = table % areas_across;
    return std::to_string(row * 5 + place + 1);
}

}  // namespace

const std::vector<FeatureInfo>& Patterns::describe() {
    using Entry = FeatureTable::Entry;
    static const std::vector<FeatureInfo> features = [] {
        FeatureTable table;
        table.family("material");
        table.add(Blocks::material, [](int king, int) {
            return king ? Entry{"king", "number of kings"} : Entry{"man", "number of men"};
        });
        table.add(Blocks::any_king, "any king", "there is a king, or several");
        table.family("kings");
        table.add(Blocks::king_square, [](int place, int) {
            const std::string number = std::to_string(place + 1);
            return Entry{"king " + number, "king on square " + number + " as White counts"};
        });
        table.family("rows");
        table.add(Blocks::row, [](int row, int) {
            const std::string number = std::to_string(row + 1);
            return Entry{"row " + number, "men on row " + number + " from the own side"};
        });
        table.family("balance");
        table.add(Blocks::imbalance, "imbalance", "men that one wing (three columns) has more than the other");
        table.add(Blocks::to_move, "to move", "whose turn it is");
        table.family("patterns");
        table.add(Blocks::pattern, [](int area, int filling) {
            const std::string squares = drawn(filling);
            return Entry{"area " + corner(area) + " " + squares,
                         "two squares by four rows, from square " + corner(area) + " down, hold " + squares};
        });
        return table.spell_out(stage_names);
    }();
    return features;
}

std::unique_ptr<AnyFeatureSet<Position>> make_patterns() { return make_feature_set<Patterns>(); }

}  // namespace leafstrap::draughts
