// A sum of gradients times errors over many positions. For linear evaluators the gradient is the features.
//
// Of a large set a few positions see few features. Then only those that were seen are looked at again: going through a
// hundred thousand numbers after every search would take longer than the search.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

#include "eval/feature_set.hpp"

namespace leafstrap {

struct Gradient {
    std::vector<std::int32_t> indices;  // of the weights in the sum, rising; empty where it is of all
    std::vector<double> values;         // the first player's view
};

template <FeatureSet Set>
class GradientSum {
public:
    static constexpr bool sparse = feature_count<Set> > 16384;

    // += scale * features, as the first player sees them
    void add(const typename Set::Position& position, Side perspective, double scale) {
        const std::array<float, Set::stages> mix = Set::mix(position);
        assert(are_shares(mix) && std::isfinite(scale));
        if constexpr (movers_view<Set>) scale *= sign(position.turn());
        for (int stage = 0; stage < Set::stages; ++stage) scale_[stage] = scale * mix[stage];
        Set::features(position, perspective, *this);
    }
    void add(int index, float value) {
        assert(index >= 0 && index < Set::concepts);
        if constexpr (sparse) seen_[index / 64] |= std::uint64_t{1} << index % 64;
        for (int stage = 0; stage < Set::stages; ++stage) sums_[index * Set::stages + stage] += scale_[stage] * value;
    }

    // What was added since the last time.
    Gradient take() {
        Gradient gradient;
        if constexpr (sparse) {
            for (std::size_t word = 0; word < seen_.size(); ++word) {
                for (std::uint64_t bits = seen_[word]; bits; bits &= bits - 1) {
                    const std::size_t first = (word * 64 + std::countr_zero(bits)) * Set::stages;
                    for (std::size_t i = first; i < first + Set::stages; ++i) {
                        gradient.indices.push_back(static_cast<std::int32_t>(i));
                        gradient.values.push_back(sums_[i]);
                        sums_[i] = 0;
                    }
                }
                seen_[word] = 0;
            }
        } else {
            gradient.values.resize(sums_.size());
            gradient.values.swap(sums_);
        }
        assert(gradient.indices.size() == (sparse ? gradient.values.size() : 0));
        assert(sums_.size() == feature_count<Set>);
        return gradient;
    }

private:
    std::vector<double> sums_ = std::vector<double>(feature_count<Set>);
    std::array<double, Set::stages> scale_{};
    std::array<std::uint64_t, sparse ? (Set::concepts + 63) / 64 : 0> seen_{};
};

// One for each thread, since making one takes longer than many a sum.
template <FeatureSet Set>
GradientSum<Set>& gradient_sum() {
    thread_local GradientSum<Set> sum;
    return sum;
}

}  // namespace leafstrap
