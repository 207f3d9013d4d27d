// Choosing the next best of scored moves, one at a time: after a cutoff the rest was never sorted.
#pragma once

#include <cstddef>
#include <utility>

namespace leafstrap {

// The move with the highest score from `from` on changes places with the one there; among equals the first.
template <class List>
void bring_best(List& moves, int* scores, std::size_t from) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < moves.size(); ++i)
        if (scores[i] > scores[best]) best = i;
    std::swap(moves[from], moves[best]);
    std::swap(scores[from], scores[best]);
}

}  // namespace leafstrap
