// A roll, and what a player does with it.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <string>

#include "backgammon/board.hpp"

namespace leafstrap::backgammon {

// Two dice, the higher first; none before they are rolled.
struct Roll {
    std::uint8_t high = 0, low = 0;

    constexpr bool rolled() const { return high != 0; }
    constexpr bool is_double() const { return high == low; }
    bool operator==(const Roll&) const = default;
};

constexpr Roll roll(int one, int other) {
    assert(1 <= one && one <= 6 && 1 <= other && other <= 6);
    return {static_cast<std::uint8_t>(std::max(one, other)), static_cast<std::uint8_t>(std::min(one, other))};
}

// The different rolls of two dice.
inline constexpr int roll_count = 21;
inline constexpr std::array<Roll, roll_count> all_rolls = [] {
    std::array<Roll, roll_count> rolls{};
    std::size_t n = 0;
    for (int high = 1; high <= 6; ++high)
        for (int low = 1; low <= high; ++low) rolls[n++] = roll(high, low);
    return rolls;
}();

// One checker carried by one die, in the mover's view.
struct Step {
    std::int8_t from = 0, to = 0;

    bool operator==(const Step&) const = default;
};

// Up to four steps; none is a pass. Of the many orders that lead to the same board only one is a legal move.
class Move {
public:
    constexpr Move() = default;

    constexpr void add(Place from, Place to) {
        assert(count_ < steps_.size());
        steps_[count_++] = {static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)};
    }
    constexpr void drop() {
        assert(count_ > 0);
        steps_[--count_] = {};
    }

    constexpr int size() const { return count_; }
    constexpr Step operator[](int i) const { return steps_[static_cast<std::size_t>(i)]; }
    constexpr const Step* begin() const { return steps_.data(); }
    constexpr const Step* end() const { return steps_.data() + count_; }
    // Without stars for hits, which only the position knows of: see notation.hpp.
    std::string text() const;
    // All steps in one number: moves are equal where these are.
    std::uint64_t bits() const {
        std::uint64_t bits = count_;
        for (const Step step : steps_) bits = bits * 1024 + static_cast<std::uint64_t>(step.from * 32 + step.to - off);
        return bits;
    }
    bool operator==(const Move&) const = default;

private:
    std::array<Step, 4> steps_{};
    std::uint8_t count_ = 0;
};

}  // namespace leafstrap::backgammon
