// The weights of `patterns` laid out for play: the sums that the visitor would come to, in fewer steps.
//
// What a man is worth, by itself and by its row, is added to the fillings of one area that its square lies in, so that
// looking up the areas is all there is to men. The stages and the rows that men have still to go lie side by side in
// one number and are added at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "draughts/features/areas.hpp"
#include "draughts/features/geometry.hpp"
#include "draughts/position.hpp"
#include "eval/feature_set.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::draughts {

template <class Set>
class PatternTables {
public:
    using Blocks = typename Set::Blocks;

    // No larger than Linear lets whole weights be.
    explicit PatternTables(std::span<const std::int32_t> weights)
        : others_(weights.begin(), weights.begin() + Set::stages * Blocks::pattern.first) {
        fillings_.reserve(Blocks::tables * Blocks::fillings);
        for (int table = 0; table < Blocks::tables; ++table) {
            add_men(table);
            for (int number = 0; number < Blocks::fillings; ++number)
                fillings_[place(table, number)] += packed(weights.data(), Blocks::pattern(table, number));
        }
    }

    // The sums of Dot, and the share of each stage.
    Weighed<Set::stages> weigh(const Position& position) const {
        Dot<std::int32_t, Set::stages> dot(others_.data());
        Set::other_than_tables(position, dot);
        const Bitboard white = position.men(Side::first), black = position.men(Side::second);
        // The upper areas as White sees them and the lower ones as Black does: the latter count against White.
        std::int64_t upper = 0, lower = 0;
        for (int down = 0; down < areas_down / 2; ++down) {
            const int top = down * area_step, bottom = (areas_down - 1 - down) * area_step;
            for (int across = 0; across < areas_across; ++across) {
                const std::int64_t* fillings = fillings_.data() + place(down * areas_across + across, 0);
                const int opposite = areas_across - 1 - across;
                upper += fillings[filling(as_white, white >> top, black >> top, across)];
                lower += fillings[filling(as_black, black >> bottom, white >> bottom, opposite)];
            }
        }
        std::array<std::int32_t, Set::stages> sums = dot.sums();
        sums[0] += dot.quarters * (opening(upper) - opening(lower));
        sums[1] += dot.quarters * (ending(upper) - ending(lower));
        return {sums, Set::mix_of(rows(upper) + rows(lower))};
    }

private:
    static_assert(Set::stages == 2);

    // From the highest bit down: opening (27 bits), ending (27), rows to go (10). Half a board has 25 squares, none of
    // whose men counts more than two weights, and eight areas: less than 64 weights, of no more than 2^20 each.
    static constexpr int rows_bits = 10, stage_bits = 27;
    static constexpr std::int64_t unit_of_opening = std::int64_t{1} << (rows_bits + stage_bits);
    static constexpr std::int64_t unit_of_ending = std::int64_t{1} << rows_bits;

    static std::int32_t opening(std::int64_t sum) {
        return static_cast<std::int32_t>((sum + unit_of_opening / 2) >> (rows_bits + stage_bits));
    }
    static std::int32_t ending(std::int64_t sum) {
        return static_cast<std::int32_t>(static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) << stage_bits) >>
                                         (rows_bits + stage_bits));
    }
    static int rows(std::int64_t sum) { return static_cast<int>(sum & (unit_of_ending - 1)); }

    static std::size_t place(int table, int number) {
        return static_cast<std::size_t>(table * Blocks::fillings + number);
    }

    static std::int64_t packed(const std::int32_t* weights, int feature) {
        const std::int32_t* stages = weights + feature * Set::stages;
        return stages[0] * unit_of_opening + stages[1] * unit_of_ending;
    }

    // All fillings of an area with what their men count, square by square: with none there, an own man, one of theirs.
    void add_men(int table) {
        const std::size_t start = fillings_.size();
        fillings_.push_back(0);
        for (int square = 0; square < area_size; ++square) {
            const int row = table / areas_across * 2 + square / 2, column = table % areas_across + square % 2;
            const bool counts = is_home(table, row, column);
            const std::int64_t own = counts ? man(row_count - 1 - row, 1) : 0, theirs = counts ? man(row, -1) : 0;
            const std::size_t end = fillings_.size();
            for (std::size_t i = start; i < end; ++i) fillings_.push_back(fillings_[i] + own);
            for (std::size_t i = start; i < end; ++i) fillings_.push_back(fillings_[i] + theirs);
        }
    }
    // What a man counts so many rows from its own side; the sign says whose it is.
    std::int64_t man(int gone, int sign) const {
        std::int64_t worth = packed(others_.data(), Blocks::material(0));
        if (gone < row_count - 1) worth += packed(others_.data(), Blocks::row(gone));
        return sign * worth + (row_count - 1 - gone);
    }
    // Whether this area is the one, of all that hold a square, in which a man there counts. Squares of the other half
    // of the board are at home in areas that are looked at from the other side.
    static constexpr bool is_home(int table, int row, int column) {
        if (row >= row_count / 2) return false;
        const int down = row < 4 ? 0 : 1, across = column < areas_across ? column : areas_across - 1;
        return table == down * areas_across + across;
    }

    std::vector<std::int32_t> others_;  // of all features but the fillings of areas
    std::vector<std::int64_t> fillings_;
};

}  // namespace leafstrap::draughts
