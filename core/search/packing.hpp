// Positions in the least space, for searches that keep many.
#pragma once

#include <concepts>

#include "game.hpp"

namespace leafstrap {

// A game may offer a smaller form of its positions: P::Packed, made from a position and unpacked() again.
template <class P>
concept Packable = requires(const P& position, const typename P::Packed& packed) {
    typename P::Packed;
    { typename P::Packed(position) };
    { packed.unpacked() } -> std::same_as<P>;
};

template <Position P>
class Unpacked {
public:
    Unpacked() = default;
    explicit Unpacked(const P& position) : position_(position) {}

    P unpacked() const { return position_; }

private:
    P position_ = P::start();
};

template <class P>
struct Packing {
    using Type = Unpacked<P>;
};
template <Packable P>
struct Packing<P> {
    using Type = typename P::Packed;
};
template <class P>
using Packed = typename Packing<P>::Type;

}  // namespace leafstrap
