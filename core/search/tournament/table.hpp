// The transposition table of the tournament search: shared by all threads without locks.
//
// An entry holds a lower and an upper bound, each with the depth it was searched to, so that a fail-high of one visit
// and a fail-low of another do not drive each other out. It takes sixteen bytes, a quarter of what the training
// searches need for bounds to learn from (search/table.hpp): theirs are whole, of one iteration, and lead from node to
// node.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "huge_pages.hpp"
#include "search/tournament/score.hpp"

namespace leafstrap::tournament {

// What the table knows of a position. Scores are as stored: plies to the end count from the position.
struct TableEntry {
    std::uint16_t move = 0;  // P::code of the best move seen; 0 for none
    Score evaluation = unknown;
    Score lower = -infinite;
    Score upper = infinite;
    int lower_depth = 0;
    int upper_depth = 0;
    Proof proof = Proof::none();

    // Both bounds agree, so this is the score itself.
    bool exact() const { return lower == upper; }
    int depth() const { return std::max(lower_depth, upper_depth); }
};

class Table {
public:
    explicit Table(std::size_t megabytes) { resize(megabytes); }

    void resize(std::size_t megabytes) {
        HugeVector<Bucket>().swap(buckets_);  // the old one goes first
        size_ = std::max<std::size_t>(1, (megabytes << 20) / sizeof(Bucket));
        buckets_ = HugeVector<Bucket>(size_);
    }
    void clear() {
        for (Bucket& bucket : buckets_)
            for (Slot& slot : bucket.slots) slot.write(0, 0);
        generation_ = 0;
    }

    // Entries of earlier searches stay of use, but make room first.
    void age() { generation_ = (generation_ + 1) & 127; }

