// The verdicts of all positions with the same material, two bits each.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "draughts/endgame/index.hpp"

namespace leafstrap::draughts {

class EndgameTable {
public:
    explicit EndgameTable(const EndgameMaterial& material) : index_(material), bytes_((index_.size() + 3) / 4) {}

    const EndgameMaterial& material() const { return index_.material(); }
    std::uint32_t size() const { return index_.size(); }

    std::optional<Verdict> at(const SideView& side) const { return at(index_.of(side)); }
    std::optional<Verdict> at(std::uint32_t number) const {
        assert(number < size());
        const int bits = bytes_[number / 4] >> number % 4 * 2 & 3;
        return bits == none ? std::nullopt : std::optional(static_cast<Verdict>(bits));
    }
    // Once for every number.
    void put(std::uint32_t number, std::optional<Verdict> verdict) {
        assert(number < size());
        bytes_[number / 4] |=
            static_cast<std::uint8_t>((verdict ? static_cast<int>(*verdict) : none) << number % 4 * 2);
    }

    std::span<std::uint8_t> bytes() { return bytes_; }
    std::span<const std::uint8_t> bytes() const { return bytes_; }

private:
    static constexpr int none = 3;

    EndgameIndex index_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace leafstrap::draughts
