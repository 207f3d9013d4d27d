// A draughts move in 64 bits: from, to, and the set of captured pieces. The way between them is no part of it: two ways
// that capture the same pieces are one move.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>

#include "draughts/board.hpp"

namespace leafstrap::draughts {

class Move {
public:
    constexpr Move() = default;  // no move: from a square to itself, without a capture
    constexpr Move(Square from, Square to, Bitboard captured = 0)
        : bits_(static_cast<Bitboard>(from) | static_cast<Bitboard>(to) << 6 | captured << captured_shift) {
        assert((captured & (top_row | bottom_row | ~all_squares)) == 0);
    }

    constexpr Square from() const { return static_cast<Square>(bits_ & 63); }
    constexpr Square to() const { return static_cast<Square>(bits_ >> 6 & 63); }
    constexpr Bitboard captured() const { return bits_ >> captured_shift & ~top_row; }
    constexpr bool is_capture() const { return bits_ >> 12 != 0; }
    constexpr std::uint64_t bits() const { return bits_; }
    // As the Hub protocol has it: 32-28, and 28x19x23 with every captured square.
    std::string text() const;
    constexpr bool operator==(const Move&) const = default;

private:
    // Nothing can be captured on the edge of the board: the five lowest bits of the set are free for the squares.
    static constexpr int captured_shift = 12 - 5;

    Bitboard bits_ = 0;
};

// Quiet moves are at most 160: an empty square is reached from four directions at most, a king reaches 17 squares at
// most. For captures see CaptureFinder.
inline constexpr int most_moves = 256;

}  // namespace leafstrap::draughts
