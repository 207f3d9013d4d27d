// The board as each side sees it from its own end, playing up: what is asked of one side is asked of the other in the
// same words.
#pragma once

#include "draughts/position.hpp"

namespace leafstrap::draughts {

// The board by half a turn: square 1 becomes 50.
constexpr Bitboard half_turn(Bitboard b) {
    b = (b >> 1 & 0x5555555555555555) | (b & 0x5555555555555555) << 1;
    b = (b >> 2 & 0x3333333333333333) | (b & 0x3333333333333333) << 2;
    b = (b >> 4 & 0x0F0F0F0F0F0F0F0F) | (b & 0x0F0F0F0F0F0F0F0F) << 4;
    b = (b >> 8 & 0x00FF00FF00FF00FF) | (b & 0x00FF00FF00FF00FF) << 8;
    b = (b >> 16 & 0x0000FFFF0000FFFF) | (b & 0x0000FFFF0000FFFF) << 16;
    return (b >> 32 | b << 32) >> (64 - square_bits);
}

struct SideView {
    Bitboard men, kings;
    Bitboard enemy_men, enemy_kings;

    constexpr Bitboard pieces() const { return men | kings; }
    constexpr Bitboard enemies() const { return enemy_men | enemy_kings; }
    constexpr Bitboard empty() const { return all_squares & ~(pieces() | enemies()); }

    // The other side's.
    constexpr SideView other() const {
        return {half_turn(enemy_men), half_turn(enemy_kings), half_turn(men), half_turn(kings)};
    }
};

// White's needs no turning, Black's does.
inline SideView side_view(const Position& position, Side side) {
    const SideView first{position.men(Side::first), position.kings(Side::first), position.men(Side::second),
                         position.kings(Side::second)};
    return side == Side::first ? first : first.other();
}

}  // namespace leafstrap::draughts
