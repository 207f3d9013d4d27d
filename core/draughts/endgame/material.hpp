// What stands on the board in an endgame, in the view of the side to move, and what is known of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "draughts/side_view.hpp"

namespace leafstrap::draughts {

// Of the side to move.
enum class Verdict : std::uint8_t { drawn, won, lost };

struct EndgameMaterial {
    int men = 0, kings = 0;
    int enemy_men = 0, enemy_kings = 0;

    static EndgameMaterial of(const SideView& side) {
        return {popcount(side.men), popcount(side.kings), popcount(side.enemy_men), popcount(side.enemy_kings)};
    }
    bool operator==(const EndgameMaterial&) const = default;

    EndgameMaterial other() const { return {enemy_men, enemy_kings, men, kings}; }
    int own() const { return men + kings; }
    int enemies() const { return enemy_men + enemy_kings; }
    int pieces() const { return own() + enemies(); }
    // Captures leave fewer pieces, promotions fewer men.
    int all_men() const { return men + enemy_men; }

    // "MMK v K"
    std::string text() const {
        const auto letters = [](int men, int kings) {
            return std::string(static_cast<std::size_t>(men), 'M') + std::string(static_cast<std::size_t>(kings), 'K');
        };
        return letters(men, kings) + " v " + letters(enemy_men, enemy_kings);
    }
};

// All endgames with at most so many pieces, each after those that its captures and promotions lead to, and beside the
// one with the sides changed.
std::vector<EndgameMaterial> all_materials(int most_pieces);

}  // namespace leafstrap::draughts
