// The weights of one concept, one for each stage, side by side: loaded, multiplied and added at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

namespace leafstrap {

template <class Number, int stages>
class Lanes {
public:
    static Lanes load(const Number* weights) {
        Lanes lanes;
        std::memcpy(&lanes.numbers_, weights, sizeof lanes.numbers_);
        return lanes;
    }
    std::array<Number, stages> array() const {
        std::array<Number, stages> numbers;
        std::memcpy(&numbers, &numbers_, sizeof numbers);
        return numbers;
    }

#if defined(__GNUC__)
    // Compilers do not see on their own that the stages go together.
    static_assert((stages & (stages - 1)) == 0, "vectors come in powers of two");
    Lanes& operator+=(const Lanes& other) {
        numbers_ += other.numbers_;
        return *this;
    }
    Lanes& operator-=(const Lanes& other) {
        numbers_ -= other.numbers_;
        return *this;
    }
    friend Lanes operator*(Lanes lanes, Number factor) {
        lanes.numbers_ *= factor;
        return lanes;
    }

private:
    typedef Number Numbers __attribute__((vector_size(stages * sizeof(Number))));
#else
    Lanes& operator+=(const Lanes& other) {
        for (int i = 0; i < stages; ++i) numbers_[i] += other.numbers_[i];
        return *this;
    }
    Lanes& operator-=(const Lanes& other) {
        for (int i = 0; i < stages; ++i) numbers_[i] -= other.numbers_[i];
        return *this;
    }
    friend Lanes operator*(Lanes lanes, Number factor) {
        for (Number& number : lanes.numbers_) number *= factor;
        return lanes;
    }

private:
    using Numbers = std::array<Number, stages>;
#endif
    Numbers numbers_{};
};

}  // namespace leafstrap
