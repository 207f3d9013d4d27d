// A set of squares as 64 bits: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "game.hpp"

namespace leafstrap::chess {

using Bitboard = std::uint64_t;
using Square = int;

enum class Kind : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };
constexpr int index(Kind kind) { return static_cast<int>(kind); }
inline constexpr int kind_count = 6;

constexpr Square square(int file, int rank) { return rank * 8 + file; }
constexpr int file_of(Square s) { return s & 7; }
constexpr int rank_of(Square s) { return s >> 3; }
constexpr Bitboard bit(Square s) { return Bitboard{1} << s; }

// The same square seen from the other side of the board.
constexpr Square flip(Square s) { return s ^ 56; }
constexpr Square relative(Side side, Square s) { return side == Side::first ? s : flip(s); }

constexpr Bitboard file_a = 0x0101010101010101;
constexpr Bitboard file_h = file_a << 7;
constexpr Bitboard rank_1 = 0xFF;
constexpr Bitboard rank_8 = rank_1 << 56;
constexpr Bitboard light_squares = 0x55AA55AA55AA55AA;
constexpr Bitboard file_mask(int file) { return file_a << file; }
constexpr Bitboard rank_mask(int rank) { return rank_1 << (8 * rank); }
constexpr Bitboard relative_rank(Side side, int rank) { return rank_mask(side == Side::first ? rank : 7 - rank); }

constexpr int popcount(Bitboard b) { return std::popcount(b); }
constexpr bool many(Bitboard b) { return (b & (b - 1)) != 0; }
constexpr Square lowest(Bitboard b) {
    assert(b);
    return std::countr_zero(b);
}
constexpr Square highest(Bitboard b) {
    assert(b);
    return 63 - std::countl_zero(b);
}
constexpr Square pop_lowest(Bitboard& b) {
    const Square s = lowest(b);
    b &= b - 1;
    return s;
}

// Mirrors the ranks: what White has becomes what Black has.
constexpr Bitboard flip(Bitboard b) {
    b = ((b >> 8) & 0x00FF00FF00FF00FF) | ((b & 0x00FF00FF00FF00FF) << 8);
    b = ((b >> 16) & 0x0000FFFF0000FFFF) | ((b & 0x0000FFFF0000FFFF) << 16);
    return (b >> 32) | (b << 32);
}

constexpr Bitboard north(Bitboard b) { return b << 8; }
constexpr Bitboard south(Bitboard b) { return b >> 8; }
constexpr Bitboard east(Bitboard b) { return (b & ~file_h) << 1; }
constexpr Bitboard west(Bitboard b) { return (b & ~file_a) >> 1; }

// One step towards the opponent, straight or diagonal.
template <Side side>
constexpr Bitboard forward(Bitboard b) {
    return side == Side::first ? north(b) : south(b);
}
constexpr Bitboard forward(Side side, Bitboard b) { return side == Side::first ? north(b) : south(b); }

}  // namespace leafstrap::chess
