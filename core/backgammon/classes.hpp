// The nine kinds of position that have a network each in the large architecture (Wiering et al., section 4.1), in the
// order in which they are asked for: the first that fits counts.
#pragma once

#include <array>
#include <bit>
#include <string_view>

#include "backgammon/features/view.hpp"

namespace leafstrap::backgammon {

enum class Class : std::uint8_t {
    endgame,         // all checkers at home or borne off, on both sides
    race,            // the sides cannot meet any more
    forward,         // nobody on the bar or in the first six fields, on either side
    trapping,        // the own side has a prime of five or more with a checker of the other side behind it
    back_game,       // a side far behind in pips has three checkers or more in its first six fields
    holding,         // the own side holds one of the points 18 to 21
    own_escaped,     // all own checkers are further than the eighth field
    theirs_escaped,  // all of the other side are
    other,
};
inline constexpr int class_count = 9;
inline constexpr std::array<std::string_view, class_count> class_names{
    "endgame", "race", "forward", "trapping", "back-game", "holding", "own-escaped", "theirs-escaped", "other"};

// "Significant" is not told in the paper.
inline constexpr int far_behind = 60;

namespace classes {

constexpr PlaceSet first_fields(int count) { return ((PlaceSet{1} << count) - 1) << (points - count) | on_bar; }

// Five points or more in a row, and a checker that still has to pass them.
inline bool traps(const View& view) {
    PlaceSet primes = view.own.with(2) & ~on_bar;
    for (int i = 1; i < 5; ++i) primes &= primes >> 1;
    if (!primes) return false;
    const Place top = static_cast<Place>(std::bit_width(primes)) - 1;  // the lowest point of the farthest prime
    const Place rearmost = mirrored(static_cast<Place>(std::bit_width(view.theirs.with(1))) - 1);
    return rearmost < top;
}

inline int in_first_fields(const Checkers& checkers) {
    int count = checkers[bar];
    for (Place p = points - home_points; p < points; ++p) count += checkers[p];
    return count;
}

inline bool is_back_game(const Checkers& own, const Checkers& theirs) {
    return in_first_fields(own) >= 3 && own.pips() - theirs.pips() >= far_behind;
}

}  // namespace classes

// Of a board seen by the side that is to roll.
inline Class class_of(const View& view) {
    using namespace classes;
    const PlaceSet own = view.own.with(1), theirs = view.theirs.with(1);
    if (!((own | theirs) & ~home)) return Class::endgame;
    if (std::bit_width(own) + std::bit_width(theirs) <= points) return Class::race;
    if (!((own | theirs) & first_fields(home_points))) return Class::forward;
    if (traps(view)) return Class::trapping;
    if (is_back_game(view.own, view.theirs) || is_back_game(view.theirs, view.own)) return Class::back_game;
    constexpr PlaceSet holding_points = 0xf << 17;  // 18 to 21
    if (view.own.with(2) & holding_points) return Class::holding;
    if (!(own & first_fields(8))) return Class::own_escaped;
    if (!(theirs & first_fields(8))) return Class::theirs_escaped;
    return Class::other;
}

// The class of the small architecture: endgame, race, everything else.
inline Class small_class_of(const View& view) {
    const PlaceSet own = view.own.with(1), theirs = view.theirs.with(1);
    if (!((own | theirs) & ~home)) return Class::endgame;
    if (std::bit_width(own) + std::bit_width(theirs) <= points) return Class::race;
    return Class::other;
}

}  // namespace leafstrap::backgammon
