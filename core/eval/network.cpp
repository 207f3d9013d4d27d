#include "eval/network.hpp"

#include <algorithm>
#include <stdexcept>

namespace leafstrap {

const NetworkShape& Network::checked(const NetworkShape& shape) {
    if (shape.inputs < 1 || shape.hidden < 0 || shape.hidden > most_hidden || shape.outputs < 1 ||
        shape.outputs > most_outputs)
        throw std::invalid_argument("a network has inputs, at most 256 hidden units and 1 to 8 outputs");
    return shape;
}

Network::Network(const NetworkShape& shape)
    : shape_(checked(shape)),
      first_(shape.inputs, shape.units()),
      stride_(first_.stride()),
      bias_(size(stride_)),
      sensitivity_(size(shape.hidden > 0 ? stride_ : 0), 1),
      second_(size(shape.hidden > 0 ? shape.outputs * stride_ : 0)),
      output_bias_(size(shape.hidden > 0 ? shape.outputs : 0)) {}

template <class Self, class Visit>
void Network::each_row(Self& self, Visit visit) {
    const auto [inputs, hidden, outputs, activation] = self.shape_;
    for (int i = 0; i < inputs; ++i) visit(self.first_.row(i), self.shape_.units());
    visit(self.bias_.data(), self.shape_.units());
    if (hidden == 0) return;
    visit(self.sensitivity_.data(), hidden);
    for (int o = 0; o < outputs; ++o) visit(self.second_.data() + size(o) * size(self.stride_), hidden);
    visit(self.output_bias_.data(), outputs);
}

bool Network::padding_is_without_weight() const {
    for (std::size_t o = 0; shape_.hidden > 0 && o < size(shape_.outputs); ++o)
        for (std::size_t h = size(shape_.hidden); h < size(stride_); ++h)
            if (second_[o * size(stride_) + h] != 0) return false;
    return true;
}

void Network::read(std::span<const double> weights) {
    assert(weights.size() >= weight_count(shape_));
    auto next = weights.begin();
    each_row(*this, [&](float* row, int count) {
        for (int i = 0; i < count; ++i) row[i] = static_cast<float>(*next++);
    });
    assert(size(next - weights.begin()) == weight_count(shape_));
    assert(padding_is_without_weight());
}

void Network::write(std::span<double> weights) const {
    assert(weights.size() >= weight_count(shape_));
    auto next = weights.begin();
    each_row(*this, [&](const float* row, int count) { next = std::copy_n(row, count, next); });
}

Network::Outputs Network::evaluate(const NetworkInputs& inputs) const {
    Hidden hidden;
    return forward<false>(inputs, hidden);
}

Network::Outputs Network::evaluate_sums(std::span<const float> sums) const {
    assert(sums.size() == size(stride_));
    Hidden hidden;
    std::copy(sums.begin(), sums.end(), hidden.value.begin());
    return finish<false>(hidden);
}

void Network::add_gradient(const NetworkInputs& inputs, const Outputs& errors, std::span<double> gradient) const {
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

std::vector<float> Network::input_slopes(const NetworkInputs& inputs, const Outputs& errors) const {
    Hidden hidden;
    forward<true>(inputs, hidden);
    const Units steps = steps_of(backed(errors), hidden);
    std::vector<float> slopes(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        for (std::size_t h = 0; h < size(shape_.units()); ++h) slopes[i] += steps[h] * first_.row(inputs.index(i))[h];
    return slopes;
}

Network::Outputs Network::learn(const NetworkInputs& inputs, std::span<const float> targets, const Rates& rates) {
    assert(targets.size() >= size(shape_.outputs));
    Hidden hidden;
    const Outputs outputs = forward<true>(inputs, hidden);
    Outputs errors{};
    for (int o = 0; o < shape_.outputs; ++o) errors[size(o)] = targets[size(o)] - outputs[size(o)];
    backward(inputs, hidden, errors, rates);
    return outputs;
}

void Network::push(const NetworkInputs& inputs, const Outputs& errors, const Rates& rates) {
    Hidden hidden;
    forward<true>(inputs, hidden);
    backward(inputs, hidden, errors, rates);
}

Network::Units Network::backed(const Outputs& errors) const {
    Units back{};
    if (shape_.hidden == 0) std::copy_n(errors.begin(), shape_.outputs, back.begin());
    for (std::size_t o = 0; shape_.hidden > 0 && o < size(shape_.outputs); ++o)
        simd::kernels().add_scaled(errors[o], second_.data() + o * size(stride_), size(stride_), back.data());
    return back;
}

Network::Units Network::steps_of(Units back, const Hidden& hidden) const {
    for (std::size_t h = 0; shape_.hidden > 0 && h < size(stride_); ++h) back[h] *= hidden.slope[h];
    return back;
}

void Network::backward(const NetworkInputs& inputs, const Hidden& hidden, const Outputs& errors, const Rates& rates) {
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

void moved_by_rate(const Network& before, const Network& after, const Network::Rates& rates, std::span<double> moved) {
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
