// The weights from sparse inputs to the units they feed, and the sums that the inputs come to.
//
// Units are padded to whole vectors; what the units added sum up means nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "eval/lanes.hpp"
#include "eval/sparse_inputs.hpp"

namespace leafstrap {

template <class Number>
class InputLayer {
public:
    static constexpr int width = 8;
    using Vector = Lanes<Number, width>;

    InputLayer(int inputs, int units)
        : stride_((units + width - 1) / width * width),
          weights_(static_cast<std::size_t>(inputs) * static_cast<std::size_t>(stride_)) {}

    // Units with those that fill up the last vector.
    int stride() const { return stride_; }
    std::vector<Number>& weights() { return weights_; }
    const std::vector<Number>& weights() const { return weights_; }
    Number* row(int input) { return weights_.data() + place(input); }
    const Number* row(int input) const { return weights_.data() + place(input); }

    // Adds what the inputs come to, to one sum for each unit.
    void add(const SparseInputs<Number>& inputs, Number* sums) const {
        // As many units at a time as there are registers for their sums.
        for (int block = 0; block < stride_; block += most_vectors * width) {
            const int vectors = std::min((stride_ - block) / width, most_vectors);
            [&]<int... n>(std::integer_sequence<int, n...>) {
                static_cast<void>(((vectors == n + 1 && add_block<n + 1>(inputs, sums, block)) || ...));
            }(std::make_integer_sequence<int, most_vectors>{});
        }
    }

private:
    std::size_t place(int input) const { return static_cast<std::size_t>(input) * static_cast<std::size_t>(stride_); }

    static constexpr int most_vectors = 8;

    // True, so that it can stand in a condition.
    template <int vectors>
    bool add_block(const SparseInputs<Number>& inputs, Number* sums, int block) const {
        std::array<Vector, vectors> parts;
        for (int v = 0; v < vectors; ++v) parts[at(v)] = Vector::load(sums + block + v * width);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const Number* weights = row(inputs.index(i)) + block;
            for (int v = 0; v < vectors; ++v) parts[at(v)] += Vector::load(weights + v * width) * inputs.value(i);
        }
        for (int v = 0; v < vectors; ++v) parts[at(v)].store(sums + block + v * width);
        return true;
    }
    static std::size_t at(int vector) { return static_cast<std::size_t>(vector); }

    int stride_;
    std::vector<Number> weights_;  // by input, then unit
};

}  // namespace leafstrap
