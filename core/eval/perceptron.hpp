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
#include <utility>
#include <vector>

#include "eval/accumulator.hpp"
#include "eval/evaluator.hpp"
#include "eval/game_stages.hpp"
#include "eval/gradient.hpp"
#include "eval/network_list.hpp"
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
        : unit_(unit), serial_(++serials), networks_(network_shapes(shape), weights) {
        for (std::size_t i = 0; i < networks_.size(); ++i) layers_.push_back(whole_numbers(networks_[i].first_layer()));
    }

    static std::size_t weight_count(const PerceptronShape& shape) {
        return NetworkList::weight_count(network_shapes(shape));
    }
    std::vector<float> weights() const {
        const std::vector<double> weights = networks_.weights();
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
        explicit Sum(const NetworkList& networks) : networks_(networks), gradient_(zeros()) {}

        void add(const Position& position, Side perspective, double error) {
            const std::size_t network = network_of_stage(position, networks_.size());
            const float movers_error = static_cast<float>(sign(position.turn()) * error);
            networks_[network].add_gradient(inputs(position, perspective), {movers_error},
                                            networks_.part(gradient_.values, network));
        }
        Gradient take() { return std::exchange(gradient_, zeros()); }

    private:
        Gradient zeros() const { return {{}, std::vector<double>(networks_.weight_count())}; }

        const NetworkList& networks_;
        Gradient gradient_;
    };
    Sum gradient_sum() const { return Sum(networks_); }
    Rows rows(std::span<const Position> positions, Side perspective) const {
        return feature_rows<Set>(positions, perspective);
    }

    // Of errors times gradients as well, but each position is learned with the weights that those before it have left:
    // one step of back-propagation after the other (Wiering et al., section 3.3), divided by the rate at the end. The
    // targets are the first player's view, a won game is 1.
    Gradient gradient_in_turn(std::span<const Position> positions, std::span<const Side> perspectives,
                              std::span<const double> targets, const Network::Rates& rates) const {
        assert(perspectives.size() == positions.size() && targets.size() == positions.size());
        NetworkList::Taught taught(networks_);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const auto movers_target = static_cast<float>(sign(positions[i].turn()) * targets[i]);
            taught[network_of(positions[i])].learn(inputs(positions[i], perspectives[i]), {&movers_target, 1}, rates);
        }
        return taught.moved(rates);
    }

    // Which of the networks speaks.
    std::size_t network_of(const Position& position) const { return network_of_stage(position, networks_.size()); }
    // What the network is told: the side to move's view.
    static NetworkInputs inputs(const Position& position, Side perspective) {
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

    static std::vector<NetworkShape> network_shapes(const PerceptronShape& shape) {
        std::vector<NetworkShape> shapes;
        for (const int hidden : checked_stages<Position>(shape).hidden)
            shapes.push_back({Set::concepts, hidden, 1, shape.activation});
        return shapes;
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
    NetworkList networks_;
    std::vector<InputLayer<std::int32_t>> layers_;  // the first layer of each, in whole numbers
};

}  // namespace leafstrap
