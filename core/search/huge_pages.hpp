// An allocator for large tables that are read at random: it asks the system for large pages, so that fewer reads have
// to look up where their page is.
#pragma once

#include <cstddef>
#include <new>

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
        const std::size_t size = count * sizeof(T);
        void* memory = ::operator new(size, alignment(size));
#if defined(__linux__)
        if (size >= page) madvise(memory, size, MADV_HUGEPAGE);  // a wish: refused, the table is only slower
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) { ::operator delete(memory, alignment(count * sizeof(T))); }

    template <class U>
    bool operator==(const HugePages<U>&) const {
        return true;
    }

private:
    static constexpr std::size_t page = std::size_t{1} << 21;

    static std::align_val_t alignment(std::size_t size) { return std::align_val_t{size >= page ? page : alignof(T)}; }
};

}  // namespace leafstrap
