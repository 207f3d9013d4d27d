// Choosing the next best of scored moves, one at a time: after a cutoff the rest was never sorted.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace leafstrap {

// Scores of at most 256 moves by their place in a list. Score and place are one number, so that finding the best is a
// maximum over whole vectors, without a branch.
template <std::size_t most>
class Ranking {
public:
    static constexpr int limit = 1 << 23;  // scores are smaller, in amount

    // For so many moves, none of which is ranked yet.
    void begin(std::size_t moves) {
        assert(moves <= most);
        lanes_ = (moves + width - 1) / width * width;
        std::fill_n(keys_, lanes_, gone);
    }

    void set(std::size_t place, int score) {
        assert(place < lanes_ && -limit < score && score < limit);
        keys_[place] = score * places + (places - 1 - static_cast<std::int32_t>(place));
    }
    void remove(std::size_t place) {
        assert(place < lanes_);
        keys_[place] = gone;
    }

    struct Best {
        bool found;
        std::size_t place;
        int score;
    };
    // The highest score; among equals the first.
    Best best() const {
        std::array<std::int32_t, width> top;
        top.fill(gone);
        for (std::size_t i = 0; i < lanes_; i += width)
            for (std::size_t lane = 0; lane < width; ++lane) top[lane] = std::max(top[lane], keys_[i + lane]);
        for (std::size_t half = width / 2; half; half /= 2)
            for (std::size_t lane = 0; lane < half; ++lane) top[lane] = std::max(top[lane], top[lane + half]);
        const std::int32_t key = top[0];
        return {key != gone, static_cast<std::size_t>(places - 1 - (key & (places - 1))), key >> bits};
    }

private:
    static constexpr int bits = 8;
    static constexpr std::int32_t places = 1 << bits;
    static constexpr std::size_t width = 8;
    static constexpr std::int32_t gone = INT32_MIN;
    static_assert(most <= places);

    std::size_t lanes_ = 0;
    alignas(32) std::int32_t keys_[(most + width - 1) / width * width];  // uninitialised beyond the lanes on purpose
};

}  // namespace leafstrap
