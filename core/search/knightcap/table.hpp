// KnightCap's transposition table: two deep, with a depth, a move and a leaf of its own for either bound.
//
// Of the two entries that share a place one is kept for its depth and the other is always replaced (A.6 says "standard
// two-deep" and no more). Where KnightCap had 128 bits an entry, and more once the leaves came in (A.10), ours has two
// cache lines. That the leaf comes along is why it is not the table of the tournament search, whose entries take a
// quarter of one.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "huge_pages.hpp"
#include "search/knightcap/leaf.hpp"
#include "search/tournament/score.hpp"

namespace leafstrap::knightcap {

using tournament::Score;

// Scores count the plies to a decided end from the position.
template <Position P>
struct TableBound {
    Leaf<P> leaf;
    std::uint16_t move = 0;  // P::code of the move that has this score; 0 for a pass and where none is known
    std::int16_t score = 0;
    std::int8_t depth = -1;  // below 0: nothing is known
};

template <Position P>
struct TableEntry {
    std::uint64_t key = 0;
    TableBound<P> lower, upper;
    std::int16_t evaluation = 0;
    std::uint16_t epoch = 0;
    std::uint16_t search = 0;
    bool has_evaluation = false;

    int depth() const { return std::max(lower.depth, upper.depth); }
    // To be tried first: one that was good enough once, else the best of those that were not.
    std::uint16_t move() const { return lower.move ? lower.move : upper.move; }
};

// What one visit to a position found out.
template <Position P>
struct Finding {
    Score score;
    bool at_least;  // a lower bound, else an upper one
    int depth;
    Leaf<P> leaf;
    std::uint16_t move;
    Score evaluation;  // tournament::unknown if none was made
};

template <Position P>
class Table {
public:
    using Entry = TableEntry<P>;

    explicit Table(std::size_t megabytes) : places_(std::max<std::size_t>(1, (megabytes << 20) / sizeof(Place))) {}

    // Forgets everything at no cost: entries of other epochs are as good as absent.
    void forget() {
        if (++epoch_ != 0) return;
        std::fill(places_.begin(), places_.end(), Place{});
        epoch_ = 1;
    }
    // A new search: what the last ones left is still true, but no longer kept for its depth.
    void age() { ++search_; }

    const Entry* find(std::uint64_t key) const {
        const Place& place = places_[index(key)];
        for (const Entry* entry : {&place.deep, &place.recent})
            if (entry->key == key && entry->epoch == epoch_) return entry;
        return nullptr;
    }

    void store(std::uint64_t key, const Finding<P>& finding) {
        assert(0 <= finding.depth && finding.depth <= 127);
        assert(-tournament::infinite < finding.score && finding.score < tournament::infinite);
        Place& place = places_[index(key)];
        Entry& entry = slot(place, key, finding.depth);
        if (entry.key != key || entry.epoch != epoch_) {
            entry = Entry{};
            entry.key = key;
            entry.epoch = epoch_;
        }
        entry.search = search_;
        if (finding.evaluation != tournament::unknown) {
            entry.evaluation = static_cast<std::int16_t>(finding.evaluation);
            entry.has_evaluation = true;
        }
        tighten(entry, finding);
        assert(entry.key == key && entry.epoch == epoch_ && entry.depth() >= finding.depth);
        if (&entry == &place.recent && holds(place.recent, place.deep)) std::swap(place.recent, place.deep);
    }

    void prefetch(std::uint64_t key) const { leafstrap::prefetch(&places_[index(key)]); }

    // Thousandths of the table that hold entries of this search.
    int fullness() const {
        const std::size_t sample = std::min<std::size_t>(places_.size(), 1000);
        std::size_t used = 0;
        for (std::size_t i = 0; i < sample; ++i)
            for (const Entry* entry : {&places_[i].deep, &places_[i].recent})
                used += entry->epoch == epoch_ && entry->search == search_;
        return static_cast<int>(used * 1000 / (2 * sample));
    }

private:
    struct Place {
        Entry deep, recent;
    };

    std::size_t index(std::uint64_t key) const { return place_of(key, places_.size()); }

    // Whether one entry has a better claim to be kept for its depth than another.
    bool holds(const Entry& one, const Entry& other) const {
        if (other.epoch != epoch_ || other.search != search_) return true;
        return one.depth() >= other.depth();
    }

    // The key's own entry, else the one to give up. A deep entry that is outdone becomes the recent one.
    Entry& slot(Place& place, std::uint64_t key, int depth) const {
        for (Entry* entry : {&place.deep, &place.recent})
            if (entry->key == key && entry->epoch == epoch_) return *entry;
        const bool kept = place.deep.epoch == epoch_ && place.deep.search == search_ && place.deep.depth() > depth;
        if (kept) return place.recent;
        if (place.deep.epoch == epoch_) place.recent = place.deep;
        return place.deep;
    }

    // The newer of two bounds of one side stands if it was searched as deep. A bound of the other side that contradicts
    // it and is no deeper goes: pruning searches change their mind.
    static void tighten(Entry& entry, const Finding<P>& finding) {
        auto& same = finding.at_least ? entry.lower : entry.upper;
        auto& opposite = finding.at_least ? entry.upper : entry.lower;
        if (finding.depth < same.depth) return;
        same.leaf = finding.leaf;
        same.move = finding.move;
        same.score = static_cast<std::int16_t>(finding.score);
        same.depth = static_cast<std::int8_t>(finding.depth);
        const bool contradicts = entry.lower.score > entry.upper.score;
        if (opposite.depth >= 0 && opposite.depth <= finding.depth && contradicts) opposite = {};
    }

    std::uint16_t epoch_ = 1;
    std::uint16_t search_ = 0;
    HugeVector<Place> places_;
};

}  // namespace leafstrap::knightcap
