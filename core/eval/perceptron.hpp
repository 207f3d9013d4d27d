// Networks as an evaluator: one hidden layer, or none, over the concepts of a feature set, and one linear output. One
// network serves the whole game, or each stage of the game has its own.
//
// The inputs are what the side to move sees: what it has counts plus, what the other has minus. (Sets tell the first
// player's view, so inputs and output change sign with the turn, and a mirrored position has the mirrored value by
// construction.) An output of 1 is a won game.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "eval/accumulator.hpp"
#include "eval/evaluator.hpp"
#include "eval/game_stages.hpp"
#include "eval/gradient.hpp"
#include "eval/network.hpp"
#include "game.hpp"

namespace leafstrap {

// A set that these networks can be over: every concept is an input, and all are looked through at every evaluation.
// Inputs change sign with the turn and count in quarters.
template <class Set>
concept NetworkSet =
    FeatureSet<Set> && std::size_t{Set::concepts} <= NetworkInputs::most && !movers_view<Set> && !fractional<Set>;

template <NetworkSet Set>
class Perceptron {
public:
    using Features = Set;
    using Position = typename Set::Position;
    using Scratch = Accumulators<Set>;

    // The weights are those of the networks, one after the other. The unit says how many units of the evaluation an
    // output of 1 is.
    Perceptron(const PerceptronShape& shape, std::span<const double> weights, float unit)
        : unit_(unit), serial_(++serials) {
        if (weights.size() != weight_count(shape)) throw std::invalid_argument("wrong number of weights");
        for (const double weight : weights)
            if (!std::isfinite(static_cast<float>(weight)))
                throw std::invalid_argument("a weight is not a finite number");
        for (const int hidden : shape.hidden) {
            const NetworkShape one = network_shape(hidden, shape.activation);
            networks_.emplace_back(one).read(weights.first(Network::weight_count(one)));
            layers_.push_back(whole_numbers(networks_.back().first_layer()));
            starts_.push_back(size_);
            size_ += Network::weight_count(one);
            weights = weights.subspan(Network::weight_count(one));
        }
        assert(weights.empty() && layers_.size() == networks_.size() && starts_.size() == networks_.size());
    }

    static std::size_t weight_count(const PerceptronShape& shape) {
        std::size_t count = 0;
        for (const int hidden : checked_stages<Position>(shape).hidden)
            count += Network::weight_count(network_shape(hidden, shape.activation));
        return count;
    }
    std::vector<float> weights() const {
        std::vector<double> weights(size_);
        for (std::size_t i = 0; i < networks_.size(); ++i) networks_[i].write(std::span(weights).subspan(starts_[i]));
        return {weights.begin(), weights.end()};
    }
    static constexpr bool quick() { return false; }
    static constexpr bool symmetric() { return Set::symmetric; }
    float unit() const { return unit_; }

    // The first player's view. With or without scratch: the same number.
    float value(const Position& position, Side perspective, Scratch& scratch) const {
        const std::size_t network = network_of(position);
        return value(position, perspective, network, scratch.find(serial_, networks_.size(), network, position.turn()));
    }
    float value(const Position& position, Side perspective) const {
        Accumulator<Set> fresh;
        return value(position, perspective, network_of(position), fresh);
    }

    // Of errors times gradients, by back-propagation. It refers to the evaluator.
    class Sum {
    public:
        explicit Sum(const Perceptron& networks) : networks_(networks) { gradient_.values.resize(networks.size_); }

        void add(const Position& position, Side perspective, double error) {
            const std::size_t network = networks_.network_of(position);
            const float movers_error = static_cast<float>(sign(position.turn()) * error);
            networks_.networks_[network].add_gradient(networks_.inputs(position, perspective), {movers_error},
                                                      std::span(gradient_.values).subspan(networks_.starts_[network]));
        }
        Gradient take() { return std::exchange(gradient_, {{}, std::vector<double>(networks_.size_)}); }

    private:
        const Perceptron& networks_;
        Gradient gradient_;
    };
    Sum gradient_sum() const { return Sum(*this); }
    Rows rows(std::span<const Position> positions, Side perspective) const {
        return feature_rows<Set>(positions, perspective);
    }