    bool find(std::uint64_t key, TableEntry& entry) const {
        for (const Slot& slot : bucket(key).slots) {
            const auto [head, body] = slot.read();
            if (head >> 32 != key >> 32 || !body) continue;
            entry = unpacked(head, body);
            assert(entry.lower <= entry.upper);
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, std::uint16_t move, Score evaluation, Score lower, Score upper, int depth,
               Proof proof) {
        assert(0 <= depth && -infinite <= lower && lower <= upper && upper <= infinite);
        assert(evaluation == unknown || !is_decided(evaluation));
        depth = std::min(depth, most_depth);
        Slot& slot = slot_for(key);
        const auto [head, body] = slot.read();
        TableEntry entry;
        if (head >> 32 == key >> 32 && body) entry = unpacked(head, body);
        if (move) entry.move = move;
        entry.evaluation = evaluation;
        if (lower > -infinite && (depth >= entry.lower_depth || lower > entry.upper)) {
            entry.lower = lower;
            entry.lower_depth = depth;
            entry.proof.lower = proof.lower;
        }
        if (upper < infinite && (depth >= entry.upper_depth || upper < entry.lower)) {
            entry.upper = upper;
            entry.upper_depth = depth;
            entry.proof.upper = proof.upper;
        }
        // Bounds of different depths may contradict each other; the new one stays.
        if (entry.lower > entry.upper) {
            if (upper < infinite) {
                entry.lower = -infinite;
                entry.lower_depth = 0;
            } else {
                entry.upper = infinite;
                entry.upper_depth = 0;
            }
        }
        assert(entry.lower <= entry.upper);
        assert(entry.lower > -infinite || entry.lower_depth == 0);  // what is not known has no depth
        assert(entry.upper < infinite || entry.upper_depth == 0);
        slot.write(packed_head(key, entry), packed_body(entry, generation_));
    }

    void prefetch(std::uint64_t key) const { leafstrap::prefetch(&bucket(key)); }

    // Thousandths of the table that hold entries of this search.
    int fullness() const {
        const std::size_t sample = std::min<std::size_t>(buckets_.size(), 1000);
        std::size_t used = 0;
        for (std::size_t i = 0; i < sample; ++i)
            for (const Slot& slot : buckets_[i].slots) {
                const std::uint64_t body = slot.read().body;
                used += body && generation_of(body) == generation_;
            }
        return static_cast<int>(used * 1000 / (sample * Bucket::size));
    }

private:
    static constexpr int most_depth = 255;  // extensions may lead beyond it, and eight bits do not

    // key (32 bits), move (16), evaluation (16); lower and upper bound (16 each), their depths (8 each), generation
    // (7), whether each bound is proven, and a bit that tells an entry from an empty slot.
    struct Words {
        std::uint64_t head, body;
    };

    // Two threads may write one slot at a time. The head is stored mixed with the body, so that halves of different
    // entries give a wrong key and are taken for another position.
    class Slot {
    public:
        Words read() const {
            const std::uint64_t body = body_.load(std::memory_order_relaxed);
            return {mixed_.load(std::memory_order_relaxed) ^ body, body};
        }
        void write(std::uint64_t head, std::uint64_t body) {
            mixed_.store(head ^ body, std::memory_order_relaxed);
            body_.store(body, std::memory_order_relaxed);
        }

    private:
        std::atomic<std::uint64_t> mixed_{0}, body_{0};
    };

    struct alignas(64) Bucket {
        static constexpr std::size_t size = 4;
        std::array<Slot, size> slots;
    };

    static std::uint64_t packed_head(std::uint64_t key, const TableEntry& entry) {
        return key >> 32 << 32 | static_cast<std::uint64_t>(entry.move) << 16 | half(entry.evaluation);
    }
    static std::uint64_t packed_body(const TableEntry& entry, std::uint8_t generation) {
        return half(entry.lower) | half(entry.upper) << 16 | static_cast<std::uint64_t>(entry.lower_depth) << 32 |
               static_cast<std::uint64_t>(entry.upper_depth) << 40 | static_cast<std::uint64_t>(generation) << 48 |
               static_cast<std::uint64_t>(entry.proof.lower) << 55 |
               static_cast<std::uint64_t>(entry.proof.upper) << 56 | std::uint64_t{1} << 63;
    }
    static TableEntry unpacked(std::uint64_t head, std::uint64_t body) {
        return {.move = static_cast<std::uint16_t>(head >> 16),
                .evaluation = whole(head),
                .lower = whole(body),
                .upper = whole(body >> 16),
                .lower_depth = static_cast<std::uint8_t>(body >> 32),
                .upper_depth = static_cast<std::uint8_t>(body >> 40),
                .proof = {(body >> 55 & 1) != 0, (body >> 56 & 1) != 0}};
    }
    static std::uint64_t half(Score score) {
        assert(static_cast<std::int16_t>(score) == score);
        return static_cast<std::uint16_t>(score);
    }
    static Score whole(std::uint64_t bits) { return static_cast<std::int16_t>(bits); }
    static std::uint8_t generation_of(std::uint64_t body) { return static_cast<std::uint8_t>(body >> 48) & 127; }

    const Bucket& bucket(std::uint64_t key) const { return buckets_[place_of(key, size_)]; }

    // The position's own slot, else an empty one, else the least worth: shallow and old.
    Slot& slot_for(std::uint64_t key) {
        Slot* least = nullptr;
        int least_worth = 0;
        for (Slot& slot : buckets_[place_of(key, size_)].slots) {
            const auto [head, body] = slot.read();
            if (!body || head >> 32 == key >> 32) return slot;
            const TableEntry entry = unpacked(head, body);
            const int age = (generation_ - generation_of(body)) & 127;
            const int worth = entry.depth() - 4 * age;
            if (!least || worth < least_worth) {
                least = &slot;
                least_worth = worth;
            }
        }
        assert(least);
        return *least;
    }

    std::uint8_t generation_ = 0;  // seven bits: the eighth tells an entry from an empty slot
    std::size_t size_ = 0;         // of the buckets: told, not worked out from where they begin and end
    HugeVector<Bucket> buckets_;
};

}  // namespace leafstrap::tournament
