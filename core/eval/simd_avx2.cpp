// The inner loops of networks for x86-64 machines with AVX2, whatever the rest of the program is compiled for.
//
// What is included before the pragma is compiled as everywhere else. Fused multiplication and addition stays off: it
// rounds differently.
#include <array>
#include <cstddef>
#include <cstring>

#include "eval/simd.hpp"

#if defined(LEAFSTRAP_SIMD_AVX2)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "eval/kernels.hpp"

namespace leafstrap::simd {

constexpr Kernels detail::avx2 = Loops<Level::avx2>::kernels("avx2");

}  // namespace leafstrap::simd

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
