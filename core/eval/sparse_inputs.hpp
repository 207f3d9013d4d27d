// Inputs of a network that are not zero. A sink of feature sets.
#pragma once

#include <array>
#include <cstddef>

namespace leafstrap {

template <class Number>
class SparseInputs {
public:
    static constexpr std::size_t most = 2048;

    void add(int index, Number value) {
        indices_[size_] = index;
        values_[size_++] = value;
    }
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    int index(std::size_t i) const { return indices_[i]; }
    Number value(std::size_t i) const { return values_[i]; }

private:
    std::size_t size_ = 0;
    std::array<int, most> indices_;  // uninitialised beyond the size on purpose
    std::array<Number, most> values_;
};

using NetworkInputs = SparseInputs<float>;

}  // namespace leafstrap
