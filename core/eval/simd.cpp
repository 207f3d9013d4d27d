#include "eval/simd.hpp"

#include <cstdlib>
#include <string_view>

#include "eval/kernels.hpp"

namespace leafstrap::simd {
namespace {

constexpr Kernels plain = Loops<Level::plain>::kernels("plain");

struct Levels {
    const Kernels* levels[2] = {&plain};
    std::size_t count = 1;

    Levels() {
#if defined(LEAFSTRAP_SIMD_AVX2)
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx2")) levels[count++] = &detail::avx2;
#endif
    }
};

const Kernels* best() {
    const char* wish = std::getenv("LEAFSTRAP_SIMD");
    for (const Kernels* level : available())
        if (wish && std::string_view(wish) == level->name) return level;
    return available().back();
}

}  // namespace

std::span<const Kernels* const> available() {
    static const Levels found;
    return {found.levels, found.count};
}

constinit std::atomic<const Kernels*> detail::chosen{&plain};

namespace {

[[maybe_unused]] const bool started = (detail::chosen = best(), true);

}  // namespace

}  // namespace leafstrap::simd
