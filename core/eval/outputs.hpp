// What an evaluator says of a position, in one number or several, in the view of the side to move: how these are seen
// by the other side, what points they come to, and what they are where the game is over.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "eval/gradient.hpp"
#include "eval/network.hpp"
#include "game.hpp"

namespace leafstrap {

using Outputs = Network::Outputs;

// Plain numbers, since both the change of view and the points are linear in the outputs.
struct OutputScheme {
    static constexpr int most_points = 3;

    int count = 1;
    // Output o seen by the other side is offset[o] + sign[o] * output from[o].
    std::array<std::size_t, Network::most_outputs> from{};
    Outputs sign{}, offset{};
    // The points to expect are constant + Σ points[o] * output o.
    Outputs points{};
    float constant = 0;
    // What the outputs are when the result is certain: -3 to 3 points for the side whose view it is.
    std::array<Outputs, 2 * most_points + 1> results{};

    constexpr std::size_t size() const { return static_cast<std::size_t>(count); }

    constexpr Outputs swapped(const Outputs& outputs) const {
        Outputs seen = difference_swapped(outputs);
        for (std::size_t o = 0; o < seen.size(); ++o) seen[o] += offset[o];
        return seen;
    }
    // The same for differences of outputs: errors, traces.
    constexpr Outputs difference_swapped(const Outputs& difference) const {
        assert(holds());
        Outputs seen{};
        for (std::size_t o = 0; o < seen.size(); ++o) seen[o] = sign[o] * difference[from[o]];
        return seen;
    }
    // Whether each output comes from one that there is.
    constexpr bool holds() const {
        for (std::size_t o = 0; o < size(); ++o)
            if (from[o] >= size() || from[from[o]] != o) return false;
        return count >= 1 && size() <= from.size();
    }
    constexpr float equity(const Outputs& outputs) const {
        // In pairs, which machines add side by side.
        Outputs sums = points;
        for (std::size_t o = 0; o < sums.size(); ++o) sums[o] *= outputs[o];
        for (std::size_t half = sums.size() / 2; half > 0; half /= 2)
            for (std::size_t o = 0; o < half; ++o) sums[o] += sums[o + half];
        return constant + sums[0];
    }
    constexpr const Outputs& certain(int result) const {
        assert(result >= -most_points && result <= most_points);
        return results[static_cast<std::size_t>(result + most_points)];
    }
};

// The points themselves: 1 for a won game, in backgammon up to 3.
inline constexpr OutputScheme one_output = [] {
    OutputScheme scheme;
    scheme.sign[0] = -1;
    scheme.points[0] = 1;
    for (int result = -scheme.most_points; result <= scheme.most_points; ++result)
        scheme.results[static_cast<std::size_t>(result + scheme.most_points)][0] = static_cast<float>(result);
    return scheme;
}();

// What expectimax, self-play and learning ask of an evaluator, whatever is behind it: one virtual call an evaluation,
// which is nothing beside a network. All in the view of the side to move; several outputs lie side by side, position by
// position.
template <Position P>
class OutputEvaluator {
public:
    virtual ~OutputEvaluator() = default;
    virtual const OutputScheme& scheme() const = 0;
    virtual Outputs outputs(const P& position) const = 0;
    // Of many, position by position.
    virtual std::vector<float> outputs(std::span<const P> positions) const {
        std::vector<float> all;
        all.reserve(positions.size() * scheme().size());
        for (const P& position : positions) {
            const Outputs said = outputs(position);
            all.insert(all.end(), said.begin(), said.begin() + scheme().count);
        }
        return all;
    }
    // Σ errors · ∂outputs/∂weights.
    virtual Gradient output_gradient(std::span<const P> positions, std::span<const double> errors) const = 0;
    // The same towards targets, where every position is learned before the next is looked at: what the weights have
    // moved by in the end, divided by the rate they moved at.
    virtual Gradient output_gradient_in_turn(std::span<const P> positions, std::span<const double> targets,
                                             const Network::Rates& rates) const = 0;
    // The same for errors that are told instead of found: what an expected gradient is made of.
    virtual Gradient output_errors_in_turn(std::span<const P> positions, std::span<const double> errors,
                                           const Network::Rates& rates) const = 0;
};

// Of one position among many.
inline Outputs outputs_at(std::span<const double> numbers, std::size_t position, std::size_t count) {
    assert((position + 1) * count <= numbers.size() && count <= Network::most_outputs);
    Outputs outputs{};
    for (std::size_t o = 0; o < count; ++o) outputs[o] = static_cast<float>(numbers[position * count + o]);
    return outputs;
}

}  // namespace leafstrap
