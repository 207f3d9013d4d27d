// The feature set `patterns`: what stands in each of sixteen overlapping areas of the board, every way of filling one
// with a weight of its own, beside material, kings, rows and balance. Each concept has a weight for the opening and one
// for the ending.
//
// An area as White sees it and the area opposite as Black sees it are the same thing to know, so that eight tables
// serve sixteen areas: the upper half of the board is seen with White's eyes and the lower half with Black's, and each
// side there has the half it attacks before it.
#pragma once

#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "draughts/features/geometry.hpp"
#include "draughts/position.hpp"
#include "eval/feature_set.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::draughts {

// Numbers in base 3 from eight bits, the first square counting least, or most where the board is turned.
using Ternary = std::array<std::uint16_t, 1 << area_size>;
constexpr Ternary ternary(bool turned) {
    Ternary numbers{};
    for (unsigned bits = 0; bits < numbers.size(); ++bits) {
        int unit = 1;
        for (int place = 0; place < area_size; ++place, unit *= 3)
            if (bits >> (turned ? area_size - 1 - place : place) & 1) numbers[bits] += static_cast<std::uint16_t>(unit);
    }
    return numbers;
}
inline constexpr Ternary as_white = ternary(false), as_black = ternary(true);

struct PatternBlocks {
    static constexpr int tables = area_count / 2;
    static constexpr int fillings = 6561;  // 3 to the eighth

    static constexpr Block material{0, 2};  // men, kings
    static constexpr Block any_king = material.then(1);
    static constexpr Block king_square = any_king.then(square_count);
    static constexpr Block row = king_square.then(row_count - 1);  // of men, from the own side
    static constexpr Block imbalance = row.then(1);
    static constexpr Block to_move = imbalance.then(1);
    static constexpr Block pattern = to_move.then(tables, fillings);
    static constexpr int end = pattern.end();
};

struct Patterns {
    using Position = draughts::Position;
    using Blocks = PatternBlocks;
    static constexpr std::string_view name = "patterns";
    static constexpr int stages = 2;
    static constexpr std::array<std::string_view, stages> stage_names{"opening", "ending"};
    static constexpr int concepts = Blocks::end;
    static constexpr bool symmetric = true;
    static constexpr bool quick = true;

    // By the rows that all men have still to go: at the start it is the opening, without men the ending.
    static std::array<float, stages> mix(const Position& position) {
        constexpr int all = 300;
        const float opening = static_cast<float>(rows_to_go(position)) / all;
        return {opening, 1 - opening};
    }

    template <class Sink>
    static void features(const Position& position, Side, Sink& sink) {
        const Bitboard white = position.men(Side::first), black = position.men(Side::second);
        add_both(sink, Blocks::material(0), popcount(white), popcount(black));
        if (position.kings()) kings(position, sink);
        for (int row = 0; row < row_count - 1; ++row)
            add_both(sink, Blocks::row(row), popcount(white & row_squares(row_count - 1 - row)),
                     popcount(black & row_squares(row)));
        add_both(sink, Blocks::imbalance(0), imbalance(white), imbalance(black));
        sink.add(Blocks::to_move(0), static_cast<float>(sign(position.turn())));
        for (int table = 0; table < Blocks::tables; ++table) {
            const int here = as_white[area_bits(white, table)] + 2 * as_white[area_bits(black, table)];
            sink.add(Blocks::pattern(table, here), 1);
            const int opposite = area_count - 1 - table;
            const int there = as_black[area_bits(black, opposite)] + 2 * as_black[area_bits(white, opposite)];
            sink.add(Blocks::pattern(table, there), -1);
        }
    }

    static const std::vector<FeatureInfo>& describe();

private:
    template <class Sink>
    static void kings(const Position& position, Sink& sink) {
        const Bitboard white = position.kings(Side::first), black = position.kings(Side::second);
        add_both(sink, Blocks::material(1), popcount(white), popcount(black));
        add_both(sink, Blocks::any_king(0), white != 0, black != 0);
        for (Bitboard rest = white; rest;) sink.add(Blocks::king_square(number_of(pop_lowest(rest)) - 1), 1);
        for (Bitboard rest = black; rest;) sink.add(Blocks::king_square(number_of(turned(pop_lowest(rest))) - 1), -1);
    }

    // How many men more one wing has than the other.
    static int imbalance(Bitboard men) {
        constexpr Bitboard left = squares_where([](Square s) { return column_of(s) < 3; });
        constexpr Bitboard right = squares_where([](Square s) { return column_of(s) > 6; });
        return std::abs(popcount(men & left) - popcount(men & right));
    }

    // The number of a row in binary: the men on rows with a digit, times what the digit is worth.
    static int rows_to_go(const Position& position) {
        constexpr auto digit = [](int place) {
            return squares_where([=](Square s) { return row_of(s) >> place & 1; });
        };
        const auto sum = [&](Bitboard men) {
            return popcount(men & digit(0)) + 2 * popcount(men & digit(1)) + 4 * popcount(men & digit(2)) +
                   8 * popcount(men & digit(3));
        };
        const Bitboard black = position.men(Side::second);
        return sum(position.men(Side::first)) + (row_count - 1) * popcount(black) - sum(black);
    }
};

static_assert(FeatureSet<Patterns>);

}  // namespace leafstrap::draughts
