// Where the checkers of both players stand, each seen from its own side.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

namespace leafstrap::backgammon {

inline constexpr int all_checkers = 15;
inline constexpr int home_points = 6;

// Places of a player's own view: 0 is its ace point, 23 the farthest, then the bar.
using Place = int;
inline constexpr int points = 24;
inline constexpr Place bar = 24;
inline constexpr Place off = -1;
inline constexpr int places = 25;

// The same point as the other player sees it; whoever is on the bar stands just below the ace point, and who is off
// just beyond the farthest.
constexpr Place mirrored(Place point) {
    assert(off <= point && point <= bar);
    return points - 1 - point;
}

// Places as a set, the bar included.
using PlaceSet = std::uint32_t;
inline constexpr PlaceSet home = 0x3f;
inline constexpr PlaceSet on_bar = PlaceSet{1} << bar;

constexpr PlaceSet set_of(Place place) { return PlaceSet{1} << place; }

// One player's checkers by place; what is missing of fifteen has been borne off.
struct Checkers {
    std::array<std::uint8_t, places> at{};

    constexpr std::uint8_t& operator[](Place place) { return at[static_cast<std::size_t>(place)]; }
    constexpr int operator[](Place place) const { return at[static_cast<std::size_t>(place)]; }

    constexpr int left() const {
        // Eight places at a time; fifteen checkers never overflow a byte.
        std::uint64_t sum = 0;
        for (Place place = 0; place < points; place += 8) sum += eight(place);
        return static_cast<int>(sum * 0x0101010101010101 >> 56) + (*this)[bar];
    }
    constexpr int borne_off() const {
        assert(left() <= all_checkers);
        return all_checkers - left();
    }
    // What is left to run: a checker on the bar has 25 pips to go.
    constexpr int pips() const {
        int pips = 0;
        for (Place place = 0; place < places; ++place) pips += (place + 1) * (*this)[place];
        return pips;
    }
    // Places with at least so many.
    constexpr PlaceSet with(int least) const {
        // The highest bit of a byte is set by what is enough; the product moves the eight of them side by side.
        const std::uint64_t missing = (0x80 - static_cast<std::uint64_t>(least)) * 0x0101010101010101;
        PlaceSet set = PlaceSet{(*this)[bar] >= least} << bar;
        for (Place place = 0; place < points; place += 8) {
            const std::uint64_t enough = (eight(place) + missing) >> 7 & 0x0101010101010101;
            set |= static_cast<PlaceSet>(enough * 0x0102040810204080 >> 56) << place;
        }
        return set;
    }

    bool operator==(const Checkers&) const = default;

private:
    // The numbers of checkers in eight places, the first in the lowest byte. Compilers make one load of it.
    constexpr std::uint64_t eight(Place first) const {
        std::uint64_t word = 0;
        for (int i = 0; i < 8; ++i) word |= std::uint64_t{at[static_cast<std::size_t>(first + i)]} << 8 * i;
        return word;
    }
};

inline constexpr Checkers starting_checkers = [] {
    Checkers checkers;
    checkers[23] = 2;
    checkers[12] = 5;
    checkers[7] = 3;
    checkers[5] = 5;
    return checkers;
}();

// A set of points as the other player sees it, 24 bits turned round; the bar is nobody else's.
constexpr PlaceSet mirrored_points(PlaceSet set) {
    set = (set & 0x555555) << 1 | (set >> 1 & 0x555555);
    set = (set & 0x333333) << 2 | (set >> 2 & 0x333333);
    set = (set & 0x0f0f0f) << 4 | (set >> 4 & 0x0f0f0f);
    return (set & 0xff) << 16 | (set & 0xff00) | set >> 16;
}
static_assert(mirrored_points(set_of(0) | set_of(5) | on_bar) == (set_of(23) | set_of(18)));

}  // namespace leafstrap::backgammon
