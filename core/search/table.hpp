// The transposition table of the training searches: for each position of one iteration, the bounds of its value and how
// deep they were searched. Every entry is whole, key and all, because the tree is walked through the table afterwards
// and learned from: a wrong entry would be a wrong target. The searches for play have tables of their own
// (tournament/table.hpp, knightcap/table.hpp), which trade that for more positions, or keep leaves.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "huge_pages.hpp"
#include "search/values.hpp"

namespace leafstrap {

template <class Move>
struct TableEntry {
    std::uint64_t key = 0;
    Value lower = -infinite_value;  // the position's own value, its mover's view
    Value upper = infinite_value;
    Move move{};  // the best seen, tried first next time
    std::uint16_t generation = 0;
    std::int8_t depth = 0;
    bool extended = false;  // some child was searched to the same depth, not one less
};

template <class Move>
class Table {
public:
    using Entry = TableEntry<Move>;

    explicit Table(int bits) : mask_((std::size_t{1} << std::max(bits - bucket_bits, 0)) - 1), buckets_(mask_ + 1) {}

    // Entries of other generations are as good as absent, so forgetting everything costs nothing.
    void clear() {
        if (++generation_ != 0) return;
        std::fill(buckets_.begin(), buckets_.end(), Bucket{});
        generation_ = 1;
    }

    std::size_t capacity() const { return buckets_.size() * bucket_size; }

    const Entry* find(std::uint64_t key) const {
        for (const Entry& entry : bucket(key))
            if (entry.key == key && entry.generation == generation_) return &entry;
        return nullptr;
    }

    // Asks the memory for an entry that find() will want soon.
    void prefetch(std::uint64_t key) const { leafstrap::prefetch(&bucket(key)); }

    // Where an entry lies, for those who keep something beside the table.
    std::size_t index(const Entry* entry) const {
        assert(entry >= buckets_.front().data() && entry < buckets_.front().data() + capacity());
        return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(entry) -
                                        reinterpret_cast<const std::byte*>(buckets_.data())) /
               sizeof(Entry);
    }

    // A deeper result stays. Two results of one depth are both true, so the position lies within both.
    void store(Entry found) {
        assert(found.lower <= found.upper && found.depth >= 0);
        found.generation = generation_;
        Entry& entry = slot(found.key);
        if (entry.key == found.key && entry.generation == generation_) {
            if (entry.depth > found.depth) return;
            if (entry.depth == found.depth) {
                found.lower = std::max(found.lower, entry.lower);
                found.upper = std::min(found.upper, entry.upper);
                found.extended |= entry.extended;
                assert(found.lower <= found.upper);
            }
        }
        entry = found;
    }

private:
    static constexpr int bucket_bits = 2;
    static constexpr std::size_t bucket_size = std::size_t{1} << bucket_bits;
    using Bucket = std::array<Entry, bucket_size>;

    const Bucket& bucket(std::uint64_t key) const { return buckets_[key & mask_]; }
    Bucket& bucket(std::uint64_t key) { return buckets_[key & mask_]; }

    // The entry of the key if it is there, else a forgotten one, else the shallowest: the top of the tree survives
    // longest, without which nothing below it can be reached again.
    Entry& slot(std::uint64_t key) {
        Entry* victim = nullptr;
        for (Entry& entry : bucket(key)) {
            const bool fresh = entry.generation == generation_;
            if (fresh && entry.key == key) return entry;
            const bool victim_fresh = victim && victim->generation == generation_;
            if (!victim || (victim_fresh && (!fresh || entry.depth < victim->depth))) victim = &entry;
        }
        assert(victim);
        return *victim;
    }

    std::uint16_t generation_ = 1;
    std::size_t mask_;
    HugeVector<Bucket> buckets_;
};

}  // namespace leafstrap
