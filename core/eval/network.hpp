// A network with one hidden layer and linear outputs, over sparse inputs. It evaluates, and it learns one example at a
// time.
//
// Hidden units are padded to whole vectors; the units added have no weight to any output, and get none.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include "eval/activation.hpp"
#include "eval/lanes.hpp"

namespace leafstrap {

struct NetworkShape {
    int inputs = 0, hidden = 0, outputs = 0;
    Activation activation = Activation::sigmoid;

    bool operator==(const NetworkShape&) const = default;
};

// Inputs that are not zero. A sink of feature sets.
class NetworkInputs {
public:
    static constexpr std::size_t most = 512;

    void add(int index, float value) {
        indices_[size_] = index;
        values_[size_++] = value;
    }
    std::size_t size() const { return size_; }
    int index(std::size_t i) const { return indices_[i]; }
    float value(std::size_t i) const { return values_[i]; }

private:
    std::size_t size_ = 0;
    std::array<int, most> indices_;  // uninitialised beyond the size on purpose
    std::array<float, most> values_;
};

class Network {
public:
    static constexpr int most_hidden = 256, most_outputs = 8;
    using Outputs = std::array<float, most_outputs>;

    explicit Network(const NetworkShape& shape)
        : shape_(shape),
          stride_((shape.hidden + 7) / 8 * 8),
          first_(size(shape.inputs) * size(stride_)),
          bias_(size(stride_)),
          sensitivity_(size(stride_), 1),
          second_(size(shape.outputs) * size(stride_)),
          output_bias_(size(shape.outputs)) {
        if (shape.inputs < 1 || shape.hidden < 1 || shape.hidden > most_hidden || shape.outputs < 1 ||
            shape.outputs > most_outputs)
            throw std::invalid_argument("a network has inputs, 1 to 256 hidden units and 1 to 8 outputs");
    }

    const NetworkShape& shape() const { return shape_; }

    // All weights in a row: those of the hidden units by input, their biases, their sensitivities, those
    // of the outputs by output, their biases.
    static std::size_t weight_count(const NetworkShape& shape) {
        return size(shape.inputs + 2 + shape.outputs) * size(shape.hidden) + size(shape.outputs);
    }
    void read(std::span<const double> weights) {
        auto next = weights.begin();
        each_row(*this, [&](float* row, int count) {
            for (int i = 0; i < count; ++i) row[i] = static_cast<float>(*next++);
        });
    }
    void write(std::span<double> weights) const {
        auto next = weights.begin();
        each_row(*this, [&](const float* row, int count) { next = std::copy_n(row, count, next); });
    }

    Outputs evaluate(const NetworkInputs& inputs) const {
        Hidden hidden;
        return forward<false>(inputs, hidden);
    }

