// Sums over what comes later, the less the later: the inner sum of TD(λ).
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

namespace leafstrap {

// Row by row sums[t] = terms[t] + factor * sums[t + 1] where row t continues, else terms[t]. Rows have `width` numbers.
inline std::vector<double> discounted_sums(std::span<const double> terms, std::span<const bool> continues,
                                           double factor, std::size_t width) {
    if (terms.size() != continues.size() * width) throw std::invalid_argument("every row continues, or does not");
    if (!continues.empty() && continues.back()) throw std::invalid_argument("nothing comes after the last row");
    std::vector<double> sums(terms.begin(), terms.end());
    for (std::size_t t = continues.size(); t-- > 0;)
        for (std::size_t i = t * width; continues[t] && i < (t + 1) * width; ++i) sums[i] += factor * sums[i + width];
    return sums;
}

}  // namespace leafstrap
