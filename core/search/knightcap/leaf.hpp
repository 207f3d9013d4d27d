// The position that a score is the evaluation of. KnightCap put it "in all data structures from which an evaluation
// value could be obtained" (A.10), so that the leaf to learn from comes with the result of every search.
#pragma once

#include "game.hpp"

namespace leafstrap::knightcap {

// A game may offer a smaller form of its positions: P::Packed, made from a position and unpacked() again.
template <class P>
concept Packable = requires(const P& position, const typename P::Packed& packed) {
    typename P::Packed;
    { typename P::Packed(position) };
    { packed.unpacked() } -> std::same_as<P>;
};

template <Position P>
class Whole {
public:
    Whole() = default;
    explicit Whole(const P& position) : position_(position) {}

    P unpacked() const { return position_; }

private:
    P position_ = P::start();
};

template <class P>
struct Packing {
    using Type = Whole<P>;
};
template <Packable P>
struct Packing<P> {
    using Type = typename P::Packed;
};
template <class P>
using Packed = typename Packing<P>::Type;

template <Position P>
struct Leaf {
    Packed<P> position{};
    bool evaluated = false;  // false: the score comes from the rules (mate, draw) and there is no leaf

    static Leaf none() { return {}; }
    static Leaf at(const P& position) { return {Packed<P>(position), true}; }
};

}  // namespace leafstrap::knightcap
