// Logistic regression over sparse rows: the error of weights and its gradient, in one pass over the rows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

namespace leafstrap {

// Rows as a CSR matrix has them: row i is [starts[i], starts[i + 1]) of indices and values.
struct SparseRows {
    std::span<const std::int64_t> starts;
    std::span<const std::int32_t> indices;
    std::span<const float> values;
};

// Sums over rows. A result is 1 for a win, 0 for a loss; expected is 1 / (1 + exp(-scale · row · weights)).
struct LogisticError {
    double cross_entropy = 0;      // Σ -result · ln(expected) - (1 - result) · ln(1 - expected)
    double squares = 0;            // Σ (result - expected)²
    std::vector<double> gradient;  // ∂cross_entropy/∂weights
};

namespace logistic {

// Rows are summed in so many parts, and these one after the other: the sums do not depend on the number of threads.
inline constexpr std::size_t parts = 8;

inline void add(const SparseRows& rows, std::size_t row, float result, std::span<const double> weights, double scale,
                LogisticError& sum) {
    const auto begin = static_cast<std::size_t>(rows.starts[row]), end = static_cast<std::size_t>(rows.starts[row + 1]);
    double dot = 0;
    for (std::size_t j = begin; j < end; ++j)
        dot += weights[static_cast<std::size_t>(rows.indices[j])] * rows.values[j];
    const double odds = scale * dot, small = std::exp(-std::abs(odds));  // in logarithms; exp cannot overflow
    const double expected = odds >= 0 ? 1 / (1 + small) : small / (1 + small);
    sum.cross_entropy += std::max(odds, 0.0) - result * odds + std::log1p(small);
    const double error = expected - result;
    sum.squares += error * error;
    for (std::size_t j = begin; j < end; ++j)
        sum.gradient[static_cast<std::size_t>(rows.indices[j])] += scale * error * rows.values[j];
}

}  // namespace logistic

// Over the rows of these numbers, or over all where there are none.
inline LogisticError logistic_error(const SparseRows& rows, std::span<const float> results,
                                    std::span<const double> weights, double scale,
                                    std::span<const std::int64_t> numbers, std::size_t threads) {
    const std::size_t count = numbers.empty() ? results.size() : numbers.size();
    std::array<LogisticError, logistic::parts> sums;
    const auto work = [&](std::size_t first) {
        for (std::size_t part = first; part < sums.size(); part += threads) {
            sums[part].gradient.resize(weights.size());
            for (std::size_t i = part * count / sums.size(); i < (part + 1) * count / sums.size(); ++i) {
                const std::size_t row = numbers.empty() ? i : static_cast<std::size_t>(numbers[i]);
                logistic::add(rows, row, results[row], weights, scale, sums[part]);
            }
        }
    };
    threads = std::clamp<std::size_t>(threads, 1, sums.size());
    std::vector<std::thread> others;
    for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
    work(0);
    for (std::thread& thread : others) thread.join();
    for (std::size_t part = 1; part < sums.size(); ++part) {
        sums[0].cross_entropy += sums[part].cross_entropy;
        sums[0].squares += sums[part].squares;
        for (std::size_t i = 0; i < weights.size(); ++i) sums[0].gradient[i] += sums[part].gradient[i];
    }
    return std::move(sums[0]);
}

}  // namespace leafstrap
