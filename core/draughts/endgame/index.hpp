// Numbers all positions with the same material, and finds them by number.
//
// A position's number is made of the numbers of its four kinds of pieces, as if they did not know of each other. Where
// two would stand on one square there is a number, but no position.
#pragma once

#include <cassert>
#include <optional>
#include <vector>

#include "draughts/endgame/material.hpp"
#include "draughts/endgame/placements.hpp"

namespace leafstrap::draughts {

class EndgameIndex {
public:
    explicit EndgameIndex(const EndgameMaterial& material)
        : material_(material),
          enemy_men_(enemy_men_placements.size(material.enemy_men)),
          kings_(king_placements.size(material.kings)),
          enemy_kings_(king_placements.size(material.enemy_kings)) {}

    const EndgameMaterial& material() const { return material_; }
    std::uint32_t size() const { return men_placements.size(material_.men) * enemy_men_ * kings_ * enemy_kings_; }

    std::uint32_t of(const SideView& side) const {
        assert(EndgameMaterial::of(side) == material_);
        return ((men_placements.of(side.men) * enemy_men_ + enemy_men_placements.of(side.enemy_men)) * kings_ +
                king_placements.of(side.kings)) *
                   enemy_kings_ +
               king_placements.of(side.enemy_kings);
    }

private:
    EndgameMaterial material_;
    std::uint32_t enemy_men_, kings_, enemy_kings_;
};

// The way back from a number to what stands where.
class EndgameCamps {
public:
    explicit EndgameCamps(const EndgameMaterial& material)
        : men_(men_placements.list(material.men)),
          enemy_men_(enemy_men_placements.list(material.enemy_men)),
          kings_(king_placements.list(material.kings)),
          enemy_kings_(king_placements.list(material.enemy_kings)) {}

    // Nothing where two pieces would share a square.
    std::optional<SideView> side(std::uint32_t number) const {
        SideView side;
        side.enemy_kings = take(number, enemy_kings_);
        side.kings = take(number, kings_);
        side.enemy_men = take(number, enemy_men_);
        side.men = take(number, men_);
        const bool apart =
            !(side.men & side.kings) && !(side.enemy_men & side.enemy_kings) && !(side.pieces() & side.enemies());
        return apart ? std::optional(side) : std::nullopt;
    }

private:
    static Bitboard take(std::uint32_t& number, const std::vector<Bitboard>& sets) {
        const auto count = static_cast<std::uint32_t>(sets.size());
        const Bitboard set = sets[number % count];
        number /= count;
        return set;
    }

    std::vector<Bitboard> men_, enemy_men_, kings_, enemy_kings_;
};

}  // namespace leafstrap::draughts
