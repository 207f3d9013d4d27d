// Random numbers that are the same on every machine (SplitMix64); the standard library's shuffles are not.
#pragma once

#include <cassert>
#include <cstdint>

namespace leafstrap {

class Random {
public:
    constexpr explicit Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15ull;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }

    // 0 … n-1. The remainder favours small numbers by less than n / 2^64, which no experiment can see.
    std::uint64_t below(std::uint64_t n) {
        assert(n > 0);
        return next() % n;
    }

private:
    std::uint64_t state_;
};

}  // namespace leafstrap
