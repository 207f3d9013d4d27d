#include "eval/traces.hpp"

#include <algorithm>

namespace leafstrap {

Traces::Traces(const NetworkShape& shape) : traces_(static_cast<std::size_t>(shape.outputs), Network(shape)) {
    for (Network& trace : traces_) std::fill(trace.sensitivity_.begin(), trace.sensitivity_.end(), 0.0F);
}

void Traces::add(const Network& network, const NetworkInputs& inputs) {
    assert(traces_.front().shape() == network.shape());
    const simd::Kernels& loops = simd::kernels();
    Network::Hidden hidden;
    network.forward<true>(inputs, hidden);
    const auto stride = static_cast<std::size_t>(network.stride_);
    for (std::size_t o = 0; o < traces_.size(); ++o) {
        Network& trace = traces_[o];
        if (network.shape_.hidden == 0) {
            trace.bias_[o] += 1;
            for (std::size_t i = 0; i < inputs.size(); ++i) trace.first_.row(inputs.index(i))[o] += inputs.value(i);
            continue;
        }
        trace.output_bias_[o] += 1;
        const float* back = network.second_.data() + o * stride;
        loops.add_scaled(1, hidden.value.data(), stride, trace.second_.data() + o * stride);
        loops.add_products(1, back, hidden.slope.data(), stride, trace.bias_.data());
        loops.add_products(1, back, hidden.sensitivity_slope.data(), stride, trace.sensitivity_.data());
        for (std::size_t i = 0; i < inputs.size(); ++i)
            loops.add_products(inputs.value(i), back, hidden.slope.data(), stride, trace.first_.row(inputs.index(i)));
    }
}

void Traces::step(Network& network, const Network::Outputs& errors, const Network::Rates& rates) {
    assert(traces_.front().shape() == network.shape());
    for (std::size_t o = 0; o < traces_.size(); ++o) {
        const auto to = parts(network), from = parts(traces_[o]);
        for (std::size_t part = 0; part < to.size(); ++part) {
            const bool sensitivity = to[part] == &network.sensitivity_;
            const float rate = errors[o] * (sensitivity ? rates.sensitivity : rates.weights);
            simd::kernels().add_scaled(rate, from[part]->data(), to[part]->size(), to[part]->data());
        }
    }
    if (network.shape_.hidden == 0) return;
    // Units that only fill up a vector must stay without weight.
    const auto stride = static_cast<std::size_t>(network.stride_);
    for (std::size_t o = 0; o < traces_.size(); ++o)
        std::fill_n(network.second_.data() + o * stride + static_cast<std::size_t>(network.shape_.hidden),
                    stride - static_cast<std::size_t>(network.shape_.hidden), 0.0F);
    assert(network.padding_is_without_weight());
}

}  // namespace leafstrap
