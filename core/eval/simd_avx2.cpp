// The inner loops of networks for x86-64 machines with AVX2, whatever the rest of the program is compiled for.
//
// What is included before the pragma is compiled as everywhere else. Fused multiplication and addition stays off: it
// rounds differently.
#include <cstddef>
#include <cstring>
#include <utility>

#include "eval/simd.hpp"

#if defined(LEAFSTRAP_SIMD_AVX2)
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "eval/kernels.hpp"

namespace leafstrap::simd {
namespace {

// For each set of four lanes: where they are, one after the other, as whole numbers and as the bytes of a shuffle.
struct Compression {
    alignas(16) std::int32_t numbers[16][4]{};
    alignas(16) std::uint8_t bytes[16][16]{};
    std::uint64_t words[16]{};  // the numbers in 16 bits each

    constexpr Compression() {
        for (unsigned set = 0; set < 16; ++set) {
            unsigned size = 0;
            for (unsigned lane = 0; lane < 4; ++lane) {
                if (!(set >> lane & 1)) continue;
                numbers[set][size] = static_cast<std::int32_t>(lane);
                words[set] |= std::uint64_t{lane} << 16 * size;
                for (unsigned byte = 0; byte < 4; ++byte)
                    bytes[set][4 * size + byte] = static_cast<std::uint8_t>(4 * lane + byte);
                ++size;
            }
        }
    }
};
constexpr Compression compression;

__m128i widened(const std::int16_t* counts) {
    return _mm_cvtepi16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(counts)));
}

// As in Loops: first the words of four counts that changed, then the counts in them.
std::size_t changes(const std::int16_t* now, const std::int16_t* before, std::size_t count, int* indices,
                    std::int32_t* differences) {
    constexpr std::uint64_t each = 0x0001'0001'0001'0001;
    std::uint16_t changed[most_counts / 4 + 4];
    std::size_t words = 0, size = 0;
    for (std::size_t first = 0; first < count; first += count_width) {
        const __m256i same = _mm256_cmpeq_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(now + first)),
                                                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(before + first)));
        const auto set = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(same))) ^ 15U;
        const std::uint64_t four = compression.words[set] + first / 4 * each;
        std::memcpy(changed + words, &four, sizeof four);
        words += static_cast<std::size_t>(__builtin_popcount(set));
    }
    for (std::size_t w = 0; w < words; ++w) {
        const int first = changed[w] * 4;
        const __m128i difference = _mm_sub_epi32(widened(now + first), widened(before + first));
        const __m128i same = _mm_cmpeq_epi32(difference, _mm_setzero_si128());
        const auto set = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(same))) ^ 15U;
        const __m128i numbers = _mm_load_si128(reinterpret_cast<const __m128i*>(compression.numbers[set]));
        const __m128i bytes = _mm_load_si128(reinterpret_cast<const __m128i*>(compression.bytes[set]));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(indices + size), _mm_add_epi32(numbers, _mm_set1_epi32(first)));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(differences + size), _mm_shuffle_epi8(difference, bytes));
        size += static_cast<std::size_t>(__builtin_popcount(set));
    }
    return size;
}

constexpr Kernels with_intrinsics() {
    Kernels kernels = Loops<Level::avx2>::kernels("avx2");
    kernels.changes = changes;
    return kernels;
}

}  // namespace

constexpr Kernels detail::avx2 = with_intrinsics();

}  // namespace leafstrap::simd

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
