// A chess position in forty bytes, a quarter of what it works with: for tables that keep many. Packing is a few
// instructions; unpacking finds again what follows from the rest.
#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.hpp"

namespace leafstrap::chess {

class Position;

class Packed {
public:
    Packed() = default;  // an empty board: no position
    explicit Packed(const Position& position);

    Position unpacked() const;

    bool operator==(const Packed&) const = default;

private:
    // The number of a piece's kind plus one, a bit a plane: 0 is an empty square.
    std::array<Bitboard, 3> kinds_{};
    Bitboard second_ = 0;  // the second player's pieces
    std::uint16_t clock_ = 0;
    std::uint16_t number_ = 0;
    std::int8_t en_passant_ = -1;
    std::uint8_t castling_ = 0;
    Side turn_ = Side::first;
};

}  // namespace leafstrap::chess
