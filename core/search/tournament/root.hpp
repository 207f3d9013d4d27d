// The root of a tournament search: its moves with what is known of each, and what is told of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "game.hpp"
#include "search/tournament/score.hpp"

namespace leafstrap::tournament {

enum class Bound { exact, lower, upper };

template <Position P>
struct RootMove {
    typename P::Move move;
    Score score = -infinite;
    std::vector<typename P::Move> pv;
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;  // spent below it in this run: how clear the choice was
};

// The root moves in `only`, in that order and each once, as far as they are legal; all if it is empty.
template <Position P>
std::vector<RootMove<P>> list_root_moves(const P& root, const std::vector<typename P::Move>& only) {
    MoveList<P> legal;
    root.legal_moves(legal);
    std::vector<RootMove<P>> moves;
    const auto is_listed = [&](typename P::Move move) {
        return std::any_of(moves.begin(), moves.end(), [&](const auto& each) { return each.move == move; });
    };
    for (const auto move : only)
        if (std::find(legal.begin(), legal.end(), move) != legal.end() && !is_listed(move))
            moves.push_back({.move = move, .pv = {move}});
    if (only.empty())
        for (const auto move : legal) moves.push_back({.move = move, .pv = {move}});
    if (moves.empty()) throw std::invalid_argument("none of the moves to search is legal here");
    return moves;
}

template <Position P>
bool better(const RootMove<P>& a, const RootMove<P>& b) {
    return a.score > b.score;
}

// One variation, as it is reported.
template <Position P>
struct Variation {
    Score score = 0;
    Bound bound = Bound::exact;
    std::vector<typename P::Move> pv;
    int depth = 0;
    int seldepth = 0;

    // Moves to the end of a decided game, negative when it is lost; nothing otherwise.
    std::optional<int> mate() const {
        if (!is_decided(score)) return std::nullopt;
        const int moves = (plies_to_end(score) + 1) / 2;
        return is_win(score) ? moves : -moves;
    }
};

// How far the search has come.
template <Position P>
struct Report {
    std::vector<Variation<P>> lines;  // best first
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int fullness = 0;  // of the table, in thousandths
};

// The end of it.
template <Position P>
struct Result : Report<P> {
    P leaf;           // where the first line ends
    bool leaf_exact;  // the score of that line is the evaluation of the leaf
};

}  // namespace leafstrap::tournament
