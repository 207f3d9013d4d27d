// A chess move in 16 bits: from, to, and what a pawn becomes. Castling is the king's move of two squares.
#pragma once

#include <cassert>
#include <string>

#include "chess/bitboard.hpp"

namespace leafstrap::chess {

class Move {
public:
    constexpr Move() = default;  // no move: a1a1, which no piece can play
    constexpr Move(Square from, Square to) : bits_(static_cast<std::uint16_t>(from | to << 6)) {
        assert(0 <= from && from < 64 && 0 <= to && to < 64);
    }
    constexpr Move(Square from, Square to, Kind promotion)
        : bits_(static_cast<std::uint16_t>(from | to << 6 | chess::index(promotion) << 12)) {
        assert(0 <= from && from < 64 && 0 <= to && to < 64);
        assert(Kind::pawn < promotion && promotion < Kind::king);
    }

    constexpr Square from() const { return bits_ & 63; }
    constexpr Square to() const { return bits_ >> 6 & 63; }
    // Kind::none for every move that is no promotion; a pawn never becomes a pawn, so its number is free for that.
    constexpr Kind promotion() const { return bits_ >> 12 ? static_cast<Kind>(bits_ >> 12) : Kind::none; }
    constexpr std::uint16_t bits() const { return bits_; }
    static constexpr Move of_bits(std::uint16_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }
    constexpr bool operator==(const Move&) const = default;

    std::string text() const;

private:
    std::uint16_t bits_ = 0;
};

}  // namespace leafstrap::chess