    struct Rates {
        float weights = 0.01F, sensitivity = 0;
    };
    // One step of back-propagation towards the targets (Wiering et al., section 3.3). Returns what the network said
    // before.
    Outputs learn(const NetworkInputs& inputs, std::span<const float> targets, const Rates& rates) {
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

    static constexpr int width = 8;
    using Vector = Lanes<float, width>;

    static std::size_t size(int number) { return static_cast<std::size_t>(number); }

    template <class Self, class Visit>
    static void each_row(Self& self, Visit visit) {
        const auto [inputs, hidden, outputs, activation] = self.shape_;
        const std::size_t stride = size(self.stride_);
        for (int i = 0; i < inputs; ++i) visit(self.first_.data() + size(i) * stride, hidden);
        visit(self.bias_.data(), hidden);
        visit(self.sensitivity_.data(), hidden);
        for (int o = 0; o < outputs; ++o) visit(self.second_.data() + size(o) * stride, hidden);
        visit(self.output_bias_.data(), outputs);
    }

    // By unit: the sum of its inputs, then its value; the derivatives that learning needs.
    struct Hidden {
        alignas(32) std::array<float, most_hidden> value, slope, sensitivity_slope;
    };

    template <bool learning>
    Outputs forward(const NetworkInputs& inputs, Hidden& hidden) const {
        for (int block = 0; block < stride_;) {
            // As many units at a time as there are registers for their sums.
            const int left = (stride_ - block) / width;
            if (left >= 8)
                block += sum<8>(inputs, hidden, block);
            else if (left >= 4)
                block += sum<4>(inputs, hidden, block);
            else
                block += sum<1>(inputs, hidden, block);
        }
        switch (shape_.activation) {
            case Activation::sigmoid:
                activate<learning, Activation::sigmoid>(hidden);
                break;
            case Activation::symmetric:
                activate<learning, Activation::symmetric>(hidden);
                break;
            case Activation::radial:
                activate<learning, Activation::radial>(hidden);
        }
        Outputs outputs{};
        for (int o = 0; o < shape_.outputs; ++o) {
            const float* row = second_.data() + size(o) * size(stride_);
            Vector sum;
            for (int block = 0; block < stride_; block += width)
                sum += Vector::load(hidden.value.data() + block) * Vector::load(row + block);
            outputs[size(o)] = output_bias_[size(o)];
            for (const float part : sum.array()) outputs[size(o)] += part;
        }
        return outputs;
    }

    // What the inputs come to, for so many vectors of units.
    template <int vectors>
    int sum(const NetworkInputs& inputs, Hidden& hidden, int block) const {
        std::array<Vector, vectors> sums;
        for (int v = 0; v < vectors; ++v) sums[size(v)] = Vector::load(bias_.data() + block + v * width);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const float* row = first_.data() + size(inputs.index(i)) * size(stride_) + block;
            for (int v = 0; v < vectors; ++v) sums[size(v)] += Vector::load(row + v * width) * inputs.value(i);
        }
        for (int v = 0; v < vectors; ++v) sums[size(v)].store(hidden.value.data() + block + v * width);
        return vectors * width;
    }

    template <bool learning, Activation activation>
    void activate(Hidden& hidden) const {
        for (std::size_t h = 0; h < size(stride_); ++h) {
            const Unit made = unit<activation>(hidden.value[h], sensitivity_[h]);
            hidden.value[h] = made.value;
            if constexpr (learning) {
                hidden.slope[h] = made.slope;
                hidden.sensitivity_slope[h] = made.sensitivity_slope;
            }
        }
    }

    void backward(const NetworkInputs& inputs, const Hidden& hidden, const Outputs& errors, const Rates& rates) {
        for (int block = 0; block < stride_; block += width) {
            Vector back;
            const Vector value = Vector::load(hidden.value.data() + block);
            for (int o = 0; o < shape_.outputs; ++o) {
                float* row = second_.data() + size(o) * size(stride_) + block;
                Vector weights = Vector::load(row);
                back += weights * errors[size(o)];
                (weights += value * (rates.weights * errors[size(o)])).store(row);
            }
            const Vector step = back * Vector::load(hidden.slope.data() + block) * rates.weights;
            (Vector::load(bias_.data() + block) += step).store(bias_.data() + block);
            if (rates.sensitivity != 0)
                (Vector::load(sensitivity_.data() + block) +=
                 back * Vector::load(hidden.sensitivity_slope.data() + block) * rates.sensitivity)
                    .store(sensitivity_.data() + block);
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                float* row = first_.data() + size(inputs.index(i)) * size(stride_) + block;
                (Vector::load(row) += step * inputs.value(i)).store(row);
            }
        }
        for (int o = 0; o < shape_.outputs; ++o) {
            output_bias_[size(o)] += rates.weights * errors[size(o)];
            std::fill_n(second_.data() + size(o) * size(stride_) + shape_.hidden, stride_ - shape_.hidden, 0.0F);
        }
    }

    NetworkShape shape_;
    int stride_;
    std::vector<float> first_, bias_, sensitivity_;  // by input, then unit
    std::vector<float> second_, output_bias_;        // by output, then unit
};

}  // namespace leafstrap
