// Enumerations as Python spells them: words, in the order of the enumeration.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace leafstrap::bindings {

inline constexpr std::array<std::string_view, 3> activations{"sigmoid", "symmetric", "radial"};

template <class Enum, std::size_t size>
Enum word(const std::array<std::string_view, size>& words, std::string_view text) {
    for (std::size_t i = 0; i < size; ++i)
        if (words[i] == text) return static_cast<Enum>(i);
    std::string known;
    for (const std::string_view each : words) known.append(known.empty() ? "" : ", ").append(each);
    throw std::invalid_argument("there is no '" + std::string(text) + "': there are " + known);
}

}  // namespace leafstrap::bindings
