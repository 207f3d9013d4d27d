#include "draughts/endgame/material.hpp"

#include <algorithm>

namespace leafstrap::draughts {

std::vector<EndgameMaterial> all_materials(int most_pieces) {
    std::vector<EndgameMaterial> all;
    for (int own = 1; own < most_pieces; ++own)
        for (int enemies = 1; enemies <= own && own + enemies <= most_pieces; ++enemies)
            for (int men = 0; men <= own; ++men)
                for (int enemy_men = 0; enemy_men <= enemies; ++enemy_men)
                    if (own > enemies || men <= enemy_men)
                        all.push_back({men, own - men, enemy_men, enemies - enemy_men});
    std::stable_sort(all.begin(), all.end(), [](const EndgameMaterial& a, const EndgameMaterial& b) {
        return a.pieces() != b.pieces() ? a.pieces() < b.pieces() : a.all_men() < b.all_men();
    });
    std::vector<EndgameMaterial> both;
    for (const EndgameMaterial& material : all) {
        both.push_back(material);
        if (material != material.other()) both.push_back(material.other());
    }
    return both;
}

}  // namespace leafstrap::draughts
