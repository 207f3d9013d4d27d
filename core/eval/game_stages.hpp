// Networks for the stages of a game: one for the whole of it, or one for each stage that it names.
#pragma once

#include <cassert>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "eval/network.hpp"
#include "game.hpp"

namespace leafstrap {

template <Position P>
constexpr std::size_t stage_count() {
    if constexpr (StagedPosition<P>)
        return P::stage_names.size();
    else
        return 1;
}

template <Position P>
const PerceptronShape& checked_stages(const PerceptronShape& shape) {
    if (shape.hidden.size() != 1 && shape.hidden.size() != stage_count<P>())
        throw std::invalid_argument("there is one network, or one for each of the " + std::to_string(stage_count<P>()) +
                                    " stages of the game");
    return shape;
}

// Which of so many networks speaks of a position.
template <Position P>
std::size_t network_of_stage(const P& position, std::size_t networks) {
    if constexpr (StagedPosition<P>)
        if (networks > 1) {
            assert(static_cast<std::size_t>(position.stage()) < networks);
            return static_cast<std::size_t>(position.stage());
        }
    return 0;
}

}  // namespace leafstrap
