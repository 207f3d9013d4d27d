// Games as learning sees them: the boards, what was said of each, and how it ended. All games lie one after the other
// in the same arrays, so that thousands cross the border to Python at once.
//
// A board is a position in which the dice are to be rolled; in a game without dice it is every position. What is said
// of it is the view of the side whose turn it is.
#pragma once

#include <cassert>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "game.hpp"
#include "record.hpp"
#include "search/expectimax_player.hpp"

namespace leafstrap {

// What chance did before a move: nothing where there are no dice.
struct NoChance {};
template <Position P>
struct ChanceOf {
    using Type = NoChance;
};
template <ChancePosition P>
struct ChanceOf<P> {
    using Type = typename P::Chance;
};

template <Position P>
struct Games {
    int output_count = 1;

    // By board. `explored` says that the move that led here was taken at random.
    std::vector<P> positions;
    std::vector<float> outputs;
    std::vector<std::uint8_t> explored;
    std::vector<typename ChanceOf<P>::Type> chances;
    std::vector<typename P::Move> moves;

    // By game: its number of boards, the last one not counted; what is to be thought of that one, the result, or what
    // was said of it where the game was broken off; the first player's points.
    std::vector<std::int64_t> lengths;
    std::vector<float> final_outputs;
    std::vector<std::uint8_t> final_explored;
    std::vector<std::int64_t> points;
    std::vector<std::uint8_t> over;

    // What boards are made of, and what was looked ahead from at each, where that is recorded: of board i those from
    // starts[i] to starts[i + 1].
    std::vector<std::int64_t> leaf_starts{0}, node_starts{0};
    Leaves<P> leaves;
    Nodes<P> nodes;

    std::uint64_t evaluations = 0;

    std::size_t count() const { return lengths.size(); }

    // A game as it was played.
    Record<P> line(std::size_t game) const {
        if (game >= count()) throw std::out_of_range("there is no such game");
        const auto first = static_cast<std::size_t>(
            std::accumulate(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(game), std::int64_t{0}));
        Record<P> record;
        for (std::size_t i = first; i < first + static_cast<std::size_t>(lengths[game]); ++i) {
            if constexpr (ChancePosition<P>) record.roll_dice(chances[i]);
            record.push(moves[i]);
        }
        return record;
    }

    // Forgets the boards from this one on: those of a game that did not come to its end.
    void drop_from(std::size_t board) {
        const auto width = static_cast<std::size_t>(output_count);
        shorten(positions, board);
        shorten(outputs, board * width);
        shorten(explored, board);
        shorten(chances, board);
        shorten(moves, board);
        shorten(leaf_starts, board + 1);
        shorten(node_starts, board + 1);
        const auto leaf_count = static_cast<std::size_t>(leaf_starts.back());
        shorten(leaves.positions, leaf_count);
        shorten(leaves.weights, leaf_count);
        shorten(leaves.swapped, leaf_count);
        const auto node_count = static_cast<std::size_t>(node_starts.back());
        assert(leaf_count <= leaves.positions.size() && node_count <= nodes.positions.size());
        shorten(nodes.positions, node_count);
        shorten(nodes.targets, node_count * width);
        shorten(nodes.values, node_count * width);
        shorten(nodes.lower, node_count);
        shorten(nodes.upper, node_count);
    }

private:
    template <class T>
    static void shorten(std::vector<T>& items, std::size_t size) {
        if (size < items.size()) items.erase(items.begin() + static_cast<std::ptrdiff_t>(size), items.end());
    }
};

}  // namespace leafstrap
