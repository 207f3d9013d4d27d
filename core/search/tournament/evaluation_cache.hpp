// What one thread has evaluated lately. The table keeps evaluations as well, but only of positions that were searched:
// most nodes end by their evaluation alone, and come up again in the next iteration.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "huge_pages.hpp"
#include "search/tournament/score.hpp"

namespace leafstrap::tournament {

class EvaluationCache {
public:
    // What was cached for other weights, or for another program, is no longer found.
    void begin() { salt_ += 0x9e3779b97f4a7c15ull; }

    void prefetch(std::uint64_t hash) const { leafstrap::prefetch(&slots_[place(hash ^ salt_)]); }

    // What evaluate() says of the position with this hash, now or before.
    template <class Evaluate>
    Score find(std::uint64_t hash, Evaluate evaluate) {
        const std::uint64_t key = hash ^ salt_;
        std::uint64_t& slot = slots_[place(key)];
        if ((slot ^ key) >> score_bits == 0) return static_cast<std::int16_t>(slot);
        const Score score = evaluate();
        assert(static_cast<std::int16_t>(score) == score);
        slot = key >> score_bits << score_bits | static_cast<std::uint16_t>(score);
        return score;
    }

private:
    static constexpr int bits = 16, score_bits = 16;

    // By the bits that the score takes the place of: together with those that are kept they are the whole key.
    static std::size_t place(std::uint64_t key) { return key & ((std::size_t{1} << bits) - 1); }

    std::uint64_t salt_ = 0;
    HugeVector<std::uint64_t> slots_ = HugeVector<std::uint64_t>(std::size_t{1} << bits);
};

}  // namespace leafstrap::tournament
