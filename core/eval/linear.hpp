// A linear evaluator: an immutable snapshot of weights over a feature set.
//
// Learning and the training searches use it in single precision, in the unit of the weights. Play uses it in whole
// numbers, in centipawns: sums of integers are exact, whatever the order they are added in.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/feature_set.hpp"
#include "eval/gradient.hpp"
#include "eval/sinks.hpp"
#include "eval/stable_cache.hpp"
#include "game.hpp"

namespace leafstrap {

// Weights once more, laid out for quicker sums: in whole numbers, of sets that know how.
template <FeatureSet Set, class Number>
struct Layout {
    static constexpr bool quick = false;
    explicit Layout(std::span<const Number>) {}
};
template <HasTables Set>
struct Layout<Set, std::int32_t> {
    static constexpr bool quick = true;
    explicit Layout(std::span<const std::int32_t> weights) : tables(weights) {}

    typename Set::Tables tables;
};

template <FeatureSet Set, class Number = float>
class Linear {
public:
    static_assert(!std::is_integral_v<Number> || !fractional<Set>, "whole numbers are for ones and quarters");
    using Features = Set;
    using Weight = Number;
    using Position = typename Set::Position;
    using Dot = leafstrap::Dot<Number, Set::stages>;
    using Sums = std::array<Number, Set::stages>;
    // What one search keeps between its evaluations. It may be handed from one evaluator to the next.
    using Scratch = StableCache<Set, Number>;

    // The scale says how many units of the evaluation one unit of the weights is.
    explicit Linear(std::span<const double> weights, double scale = 1)
        : weights_(converted(weights, scale)),
          layout_(weights_),
          unit_(static_cast<float>(scale)),
          serial_(++serials) {}

    static constexpr bool quick() { return QuickFeatures<Set>; }
    static constexpr bool symmetric() { return Set::symmetric; }
    float unit() const { return unit_; }
    // As they are used: rounded, and scaled.
    std::vector<float> weights() const {
        std::vector<float> weights;
        weights.reserve(weights_.size());
        for (const Number weight : weights_) weights.push_back(static_cast<float>(weight) / parts);
        return weights;
    }

    // The first player's view, in the unit of the weights, not truncated. With or without scratch: the same number.
    // Flat, so that the sums stay in registers from the first feature to the last.
    [[gnu::flatten]] float value(const Position& position, Side perspective, Scratch& scratch) const {
        if constexpr (HasStablePart<Set>) {
            const auto& entry = scratch.find(serial_, Set::stable_key(position, perspective),
                                             [&](auto& made) { make(position, perspective, made); });
            assert(as_made_anew(position, perspective, entry));
            Dot dot(weights_.data());
            Set::other_features(position, perspective, entry.facts, dot);
            return seen(position, mixed(Set::mix(position), entry.sums, dot.sums()));
        } else if constexpr (tabled) {
            const auto weighed = layout_.tables.weigh(position);
            const float value = seen(position, mixed(weighed.mix, Sums{}, weighed.sums));
            assert(value == this->value(position, perspective));
            return value;
        } else {
            return value(position, perspective);
        }
    }
    float value(const Position& position, Side perspective) const {
        Dot dot(weights_.data());
        if constexpr (HasStablePart<Set>) {
            // Two sums that are added at the end, as with scratch: floating-point addition is not associative.
            Dot stable(weights_.data());
            const auto facts = Set::stable_features(position, perspective, stable);
            Set::other_features(position, perspective, facts, dot);
            return seen(position, mixed(Set::mix(position), stable.sums(), dot.sums()));
        } else {
            Set::features(position, perspective, dot);
            return seen(position, mixed(Set::mix(position), Sums{}, dot.sums()));
        }
    }

    // The gradient is the features themselves, whatever the weights.
    GradientSum<Set>& gradient_sum() const { return leafstrap::gradient_sum<Set>(); }
    Rows rows(std::span<const Position> positions, Side perspective) const {
        return feature_rows<Set>(positions, perspective);
    }

private:
    // Apart, so that the rare miss does not crowd the hits.
    [[gnu::noinline]] void make(const Position& position, Side perspective, auto& entry) const {
        Dot dot(weights_.data());
        entry.facts = Set::stable_features(position, perspective, dot);
        entry.sums = dot.sums();
    }

    // Whether what is remembered of the stable part is what would be found now.
    bool as_made_anew(const Position& position, Side perspective, const auto& entry) const {
        auto made = entry;
        make(position, perspective, made);
        return made.sums == entry.sums;
    }

    static constexpr bool whole = std::is_integral_v<Number>;
    static constexpr bool tabled = Layout<Set, Number>::quick;
    // Whole weights are kept in parts of their unit.
    static constexpr float parts = whole ? 64 : 1;

    static std::vector<Number> converted(std::span<const double> weights, double scale) {
        if (weights.size() != feature_count<Set>) throw std::invalid_argument("wrong number of weights");
        bool finite = true;
        for (const double weight : weights) finite &= std::abs(weight * scale) <= std::numeric_limits<float>::max();
        if (!finite) throw std::invalid_argument("a weight is not a finite number");
        std::vector<Number> numbers(weights.size());
        for (std::size_t i = 0; i < weights.size(); ++i) numbers[i] = converted(weights[i] * scale);
        return numbers;
    }
    static Number converted(double weight) {
        if constexpr (whole) {
            // Far beyond any evaluation, and some hundreds of them still add up without overflow.
            constexpr double most = 1 << 20;
            return static_cast<Number>(std::lround(std::clamp(weight * parts, -most, most)));
        } else {
            return static_cast<float>(weight);
        }
    }

    // By the first player.
    static float seen(const Position& position, float value) {
        if constexpr (movers_view<Set>) value *= static_cast<float>(sign(position.turn()));
        return value;
    }
    static float mixed(const std::array<float, Set::stages>& mix, const Sums& stable, const Sums& others) {
        assert(are_shares(mix));
        float value = 0;
        for (int stage = 0; stage < Set::stages; ++stage)
            value += mix[stage] * static_cast<float>(stable[stage] + others[stage]);
        if constexpr (whole) value /= parts * Dot::quarters;
        assert(std::isfinite(value));
        return value;
    }

    static inline std::atomic<std::uint64_t> serials{0};

    std::vector<Number> weights_;
    Layout<Set, Number> layout_;
    float unit_;
    std::uint64_t serial_;  // tells scratch which evaluator its sums are from
};

}  // namespace leafstrap
