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
#include <stdexcept>
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

    static const NetworkShape& checked(const NetworkShape& shape) {
        if (shape.inputs < 1 || shape.hidden < 0 || shape.hidden > most_hidden || shape.outputs < 1 ||
            shape.outputs > most_outputs)
            throw std::invalid_argument("a network has inputs, at most 256 hidden units and 1 to 8 outputs");
        return shape;
    }
    explicit Network(const NetworkShape& shape)
        : shape_(checked(shape)),
          first_(shape.inputs, shape.units()),
          stride_(first_.stride()),
          bias_(size(stride_)),
          sensitivity_(size(shape.hidden > 0 ? stride_ : 0), 1),
          second_(size(shape.hidden > 0 ? shape.outputs * stride_ : 0)),
          output_bias_(size(shape.hidden > 0 ? shape.outputs : 0)) {}

    const NetworkShape& shape() const { return shape_; }

    // All weights in a row: those of the hidden units by input, their biases, their sensitivities, those
    // of the outputs by output, their biases. Without hidden units: those of the outputs by input, their biases.
    static std::size_t weight_count(const NetworkShape& shape) {
        if (shape.hidden == 0) return size(shape.inputs + 1) * size(shape.outputs);
        return size(shape.inputs + 2 + shape.outputs) * size(shape.hidden) + size(shape.outputs);
    }
    void read(std::span<const double> weights) {
        assert(weights.size() >= weight_count(shape_));
        auto next = weights.begin();
        each_row(*this, [&](float* row, int count) {
            for (int i = 0; i < count; ++i) row[i] = static_cast<float>(*next++);
        });
        assert(size(next - weights.begin()) == weight_count(shape_));
        assert(padding_is_without_weight());
    }
    void write(std::span<double> weights) const {
        assert(weights.size() >= weight_count(shape_));
        auto next = weights.begin();
        each_row(*this, [&](const float* row, int count) { next = std::copy_n(row, count, next); });
    }

    Outputs evaluate(const NetworkInputs& inputs) const {
        Hidden hidden;
        return forward<false>(inputs, hidden);
    }

    // What the inputs feed: the weights, and what each unit has before there are any. For whoever keeps the sums
    // himself, from one position to the next.
    const InputLayer<float>& first_layer() const { return first_; }
    std::span<const float> biases() const { return bias_; }
    // What the network says when this is what the inputs have come to, biases included; a sum for each unit of the
    // first layer's stride.
    Outputs evaluate_sums(std::span<const float> sums) const {
        assert(sums.size() == size(stride_));
        Hidden hidden;
        std::copy(sums.begin(), sums.end(), hidden.value.begin());
        return finish<false>(hidden);
    }

    // gradient += Σ errors · ∂outputs/∂weights, in the order of the weights.
    void add_gradient(const NetworkInputs& inputs, const Outputs& errors, std::span<double> gradient) const {
        assert(gradient.size() >= weight_count(shape_) && first_.has_rows_for(inputs));
        Hidden hidden;
        forward<true>(inputs, hidden);
        const Units back = backed(errors), steps = steps_of(back, hidden);
        const auto units = size(shape_.units());
        const auto row = [&](int index) { return gradient.data() + size(index) * units; };
        simd::kernels().add_to_gradient(inputs.view(), steps.data(), units, gradient.data());
        for (std::size_t h = 0; h < units; ++h) row(shape_.inputs)[h] += steps[h];
        if (shape_.hidden == 0) return;
        for (std::size_t h = 0; h < units; ++h) row(shape_.inputs + 1)[h] += back[h] * hidden.sensitivity_slope[h];
        for (int o = 0; o < shape_.outputs; ++o) {
            for (std::size_t h = 0; h < units; ++h)
                row(shape_.inputs + 2 + o)[h] += static_cast<double>(errors[size(o)]) * hidden.value[h];
            row(shape_.inputs + 2 + shape_.outputs)[o] += errors[size(o)];
        }
    }

    // How steeply Σ errors · outputs rises with each of these inputs, in their order.
    std::vector<float> input_slopes(const NetworkInputs& inputs, const Outputs& errors) const {
        Hidden hidden;
        forward<true>(inputs, hidden);
        const Units steps = steps_of(backed(errors), hidden);
        std::vector<float> slopes(inputs.size());
        for (std::size_t i = 0; i < inputs.size(); ++i)
            for (std::size_t h = 0; h < size(shape_.units()); ++h)
                slopes[i] += steps[h] * first_.row(inputs.index(i))[h];
        return slopes;
    }

    struct Rates {
        float weights = 0.01F, sensitivity = 0;
    };
    // One step of back-propagation towards the targets (Wiering et al., section 3.3). Returns what the network said
    // before.
    Outputs learn(const NetworkInputs& inputs, std::span<const float> targets, const Rates& rates) {
        assert(targets.size() >= size(shape_.outputs));
        Hidden hidden;
        const Outputs outputs = forward<true>(inputs, hidden);
        Outputs errors{};
        for (int o = 0; o < shape_.outputs; ++o) errors[size(o)] = targets[size(o)] - outputs[size(o)];
        backward(inputs, hidden, errors, rates);
        return outputs;
    }

    // The same for errors δ_O given from outside: what an expected gradient is made of.
    void push(const NetworkInputs& inputs, const Outputs& errors, const Rates& rates) {
        Hidden hidden;
        forward<true>(inputs, hidden);
        backward(inputs, hidden, errors, rates);
    }

