// How much of its time a search should take: less when the choice of move is clear, more when it wavers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/tournament/root.hpp"

namespace leafstrap::tournament {

template <Position P>
class TimeManager {
public:
    // After an iteration: the factor for the soft limit.
    double after(const std::vector<RootMove<P>>& moves, std::uint64_t nodes) {
        const RootMove<P>& best = moves.front();
        settled_ = best.move == last_ ? std::min(settled_ + 1, 8) : 0;
        const int fallen = started_ ? std::clamp(last_score_ - best.score, 0, 80) : 0;
        last_ = best.move;
        last_score_ = best.score;
        started_ = true;
        const double share = nodes ? static_cast<double>(best.nodes) / static_cast<double>(nodes) : 1;
        return (1.3 - 0.06 * settled_) * (1.0 + fallen / 120.0) * std::clamp(1.75 - share, 0.6, 1.5);
    }

private:
    typename P::Move last_{};
    Score last_score_ = 0;
    int settled_ = 0;
    bool started_ = false;
};

}  // namespace leafstrap::tournament
