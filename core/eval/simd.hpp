// The inner loops of networks, for the widest vectors of the machine that runs them.
//
// A build for many machines may not assume wide vectors, and the loops over hidden units take most of the time of a
// network. So they are compiled once for each level that there is (eval/kernels.hpp), and the best one is chosen when
// the program starts. All levels give the same results to the bit: whole numbers are exact, and sums of floats are
// added up in the same order, without contraction. What is short, such as the sum over the stages of a linear
// evaluator, stays inline (eval/lanes.hpp): the call would cost more than the vectors save.
//
// NEON belongs to every 64-bit ARM, so that the plain level has it. Where a level is not compiled (other machines,
// other compilers) the plain one serves. The environment variable LEAFSTRAP_SIMD=plain, read at the start, is for
// tests.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "eval/activation.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define LEAFSTRAP_SIMD_AVX2  // there is a level for it
#endif

namespace leafstrap::simd {

enum class Level : std::uint8_t { plain, avx2 };

// Rows of a table of weights are `stride` apart, which is a multiple of `width`; so is the `count` of units.
inline constexpr int width = 8;

// Inputs that are not zero: which, and how much.
template <class Number>
struct Inputs {
    const int* indices;
    const Number* values;
    std::size_t count;
};

// Counts of what is in a position: how many there may be, in a multiple of `count_width`.
inline constexpr std::size_t most_counts = 2048, count_width = 16;

struct Kernels {
    Level level;
    const char* name;

    // What is more now than before, and what is less: the indices, rising, and by how much; returns how many. There
    // must be room for four more than there are.
    std::size_t (*changes)(const std::int16_t* now, const std::int16_t* before, std::size_t count, int* indices,
                           std::int32_t* differences);

    // sums += Σ value · row of each input.
    void (*add_rows)(const Inputs<float>& inputs, const float* weights, std::size_t stride, float* sums);
    void (*add_whole_rows)(const Inputs<std::int32_t>& inputs, const std::int32_t* weights, std::size_t stride,
                           std::int32_t* sums);
    // The row of each input += value · steps.
    void (*add_to_rows)(const Inputs<float>& inputs, const float* steps, std::size_t stride, float* weights);
    // The same for gradients, which have no padding: any number of units.
    void (*add_to_gradient)(const Inputs<float>& inputs, const float* steps, std::size_t units, double* gradient);

    // numbers = biases + part · sums.
    void (*convert)(const std::int32_t* sums, float part, const float* biases, std::size_t count, float* numbers);
    // From the sums of hidden units to their values, in place; learning also wants the derivatives (activation.hpp).
    void (*activate)(Activation activation, const float* sensitivities, std::size_t count, float* values);
    void (*differentiate)(Activation activation, const float* sensitivities, std::size_t count, float* values,
                          float* slopes, float* sensitivity_slopes);
    // Products are added up in `width` sums, and these to the start, one after the other.
    float (*dot)(const float* a, const float* b, std::size_t count, float start);

    // Of any number of numbers: to += factor · a, to += factor · a · b, numbers *= factor.
    void (*add_scaled)(float factor, const float* a, std::size_t count, float* to);
    void (*add_products)(float factor, const float* a, const float* b, std::size_t count, float* to);
    void (*scale)(float factor, std::size_t count, float* numbers);
};

// The levels that this machine can run, plain first and best last.
std::span<const Kernels* const> available();

namespace detail {
extern std::atomic<const Kernels*> chosen;  // plain until the program has started
#if defined(LEAFSTRAP_SIMD_AVX2)
extern const Kernels avx2;
#endif
}  // namespace detail

inline const Kernels& kernels() { return *detail::chosen.load(std::memory_order_relaxed); }

}  // namespace leafstrap::simd
