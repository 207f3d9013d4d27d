// What networks may say of a backgammon position besides the points to expect, which is `one_output`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "eval/outputs.hpp"

namespace leafstrap::backgammon {

namespace outputs {

constexpr std::size_t result_index(int result) { return static_cast<std::size_t>(result + OutputScheme::most_points); }

// Output `to` is seen by the other side as what `from` says, with this sign.
constexpr void swap(OutputScheme& scheme, std::size_t to, std::size_t from, float sign = 1) {
    scheme.from[to] = from;
    scheme.sign[to] = sign;
}

}  // namespace outputs

// The five probabilities that programs of today have: to win, a gammon at least, a backgammon, and to lose the latter
// two.
inline constexpr OutputScheme five_outputs = [] {
    enum : std::size_t { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon };
    OutputScheme scheme;
    scheme.count = 5;
    outputs::swap(scheme, win, win, -1);
    scheme.offset[win] = 1;
    outputs::swap(scheme, win_gammon, lose_gammon);
    outputs::swap(scheme, win_backgammon, lose_backgammon);
    outputs::swap(scheme, lose_gammon, win_gammon);
    outputs::swap(scheme, lose_backgammon, win_backgammon);
    scheme.points = {2, 1, 1, -1, -1};
    scheme.constant = -1;
    for (const int result : {-3, -2, -1, 1, 2, 3})
        scheme.results[outputs::result_index(result)] = {result > 0 ? 1.0F : 0.0F, result > 1 ? 1.0F : 0.0F,
                                                         result > 2 ? 1.0F : 0.0F, result < -1 ? 1.0F : 0.0F,
                                                         result < -2 ? 1.0F : 0.0F};
    return scheme;
}();

// Seven as in Wiering et al. (section 4.1): the mean result, and how often each result comes: won by one, two and three
// points, lost by as many. For choosing moves the mean output and the mean of the six others are added and halved.
inline constexpr OutputScheme seven_outputs = [] {
    OutputScheme scheme;
    scheme.count = 7;
    outputs::swap(scheme, 0, 0, -1);
    scheme.points[0] = 0.5F;
    for (std::size_t points = 1; points <= 3; ++points) {
        const std::size_t won = points, lost = 3 + points;
        outputs::swap(scheme, won, lost);
        outputs::swap(scheme, lost, won);
        scheme.points[won] = static_cast<float>(points) / 2;
        scheme.points[lost] = -static_cast<float>(points) / 2;
        const int result = static_cast<int>(points);
        scheme.results[outputs::result_index(result)][0] = static_cast<float>(result);
        scheme.results[outputs::result_index(result)][won] = 1;
        scheme.results[outputs::result_index(-result)][0] = static_cast<float>(-result);
        scheme.results[outputs::result_index(-result)][lost] = 1;
    }
    return scheme;
}();

// In the order of their names in Python.
inline constexpr std::array<const OutputScheme*, 3> output_schemes{&one_output, &five_outputs, &seven_outputs};

}  // namespace leafstrap::backgammon
