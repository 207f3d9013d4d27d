// What a hidden unit makes of the sum of its inputs, and how steeply.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace leafstrap {

// Of y = βx, with x the sum of the inputs and β the unit's sensitivity, which extended back-propagation learns (Wiering
// et al., sections 4.2 and 5.2): sigmoid 1 / (1 + exp(-y)), symmetric y / (1 + |y|), radial exp(-y²).
enum class Activation : std::uint8_t { sigmoid, symmetric, radial };

// exp(x) for |x| up to 87, as near as single precision allows to a few units of the last place. Without branches or
// calls, so that compilers take several units at a time.
inline float quick_exp(float x) {
    x = std::min(std::max(x, -87.0F), 87.0F);
    // x = n ln 2 + rest, with |rest| at most half of ln 2.
    const float n = std::nearbyint(x * 1.44269504F);
    const float rest = (x - n * 0.693359375F) + n * 2.12194440e-4F;
    // The series to the sixth power.
    float sum = 1.38888889e-3F;
    sum = sum * rest + 8.33333333e-3F;
    sum = sum * rest + 4.16666667e-2F;
    sum = sum * rest + 1.66666667e-1F;
    sum = sum * rest + 0.5F;
    sum = sum * rest + 1;
    sum = sum * rest + 1;
    const auto exponent = static_cast<std::int32_t>(n) + 127;
    assert(exponent > 0 && exponent < 255);
    return sum * std::bit_cast<float>(exponent << 23);
}

// The value of a unit, and what back-propagation needs: the derivatives by the sum and by the sensitivity.
struct Unit {
    float value, slope, sensitivity_slope;
};

template <Activation activation>
Unit unit(float sum, float sensitivity) {
    const float y = sensitivity * sum;
    float value, steepness;  // the derivative by y
    if constexpr (activation == Activation::sigmoid) {
        value = 1 / (1 + quick_exp(-y));
        assert(value >= 0 && value <= 1);
        steepness = value * (1 - value);
    } else if constexpr (activation == Activation::symmetric) {
        const float scale = 1 / (1 + std::abs(y));
        value = y * scale;
        assert(value >= -1 && value <= 1);
        steepness = scale * scale;
    } else {
        value = quick_exp(-y * y);
        assert(value >= 0 && value <= 1);
        steepness = -2 * y * value;
    }
    return {value, sensitivity * steepness, sum * steepness};
}

}  // namespace leafstrap
