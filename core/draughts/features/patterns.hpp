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

#include "draughts/features/areas.hpp"
#include "draughts/features/geometry.hpp"
#include "draughts/features/pattern_tables.hpp"
#include "draughts/position.hpp"
#include "eval/feature_set.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::draughts {

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
    using Tables = PatternTables<Patterns>;
    static constexpr std::string_view name = "patterns";
    static constexpr int stages = 2;
    static constexpr std::array<std::string_view, stages> stage_names{"opening", "ending"};
    static constexpr int concepts = Blocks::end;
    static constexpr bool symmetric = true;
    static constexpr bool quick = true;

    // By the rows that all men have still to go: at the start it is the opening, without men the ending.
    static std::array<float, stages> mix(const Position& position) { return mix_of(rows_to_go(position)); }
    static std::array<float, stages> mix_of(int rows) {
        constexpr int all = 300;
        const float opening = static_cast<float>(rows) / all;
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
        shape(position, sink);
        for (int table = 0; table < Blocks::tables; ++table) {
            const int down = table / areas_across, across = table % areas_across;
            const int top = down * area_step, bottom = (areas_down - 1 - down) * area_step;
            const unsigned here = filling(as_white, white >> top, black >> top, across);
            sink.add(Blocks::pattern(table, static_cast<int>(here)), 1);
            const unsigned there = filling(as_black, black >> bottom, white >> bottom, areas_across - 1 - across);
            sink.add(Blocks::pattern(table, static_cast<int>(there)), -1);
        }
    }
    // All of them but what the tables know of men, areas and rows.
    template <class Sink>
    static void other_than_tables(const Position& position, Sink& sink) {
        if (position.kings()) kings(position, sink);
        shape(position, sink);
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

    template <class Sink>
    static void shape(const Position& position, Sink& sink) {
        add_both(sink, Blocks::imbalance(0), imbalance(position.men(Side::first)),
                 imbalance(position.men(Side::second)));
        sink.add(Blocks::to_move(0), static_cast<float>(sign(position.turn())));
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
