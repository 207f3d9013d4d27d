// How much less a late move is searched than the first.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace leafstrap::tournament {

inline const auto reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> plies{};
    for (int d = 1; d < 64; ++d)
        for (int n = 1; n < 64; ++n) plies[d][n] = static_cast<std::int8_t>(0.6 + std::log(d) * std::log(n) / 2.2);
    return plies;
}();

// In plies, by depth and by the number of the move.
inline int reduction(int depth, int number) { return reductions[std::min(depth, 63)][std::min(number, 63)]; }

}  // namespace leafstrap::tournament
