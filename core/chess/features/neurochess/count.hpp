// A family of counts: a struct of whole numbers in the order of their names.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>

#include "chess/features/meep/side_info.hpp"
#include "eval/feature_info.hpp"

namespace leafstrap::chess::neurochess {

using meep::SideInfo;

struct Count {
    const char* name;
    const char* meaning;
    float unit = 1;  // what one of them adds; many of a kind count by quarters
};

template <std::size_t size, class Counts>
std::array<int, size> numbers(const Counts& counts) {
    static_assert(sizeof(Counts) == sizeof(std::array<int, size>), "every number has a name");
    return std::bit_cast<std::array<int, size>>(counts);
}

inline void describe(FeatureTable& table, int first, std::span<const Count> counts, const std::string& before = "",
                     const std::string& whose = "") {
    table.add(Block{first, static_cast<int>(counts.size())}, [&](int row, int) {
        const Count& count = counts[static_cast<std::size_t>(row)];
        const std::string quarters = count.unit == 0.25F ? ", by quarters" : "";
        return FeatureTable::Entry{before + count.name, whose + count.meaning + quarters};
    });
}

}  // namespace leafstrap::chess::neurochess
