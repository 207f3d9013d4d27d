// What an evaluator is: to a search, something that values positions; to learning, something that has a gradient.
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "eval/gradient.hpp"
#include "eval/sinks.hpp"
#include "game.hpp"

namespace leafstrap {

// An immutable snapshot of weights; any number of searches may share it.
template <class E>
concept Evaluator =
    std::default_initializable<typename E::Scratch> &&
    requires(const E& evaluator, const typename E::Position& position, Side perspective, typename E::Scratch& scratch) {
        // The first player's view, not truncated; the perspective is the side whose program this is.
        // What a search keeps between its evaluations, the scratch, changes no bit of it, and may be
        // handed from one evaluator to the next.
        { evaluator.value(position, perspective, scratch) } -> std::same_as<float>;
        { evaluator.value(position, perspective) } -> std::same_as<float>;
        // Whether that is as quick as a read from memory.
        { evaluator.quick() } -> std::same_as<bool>;
        // Whether it sees a mirrored position mirrored, whichever side's program this is.
        { evaluator.symmetric() } -> std::same_as<bool>;
    };

// Learning counts in the evaluator's own unit, whatever the unit its values are told in: the unit of the weights of a
// linear evaluator, a won game for a network.
template <class E>
concept DifferentiableEvaluator =
    Evaluator<E> && requires(const E& evaluator, const typename E::Position& position, Side perspective, double error,
                             std::span<const typename E::Position> positions) {
        { evaluator.weights() } -> std::same_as<std::vector<float>>;
        // How many units of its values its own is.
        { evaluator.unit() } -> std::same_as<float>;
        // A sum of error * ∂(value / unit)/∂weights, the first player's view; taken, it begins again. For one thread.
        { evaluator.gradient_sum().add(position, perspective, error) } -> std::same_as<void>;
        { evaluator.gradient_sum().take() } -> std::same_as<Gradient>;
        // The features that it sees in positions.
        { evaluator.rows(positions, perspective) } -> std::same_as<Rows>;
    };

}  // namespace leafstrap
