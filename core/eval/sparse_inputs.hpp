// Inputs of a network that are not zero. A sink of feature sets.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "eval/simd.hpp"

namespace leafstrap {

template <class Number>
class SparseInputs {
public:
    static constexpr std::size_t most = simd::most_counts;

    void add(int index, Number value) {
        assert(index >= 0 && size_ < most);
        indices_[size_] = index;
        values_[size_++] = value;
    }
    // All in one go: write(indices, values) says how many it has written.
    template <class Write>
    void write(Write write) {
        size_ = write(indices_.data(), values_.data());
        assert(size_ <= most);
    }
    // The first few of four neighbours, without a branch.
    void add_first(int index, const std::array<Number, 4>& values, int count) {
        assert(index >= 0 && count >= 0 && count <= 4 && size_ + static_cast<std::size_t>(count) <= most);
        for (std::size_t i = 0; i < 4; ++i) {
            indices_[size_ + i] = index + static_cast<int>(i);
            values_[size_ + i] = values[i];
        }
        size_ += static_cast<std::size_t>(count);
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    int index(std::size_t i) const {
        assert(i < size_);
        return indices_[i];
    }
    Number value(std::size_t i) const {
        assert(i < size_);
        return values_[i];
    }
    simd::Inputs<Number> view() const { return {indices_.data(), values_.data(), size_}; }

private:
    std::size_t size_ = 0;
    // Uninitialised beyond the size on purpose. Four more than there can be, for what is written and not kept.
    std::array<int, most + 4> indices_;
    std::array<Number, most + 4> values_;
};

using NetworkInputs = SparseInputs<float>;

}  // namespace leafstrap
