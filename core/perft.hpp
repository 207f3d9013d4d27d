// Counts the move sequences of a given length: the standard proof that rules are right, and a measure of their speed.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "game.hpp"

namespace leafstrap {

// The last ply is counted without making its moves; a game that can count faster than it lists says so.
template <Position P>
[[gnu::always_inline]] inline std::uint64_t count_moves(const P& position) {
    if constexpr (requires { position.count_legal_moves(); }) {
        return position.count_legal_moves();
    } else {
        MoveList<P> moves;
        position.legal_moves(moves);
        return moves.size();
    }
}

// Throws of dice are no plies: each is followed, and counts as often as any other.
template <Position P>
std::uint64_t perft(const P& position, int depth) {
    if (depth <= 0) return 1;
    if constexpr (ChancePosition<P>) {
        if (position.is_chance()) {
            std::uint64_t nodes = 0;
            for (const auto chance : P::chances()) nodes += perft(position.after(chance), depth);
            return nodes;
        }
    }
    if (depth == 1) return count_moves(position);
    MoveList<P> moves;
    position.legal_moves(moves);
    std::uint64_t nodes = 0;
    if constexpr (!ChancePosition<P>) {
        // Here and not one call later, so that a compiler can leave out what counting does not need of a position.
        if (depth == 2) {
            for (const auto move : moves) nodes += count_moves(position.after(move));
            return nodes;
        }
    }
    for (const auto move : moves) nodes += perft(position.after(move), depth - 1);
    return nodes;
}

template <Position P>
std::vector<std::pair<typename P::Move, std::uint64_t>> perft_divide(const P& position, int depth) {
    std::vector<std::pair<typename P::Move, std::uint64_t>> parts;
    MoveList<P> moves;
    position.legal_moves(moves);
    for (const auto move : moves) parts.emplace_back(move, perft(position.after(move), depth - 1));
    return parts;
}

}  // namespace leafstrap
