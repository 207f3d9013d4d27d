// A linear evaluator: an immutable snapshot of weights over a feature set.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "eval/feature_set.hpp"
#include "eval/sinks.hpp"
#include "eval/stable_cache.hpp"
#include "game.hpp"

namespace leafstrap {

template <FeatureSet Set>
class Linear {
public:
    using Features = Set;
    using Position = typename Set::Position;
    using Sums = std::array<float, Set::stages>;
    // What one search keeps between its evaluations. It may be handed from one evaluator to the next.
    using Scratch = StableCache<Set>;

    explicit Linear(std::span<const double> weights) : weights_(weights.begin(), weights.end()), serial_(++serials) {
        if (weights.size() != feature_count<Set>) throw std::invalid_argument("wrong number of weights");
        if (!std::ranges::all_of(weights_, [](float weight) { return std::isfinite(weight); }))
            throw std::invalid_argument("a weight is not a finite number");
    }

    std::span<const float> weights() const { return weights_; }

    // The first player's view, in the unit of the weights, not truncated. With or without scratch: the same number.
    // Flat, so that the sums stay in registers from the first feature to the last.
    [[gnu::flatten]] float value(const Position& position, Side perspective, Scratch& scratch) const {
        if constexpr (HasStablePart<Set>) {
            const auto& entry = scratch.find(serial_, Set::stable_key(position, perspective),
                                             [&](auto& made) { make(position, perspective, made); });
            Dot<Set::stages> dot(weights_.data());
            Set::other_features(position, perspective, entry.facts, dot);
            return mixed(position, entry.sums, dot.sums());
        } else {
            return value(position, perspective);
        }
    }
    float value(const Position& position, Side perspective) const {
        Dot<Set::stages> dot(weights_.data());
        if constexpr (HasStablePart<Set>) {
            // Two sums that are added at the end, as with scratch: floating-point addition is not associative.
            Dot<Set::stages> stable(weights_.data());
            const auto facts = Set::stable_features(position, perspective, stable);
            Set::other_features(position, perspective, facts, dot);
            return mixed(position, stable.sums(), dot.sums());
        } else {
            Set::features(position, perspective, dot);
            return mixed(position, Sums{}, dot.sums());
        }
    }

private:
    // Apart, so that the rare miss does not crowd the hits.
    [[gnu::noinline]] void make(const Position& position, Side perspective, auto& entry) const {
        Dot<Set::stages> dot(weights_.data());
        entry.facts = Set::stable_features(position, perspective, dot);
        entry.sums = dot.sums();
    }

    static float mixed(const Position& position, const Sums& stable, const Sums& others) {
        const Sums mix = Set::mix(position);
        float value = 0;
        for (int stage = 0; stage < Set::stages; ++stage) value += mix[stage] * (stable[stage] + others[stage]);
        return value;
    }

    static inline std::atomic<std::uint64_t> serials{0};

    std::vector<float> weights_;
    std::uint64_t serial_;  // tells scratch which evaluator its sums are from
};

}  // namespace leafstrap
