// A network with one hidden layer, or none, and linear outputs, over sparse inputs. It evaluates, tells its gradient,
// and learns one example at a time.
//
// Hidden units are padded to whole vectors; the units added have no weight to any output, and get none. Without hidden
// units the inputs feed the outputs themselves.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "eval/activation.hpp"
#include "eval/input_layer.hpp"
#include "eval/simd.hpp"

namespace leafstrap {

struct NetworkShape {
    int inputs = 0, hidden = 0, outputs = 0;
    Activation activation = Activation::sigmoid;

    // What the inputs feed.
    int units() const { return hidden > 0 ? hidden : outputs; }
    bool operator==(const NetworkShape&) const = default;
};

// Networks for the stages of a game.
struct PerceptronShape {
    std::vector<int> hidden;  // units of each network: one for the whole game, or one for each stage it names
    Activation activation = Activation::sigmoid;
};

class Network {
public:
    static constexpr int most_hidden = 256, most_outputs = 8;
    using Outputs = std::array<float, most_outputs>;

    static const NetworkShape& checked(const NetworkShape& shape);
    explicit Network(const NetworkShape& shape);

    const NetworkShape& shape() const { return shape_; }

    // All weights in a row: those of the hidden units by input, their biases, their sensitivities, those
    // of the outputs by output, their biases. Without hidden units: those of the outputs by input, their biases.
    static std::size_t weight_count(const NetworkShape& shape) {
        if (shape.hidden == 0) return size(shape.inputs + 1) * size(shape.outputs);
        return size(shape.inputs + 2 + shape.outputs) * size(shape.hidden) + size(shape.outputs);
    }
    void read(std::span<const double> weights);
    void write(std::span<double> weights) const;

    Outputs evaluate(const NetworkInputs& inputs) const;

    // What the inputs feed: the weights, and what each unit has before there are any. For whoever keeps the sums
    // himself, from one position to the next.
    const InputLayer<float>& first_layer() const { return first_; }
    std::span<const float> biases() const { return bias_; }
    // What the network says when this is what the inputs have come to, biases included; a sum for each unit of the
    // first layer's stride.
    Outputs evaluate_sums(std::span<const float> sums) const;

    // gradient += Σ errors · ∂outputs/∂weights, in the order of the weights.
    void add_gradient(const NetworkInputs& inputs, const Outputs& errors, std::span<double> gradient) const;

    // How steeply Σ errors · outputs rises with each of these inputs, in their order.
    std::vector<float> input_slopes(const NetworkInputs& inputs, const Outputs& errors) const;

    struct Rates {
        float weights = 0.01F, sensitivity = 0;
    };
    // One step of back-propagation towards the targets (Wiering et al., section 3.3). Returns what the network said
    // before.
    Outputs learn(const NetworkInputs& inputs, std::span<const float> targets, const Rates& rates);

    // The same for errors δ_O given from outside: what an expected gradient is made of.
    void push(const NetworkInputs& inputs, const Outputs& errors, const Rates& rates);

private:
    friend class Traces;

    using Units = std::array<float, most_hidden>;

    static constexpr std::size_t size(std::ptrdiff_t number) {
        assert(number >= 0);
        return static_cast<std::size_t>(number);
    }

    bool padding_is_without_weight() const;

    template <class Self, class Visit>
    static void each_row(Self& self, Visit visit);

    // By unit: the sum of its inputs, then its value; the derivatives that learning needs.
    struct Hidden {
        alignas(32) Units value, slope, sensitivity_slope;
    };

    template <bool learning>
    Outputs forward(const NetworkInputs& inputs, Hidden& hidden) const {
        std::copy(bias_.begin(), bias_.end(), hidden.value.begin());
        first_.add(inputs, hidden.value.data());
        return finish<learning>(hidden);
    }

    // From the sums of the units to the outputs.
    template <bool learning>
    Outputs finish(Hidden& hidden) const {
        Outputs outputs{};
        if (shape_.hidden == 0) {
            std::copy_n(hidden.value.begin(), shape_.outputs, outputs.begin());
            return outputs;
        }
        const simd::Kernels& loops = simd::kernels();
        const std::size_t stride = size(stride_);
        if constexpr (learning)
            loops.differentiate(shape_.activation, sensitivity_.data(), stride, hidden.value.data(),
                                hidden.slope.data(), hidden.sensitivity_slope.data());
        else
            loops.activate(shape_.activation, sensitivity_.data(), stride, hidden.value.data());
        for (std::size_t o = 0; o < size(shape_.outputs); ++o)
            outputs[o] = loops.dot(hidden.value.data(), second_.data() + o * stride, stride, output_bias_[o]);
        return outputs;
    }

    // How the errors of the outputs fall back on what the units say, and on what they sum up.
    Units backed(const Outputs& errors) const;
    Units steps_of(Units back, const Hidden& hidden) const;

    void backward(const NetworkInputs& inputs, const Hidden& hidden, const Outputs& errors, const Rates& rates);

    NetworkShape shape_;
    InputLayer<float> first_;
    int stride_;                               // units of the first layer, padded
    std::vector<float> bias_, sensitivity_;    // by unit
    std::vector<float> second_, output_bias_;  // by output, then unit
};

// What the weights of a network have moved by, divided by the rate of each: a sum of errors times gradients. What has
// no rate has not moved.
void moved_by_rate(const Network& before, const Network& after, const Network::Rates& rates, std::span<double> moved);

}  // namespace leafstrap
