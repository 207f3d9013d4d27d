// Family `diagonals`: three men of a side in a row on a diagonal, all 64 places of the board, as the mover sees it. The
// mover's count 1, the other side's -1: no place is held by both.
#pragma once

#include <array>
#include <cstdint>

#include "draughts/features/global.hpp"
#include "draughts/features/inputs.hpp"
#include "eval/feature_info.hpp"

namespace leafstrap::draughts {

// Numbers the places by direction and topmost square: those that fall to the right first.
struct DiagonalPlaces {
    static constexpr std::array<Direction, 2> directions{down_right, down_left};

    std::array<std::array<std::int8_t, square_bits>, 2> number{};
    std::array<std::array<Square, 3>, 64> squares{};
    int count = 0;

    constexpr DiagonalPlaces() {
        for (std::size_t i = 0; i < directions.size(); ++i) {
            const int step = stride(directions[i]);
            for (int top = 1; top <= square_count; ++top) {
                const Square s = square_of(top);
                number[i][static_cast<std::size_t>(s)] = -1;
                if (s + 2 * step >= square_bits || !(all_squares >> (s + step) & all_squares >> (s + 2 * step) & 1))
                    continue;
                number[i][static_cast<std::size_t>(s)] = static_cast<std::int8_t>(count);
                squares[static_cast<std::size_t>(count++)] = {s, s + step, s + 2 * step};
            }
        }
    }
};

inline constexpr DiagonalPlaces diagonal_places;
static_assert(diagonal_places.count == 64);

struct DiagonalBlocks {
    static constexpr Block three{GlobalBlocks::end, diagonal_places.count};
    static constexpr int end = three.end();

    static void describe(FeatureTable& table);
};
static_assert(DiagonalBlocks::end == 87);

template <int one, Direction d, class Sink>
void threes(Bitboard men, Sink& sink) {
    constexpr const auto& number = diagonal_places.number[d == DiagonalPlaces::directions[0] ? 0 : 1];
    constexpr Direction back = opposite(d);
    for (Bitboard tops = men & shift<back>(men) & shift<back, 2>(men); tops;)
        sink.add(DiagonalBlocks::three(number[static_cast<std::size_t>(pop_lowest(tops))]), one);
}

template <int one, class Sink>
void diagonals(const SideView& own, Sink& sink) {
    threes<one, down_right>(own.men, sink);
    threes<one, down_left>(own.men, sink);
    threes<-one, down_right>(own.enemy_men, sink);
    threes<-one, down_left>(own.enemy_men, sink);
}

}  // namespace leafstrap::draughts