private:
    friend class Traces;

    using Units = std::array<float, most_hidden>;

    static constexpr std::size_t size(std::ptrdiff_t number) {
        assert(number >= 0);
        return static_cast<std::size_t>(number);
    }

    bool padding_is_without_weight() const {
        for (std::size_t o = 0; shape_.hidden > 0 && o < size(shape_.outputs); ++o)
            for (std::size_t h = size(shape_.hidden); h < size(stride_); ++h)
                if (second_[o * size(stride_) + h] != 0) return false;
        return true;
    }

    template <class Self, class Visit>
    static void each_row(Self& self, Visit visit) {
        const auto [inputs, hidden, outputs, activation] = self.shape_;
        for (int i = 0; i < inputs; ++i) visit(self.first_.row(i), self.shape_.units());
        visit(self.bias_.data(), self.shape_.units());
        if (hidden == 0) return;
        visit(self.sensitivity_.data(), hidden);
        for (int o = 0; o < outputs; ++o) visit(self.second_.data() + size(o) * size(self.stride_), hidden);
        visit(self.output_bias_.data(), outputs);
    }

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
    Units backed(const Outputs& errors) const {
        Units back{};
        if (shape_.hidden == 0) std::copy_n(errors.begin(), shape_.outputs, back.begin());
        for (std::size_t o = 0; shape_.hidden > 0 && o < size(shape_.outputs); ++o)
            simd::kernels().add_scaled(errors[o], second_.data() + o * size(stride_), size(stride_), back.data());
        return back;
    }
    Units steps_of(Units back, const Hidden& hidden) const {
        for (std::size_t h = 0; shape_.hidden > 0 && h < size(stride_); ++h) back[h] *= hidden.slope[h];
        return back;
    }

    void backward(const NetworkInputs& inputs, const Hidden& hidden, const Outputs& errors, const Rates& rates) {
        assert(first_.has_rows_for(inputs));
        const simd::Kernels& loops = simd::kernels();
        const Units back = backed(errors);
        Units steps = steps_of(back, hidden);
        loops.scale(rates.weights, size(stride_), steps.data());
        loops.add_scaled(1, steps.data(), size(stride_), bias_.data());
        loops.add_to_rows(inputs.view(), steps.data(), size(stride_), first_.weights().data());
        if (shape_.hidden == 0) return;
        for (std::size_t h = 0; rates.sensitivity != 0 && h < size(stride_); ++h)
            sensitivity_[h] += back[h] * hidden.sensitivity_slope[h] * rates.sensitivity;
        for (std::size_t o = 0; o < size(shape_.outputs); ++o) {
            const float step = rates.weights * errors[o];
            loops.add_scaled(step, hidden.value.data(), size(shape_.hidden), second_.data() + o * size(stride_));
            output_bias_[o] += step;
        }
        assert(padding_is_without_weight());
    }

    NetworkShape shape_;
    InputLayer<float> first_;
    int stride_;                               // units of the first layer, padded
    std::vector<float> bias_, sensitivity_;    // by unit
    std::vector<float> second_, output_bias_;  // by output, then unit
};

// What the weights of a network have moved by, divided by the rate of each: a sum of errors times gradients. What has
// no rate has not moved.
inline void moved_by_rate(const Network& before, const Network& after, const Network::Rates& rates,
                          std::span<double> moved) {
    const NetworkShape& shape = before.shape();
    std::vector<double> from(Network::weight_count(shape));
    assert(before.shape() == after.shape() && moved.size() >= from.size());
    before.write(from);
    after.write(moved);
    const auto first = static_cast<std::size_t>((shape.inputs + 1) * shape.hidden);  // of the sensitivities
    const auto last = first + static_cast<std::size_t>(shape.hidden);
    for (std::size_t w = 0; w < from.size(); ++w) {
        const double rate = w >= first && w < last ? rates.sensitivity : rates.weights;
        moved[w] = rate == 0 ? 0 : (moved[w] - from[w]) / rate;
    }
}

}  // namespace leafstrap
