// The weights from sparse inputs to the units they feed, and the sums that the inputs come to.
//
// Units are padded to whole vectors; what the units added sum up means nothing.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "eval/simd.hpp"
#include "eval/sparse_inputs.hpp"

namespace leafstrap {

template <class Number>
class InputLayer {
public:
    InputLayer(int inputs, int units)
        : stride_((units + simd::width - 1) / simd::width * simd::width),
          weights_(static_cast<std::size_t>(inputs) * static_cast<std::size_t>(stride_)) {}

    // Units with those that fill up the last vector.
    int stride() const { return stride_; }
    std::vector<Number>& weights() { return weights_; }
    const std::vector<Number>& weights() const { return weights_; }
    Number* row(int input) { return weights_.data() + place(input); }
    const Number* row(int input) const { return weights_.data() + place(input); }

    // Adds what the inputs come to, to one sum for each unit.
    void add(const SparseInputs<Number>& inputs, Number* sums) const {
        assert(has_rows_for(inputs));
        const auto stride = static_cast<std::size_t>(stride_);
        if constexpr (std::is_integral_v<Number>)
            simd::kernels().add_whole_rows(inputs.view(), weights_.data(), stride, sums);
        else
            simd::kernels().add_rows(inputs.view(), weights_.data(), stride, sums);
    }

    // What is to hold of all inputs that are added.
    bool has_rows_for(const SparseInputs<Number>& inputs) const {
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (inputs.index(i) < 0 || place(inputs.index(i)) >= weights_.size()) return false;
        return true;
    }

private:
    std::size_t place(int input) const {
        assert(input >= 0 && static_cast<std::size_t>(input) * static_cast<std::size_t>(stride_) < weights_.size());
        return static_cast<std::size_t>(input) * static_cast<std::size_t>(stride_);
    }

    int stride_;
    std::vector<Number> weights_;  // by input, then unit
};

}  // namespace leafstrap