    // Of errors times gradients as well, but each position is learned with the weights that those before it have left:
    // one step of back-propagation after the other (Wiering et al., section 3.3), divided by the rate at the end. The
    // targets are the first player's view, a won game is 1.
    Gradient gradient_in_turn(std::span<const Position> positions, std::span<const Side> perspectives,
                              std::span<const double> targets, const Network::Rates& rates) const {
        assert(perspectives.size() == positions.size() && targets.size() == positions.size());
        std::vector<Network> taught = networks_;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const auto movers_target = static_cast<float>(sign(positions[i].turn()) * targets[i]);
            taught[network_of(positions[i])].learn(inputs(positions[i], perspectives[i]), {&movers_target, 1}, rates);
        }
        Gradient gradient{{}, std::vector<double>(size_)};
        for (std::size_t n = 0; n < taught.size(); ++n)
            moved_by_rate(networks_[n], taught[n], rates, std::span(gradient.values).subspan(starts_[n]));
        return gradient;
    }

    // Which of the networks speaks.
    std::size_t network_of(const Position& position) const { return network_of_stage(position, networks_.size()); }
    // What the network is told: the side to move's view.
    NetworkInputs inputs(const Position& position, Side perspective) const {
        SparseInputs<std::int32_t> counts;
        counted(position, perspective).changes_from(Counts{}, counts);
        NetworkInputs inputs;
        const float quarter = static_cast<float>(sign(position.turn())) / Counts::quarters;
        for (std::size_t i = 0; i < counts.size(); ++i)
            inputs.add(counts.index(i), quarter * static_cast<float>(counts.value(i)));
        return inputs;
    }
    // How steeply the output rises with each of the inputs, in their order; both are the side to move's view.
    std::vector<float> slopes(const Position& position, const NetworkInputs& inputs) const {
        return networks_[network_of(position)].input_slopes(inputs, {1});
    }

private:
    using Counts = QuarterCounts<Set>;

    static NetworkShape network_shape(int hidden, Activation activation) {
        return {Set::concepts, hidden, 1, activation};
    }

    // The weights of the first layer are kept in such parts of one. Sums of up to 2,000 fit, and no unit can tell
    // apart what is less than a part.
    static constexpr int parts = 1 << 18;
    static constexpr float most_weight = 64;

    static InputLayer<std::int32_t> whole_numbers(const InputLayer<float>& layer) {
        InputLayer<std::int32_t> whole(Set::concepts, layer.stride());
        std::ranges::transform(layer.weights(), whole.weights().begin(), [](float weight) {
            return static_cast<std::int32_t>(std::lrint(std::clamp(weight, -most_weight, most_weight) * parts));
        });
        return whole;
    }

    static Counts counted(const Position& position, Side perspective) {
        Counts counts;
        Set::features(position, perspective, counts);
        return counts;
    }

    float value(const Position& position, Side perspective, std::size_t network, Accumulator<Set>& accumulator) const {
        const std::span<const std::int32_t> sums =
            accumulator.move_to(counted(position, perspective), layers_[network]);
        const float turn = static_cast<float>(sign(position.turn())), part = turn / (parts * Counts::quarters);
        const std::span<const float> biases = networks_[network].biases();
        assert(biases.size() == sums.size());
        std::array<float, Network::most_hidden> movers_sums;
        simd::kernels().convert(sums.data(), part, biases.data(), sums.size(), movers_sums.data());
        const float output = networks_[network].evaluate_sums({movers_sums.data(), sums.size()})[0];
        assert(std::isfinite(output));
        return turn * unit_ * output;
    }

    static inline std::atomic<std::uint64_t> serials{0};

    float unit_;
    std::uint64_t serial_;  // tells scratch which evaluator its sums are from
    std::size_t size_ = 0;
    std::vector<Network> networks_;
    std::vector<InputLayer<std::int32_t>> layers_;  // the first layer of each, in whole numbers
    std::vector<std::size_t> starts_;               // where the weights of each begin
};

}  // namespace leafstrap
