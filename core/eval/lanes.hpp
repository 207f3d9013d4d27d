// Numbers side by side that are loaded, multiplied and added at once: the weights of a concept for each stage.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

namespace leafstrap {

template <class Number, int width>
class Lanes {
public:
    static Lanes load(const Number* weights) {
        Lanes lanes;
        std::memcpy(&lanes.numbers_, weights, sizeof lanes.numbers_);
        return lanes;
    }
    std::array<Number, width> array() const {
        std::array<Number, width> numbers;
        std::memcpy(&numbers, &numbers_, sizeof numbers);
        return numbers;
    }

#if defined(__GNUC__)
    // Compilers do not see on their own that these go together.
    static_assert((width & (width - 1)) == 0, "vectors come in powers of two");
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
    typedef Number Numbers __attribute__((vector_size(width * sizeof(Number))));
#else
    Lanes& operator+=(const Lanes& other) {
        for (int i = 0; i < width; ++i) numbers_[i] += other.numbers_[i];
        return *this;
    }
    Lanes& operator-=(const Lanes& other) {
        for (int i = 0; i < width; ++i) numbers_[i] -= other.numbers_[i];
        return *this;
    }
    friend Lanes operator*(Lanes lanes, Number factor) {
        for (Number& number : lanes.numbers_) number *= factor;
        return lanes;
    }

private:
    using Numbers = std::array<Number, width>;
#endif
    Numbers numbers_{};
};

}  // namespace leafstrap
