// What a search remembers of the stable part of its evaluations: the facts it found and the sums of its weights.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "eval/feature_set.hpp"
#include "huge_pages.hpp"

namespace leafstrap {

// Sets without a stable part remember nothing.
template <FeatureSet Set, class Number>
class StableCache {};

// Direct-mapped, with the whole key in the entry: a hit is never a mistake. For one thread.
template <HasStablePart Set, class Number>
class StableCache<Set, Number> {
public:
    // Each in a cache line of its own.
    struct alignas(64) Entry {
        typename Set::StableKey key{};
        typename Set::StableFacts facts{};
        std::array<Number, Set::stages> sums{};
        std::uint32_t generation = 0;  // entries of other generations are empty
    };

    // The entry of the key for the evaluator with this serial number, made by make(entry) if it is not there.
    template <class Make>
    const Entry& find(std::uint64_t serial, const typename Set::StableKey& key, Make make) {
        assert(serial != 0);
        if (serial != serial_) forget(serial);
        assert(generation_ != 0);
        Entry& entry = entries_[place(key)];
        if (entry.generation != generation_ || !(entry.key == key)) {
            entry.key = key;
            entry.generation = generation_;
            make(entry);
        }
        assert(entry.key == key && entry.generation == generation_);
        return entry;
    }

private:
    static constexpr int bits = 15;  // 2 MB where an entry is one cache line: one large page

    static std::size_t place(const typename Set::StableKey& key) { return key.hash() >> (64 - bits); }

    void forget(std::uint64_t serial) {
        serial_ = serial;
        if (++generation_ == 0) {
            std::fill(entries_.begin(), entries_.end(), Entry{});
            generation_ = 1;
        }
    }

    std::uint64_t serial_ = 0;
    std::uint32_t generation_ = 0;
    HugeVector<Entry> entries_ = HugeVector<Entry>(std::size_t{1} << bits);
};

}  // namespace leafstrap
