// For large tables that are read at random: an allocator that asks the system for large pages, so that fewer reads have
// to look up where their page is; places in them; and reads begun before they are needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace leafstrap {

template <class T>
class HugePages {
public:
    using value_type = T;

    HugePages() = default;
    template <class U>
    HugePages(const HugePages<U>&) {}

    T* allocate(std::size_t count) {
        const std::size_t size = rounded(count * sizeof(T));
        void* memory = ::operator new(size, alignment(size));
#if defined(__linux__)
        if (size >= page) madvise(memory, size, MADV_HUGEPAGE);  // a wish: refused, the table is only slower
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) { ::operator delete(memory, alignment(rounded(count * sizeof(T)))); }

    template <class U>
    bool operator==(const HugePages<U>&) const {
        return true;
    }

private:
    static constexpr std::size_t page = std::size_t{1} << 21;

    // Half a page and more is worth a whole one.
    static std::size_t rounded(std::size_t size) { return size < page / 2 ? size : (size + page - 1) / page * page; }
    static std::align_val_t alignment(std::size_t size) { return std::align_val_t{size >= page ? page : alignof(T)}; }
};

template <class T>
using HugeVector = std::vector<T, HugePages<T>>;

// Where in a table of any size a key belongs, by its lower half: evenly spread, and quicker than a remainder.
inline std::size_t place_of(std::uint64_t key, std::size_t size) {
    return static_cast<std::size_t>((key & 0xffffffff) * size >> 32);
}

inline void prefetch(const void* memory) {
#if defined(__GNUC__)
    __builtin_prefetch(memory);
    // GCC takes a function that does nothing but prefetch for one without effect, and leaves out the calls of it that
    // it has not inlined yet. Assembly, though empty, is an effect.
    asm volatile("");
#else
    (void)memory;
#endif
}

}  // namespace leafstrap
