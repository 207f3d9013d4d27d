// Family `board`: what both sides see alike, as the side to move sees it.
#pragma once

#include "chess/features/neurochess/count.hpp"

namespace leafstrap::chess::neurochess {

struct Board {
    int to_move, check, pawns, knights, bishops, rooks, queens, opposite_bishops, opposite_wings, rammed, contact;
};

inline constexpr std::array<Count, 11> board_counts{{
    {"to-move", "always 1: the right to move"},
    {"check", "the side to move is in check"},
    {"all.pawn", "pawns of both sides", 0.25F},
    {"all.knight", "knights of both sides", 0.25F},
    {"all.bishop", "bishops of both sides", 0.25F},
    {"all.rook", "rooks of both sides", 0.25F},
    {"all.queen", "queens of both sides", 0.25F},
    {"opposite-bishops", "one bishop a side, on squares of different colours"},
    {"opposite-wings", "one king on files a to c, the other on files f to h"},
    {"all.rammed", "pairs of pawns that stand right before each other", 0.25F},
    {"contact", "men of both sides under attack", 0.25F},
}};

inline Board board_of(const Position& position, const SideInfo& white, const SideInfo& black) {
    const Bitboard bishops = white.bishops | black.bishops;
    const bool one_each = popcount(white.bishops) == 1 && popcount(black.bishops) == 1;
    const int white_file = file_of(white.king), black_file = file_of(black.king);
    return {
        .to_move = 1,
        .check = position.in_check(),
        .pawns = popcount(white.pawns | black.pawns),
        .knights = popcount(white.knights | black.knights),
        .bishops = popcount(bishops),
        .rooks = popcount(white.rooks | black.rooks),
        .queens = popcount(white.queens | black.queens),
        .opposite_bishops = one_each && popcount(bishops & light_squares) == 1,
        .opposite_wings = (white_file <= 2 && black_file >= 5) || (black_file <= 2 && white_file >= 5),
        .rammed = popcount(north(white.pawns) & black.pawns),
        .contact = popcount(white.all & black.attacked) + popcount(black.all & white.attacked),
    };
}

}  // namespace leafstrap::chess::neurochess
