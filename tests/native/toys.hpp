// Feature sets for the test doubles, and positions of them: enough for a linear evaluator to have an opinion.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <string_view>
#include <vector>

#include "doubles/corridor.hpp"
#include "doubles/tictactoe.hpp"
#include "eval/linear.hpp"
#include "line.hpp"
#include "search/random.hpp"

namespace toys {

using namespace leafstrap;

// Marks by cell, and lines with one and with two marks that the other side has not blocked.
struct TicTacToeSet {
    using Position = doubles::TicTacToe;
    static constexpr std::string_view name = "tictactoe";
    static constexpr int stages = 2;
    static constexpr std::array<std::string_view, stages> stage_names{"empty", "full"};
    static constexpr int concepts = 11;
    static constexpr bool symmetric = true;

    static std::array<float, stages> mix(const Position& position) {
        const int marks = std::popcount(position.marks(Side::first) | position.marks(Side::second));
        return {1 - marks / 9.0f, marks / 9.0f};
    }
    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        for (const Side side : {Side::first, Side::second}) {
            for (int cell = 0; cell < 9; ++cell)
                if (position.marks(side) >> cell & 1) sink.add(cell, sign(side));
            for (const unsigned line : Position::lines) {
                const int marks = std::popcount(line & position.marks(side));
                if ((marks == 1 || marks == 2) && !(line & position.marks(!side))) sink.add(8 + marks, sign(side));
            }
        }
    }
    static const std::vector<FeatureInfo>& describe() {
        static const std::vector<FeatureInfo> features(feature_count<TicTacToeSet>);
        return features;
    }
};

// Where each token stands as seen from home, and the jumps it has made. Asymmetric: the searcher's own jumps count
// apart.
struct CorridorSet {
    using Position = doubles::Corridor;
    static constexpr std::string_view name = "corridor";
    static constexpr int stages = 1;
    static constexpr std::array<std::string_view, stages> stage_names{"all"};
    static constexpr int concepts = Position::cells + 2;
    static constexpr bool symmetric = false;

    static std::array<float, stages> mix(const Position&) { return {1}; }
    template <class Sink>
    static void features(const Position& position, Side perspective, Sink& sink) {
        for (const Side side : {Side::first, Side::second}) {
            const int cell = position.cell(side);
            sink.add(side == Side::first ? cell : Position::cells - 1 - cell, sign(side));
            sink.add(Position::cells + (side == perspective), sign(side) * position.jumps(side));
        }
    }
    static const std::vector<FeatureInfo>& describe() {
        static const std::vector<FeatureInfo> features(feature_count<CorridorSet>);
        return features;
    }
};

// Small whole numbers make many ties, large fractions hardly any: both are worth a test.
template <class Set>
std::shared_ptr<const Linear<Set>> random_evaluator(std::uint64_t seed, bool whole_numbers = false) {
    Random random(seed);
    std::vector<double> weights(feature_count<Set>);
    for (double& weight : weights) {
        weight = whole_numbers ? static_cast<double>(random.below(5)) - 2
                               : static_cast<double>(random.below(20001)) / 7 - 1400;
    }
    return std::make_shared<const Linear<Set>>(weights);
}

// A random game so far, of so many plies or until it ends one ply later.
template <class P>
Line<P> random_line(std::uint64_t seed, int plies) {
    Random random(seed);
    Line<P> line;
    for (int i = 0; i < plies; ++i) {
        MoveList<P> moves;
        line.position().legal_moves(moves);
        Line<P> next = line;
        next.push(moves[random.below(moves.size())]);
        if (next.outcome().over) break;
        line = next;
    }
    return line;
}

}  // namespace toys
