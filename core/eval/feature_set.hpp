// What a feature set is: one visitor that tells a sink what it sees in a position, and never looks at a weight.
//
// A set sees *concepts* (a knight on e4). A concept has one weight for each *stage* of the game (opening, ending), and
// counts in each to the share that mix() gives the stage. The weight of a concept in a stage, one *feature*, has the
// number concept * stages + stage. Values are the first player's view: what he has counts plus, what the second has
// minus. A set may instead tell what the side to move sees, its own and the other's apart: `movers_view`.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "eval/feature_info.hpp"
#include "game.hpp"

namespace leafstrap {

// The least a sink does; stands for any sink where a concept has to name one.
struct AnySink {
    void add(int, float) {}
};

template <class Set>
concept FeatureSet = requires(const typename Set::Position& position, Side perspective, AnySink& sink) {
    { Set::name } -> std::convertible_to<std::string_view>;
    requires Set::stages >= 1 && Set::concepts >= 1;
    requires Set::stage_names.size() == Set::stages;
    // A mirrored position has the mirrored features, and the perspective makes no difference.
    { Set::symmetric } -> std::convertible_to<bool>;
    // The share of every stage in this position; they sum to 1.
    { Set::mix(position) } -> std::same_as<std::array<float, Set::stages>>;
    // The perspective is the side whose program this is: what asymmetric sets call "computer" and "opponent".
    { Set::features(position, perspective, sink) } -> std::same_as<void>;
    { Set::describe() } -> std::same_as<const std::vector<FeatureInfo>&>;
};

// A set part of whose features depends on little of the position (the pawns and kings, say) and so comes back again
// and again in a search. Its features() must be the stable part followed by the rest; the stable part finds facts that
// the rest builds on.
template <class Set>
concept HasStablePart =
    FeatureSet<Set> && requires(const typename Set::Position& position, Side perspective, AnySink& sink,
                                const typename Set::StableFacts& facts, const typename Set::StableKey& key) {
        { Set::stable_key(position, perspective) } -> std::same_as<typename Set::StableKey>;
        { key.hash() } -> std::same_as<std::uint64_t>;
        { key == key } -> std::same_as<bool>;
        { Set::stable_features(position, perspective, sink) } -> std::same_as<typename Set::StableFacts>;
        { Set::other_features(position, perspective, facts, sink) } -> std::same_as<void>;
    };

// A set whose sum over its features takes no longer than a read from memory; it says so.
template <class Set>
concept QuickFeatures = FeatureSet<Set> && requires { requires Set::quick; };

// The sums over the features of a position, one for each stage, as Dot has them (eval/sinks.hpp), and what share each
// stage has.
template <int stages>
struct Weighed {
    std::array<std::int32_t, stages> sums;
    std::array<float, stages> mix;
};

// A set that can lay out weights in whole numbers so that its sums take fewer steps than by its visitor: the same sums.
template <class Set>
concept HasTables =
    FeatureSet<Set> && requires(const typename Set::Tables& tables, const typename Set::Position& position) {
        requires std::constructible_from<typename Set::Tables, std::span<const std::int32_t>>;
        { tables.weigh(position) } -> std::same_as<Weighed<Set::stages>>;
    };

// Whether its features are the view of the side to move: own and theirs, not the first player's minus the second's. A
// value made of them then changes sign with the turn.
template <FeatureSet Set>
inline constexpr bool movers_view = requires { requires Set::movers_view; };

// Whether its values may be any fractions, where others count in ones and in quarters: too fine for whole numbers.
template <FeatureSet Set>
inline constexpr bool fractional = requires { requires Set::fractional; };

// Whether these can be the shares of the stages, as mix() has them.
template <std::size_t stages>
bool are_shares(const std::array<float, stages>& mix) {
    float sum = 0;
    for (const float share : mix) {
        if (!(share >= 0)) return false;
        sum += share;
    }
    return sum > 0.9999F && sum < 1.0001F;
}

template <FeatureSet Set>
inline constexpr int feature_count = Set::concepts * Set::stages;

}  // namespace leafstrap
