// The position that a score is the evaluation of. KnightCap put it "in all data structures from which an evaluation
// value could be obtained" (A.10), so that the leaf to learn from comes with the result of every search.
#pragma once

#include "search/packing.hpp"

namespace leafstrap::knightcap {

template <Position P>
struct Leaf {
    Packed<P> position{};
    bool evaluated = false;  // false: the score comes from the rules (mate, draw) and there is no leaf

    static Leaf none() { return {}; }
    static Leaf at(const P& position) { return {Packed<P>(position), true}; }
};

}  // namespace leafstrap::knightcap
