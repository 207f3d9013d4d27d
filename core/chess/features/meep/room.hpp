// Family `mobility`, the part that counts: how many pieces stand well, how many squares a side holds. Whole sets are
// counted at once, because a branch for each piece would be taken at random.
#pragma once

#include <array>

#include "chess/features/meep/mobility.hpp"
#include "chess/features/meep/side_info.hpp"

namespace leafstrap::chess::meep {

// In the order of their weights.
struct RoomNumbers {
    int rooks_half_open, rooks_open, queens_half_open, queens_open;  // on files without own pawns, without any
    int rooks_on_seventh, queens_on_seventh;
    int joined_rooks;
    int knights_near_outposts;
    int knights_behind_pawns, bishops_behind_pawns;
    // From here on in quarters.
    int pawn_steps, step_threats;
    int centre, space, pressure;
    int loose_pieces;

    using Array = std::array<int, MobilityBlocks::number.rows>;
    static constexpr std::size_t first_quarter = 10;
};
static_assert(sizeof(RoomNumbers) == sizeof(RoomNumbers::Array));

template <Side us>
RoomNumbers room_numbers(const SideInfo& own, const SideInfo& enemy) {
    constexpr Bitboard middle = 0x0000001818000000;
    constexpr Bitboard c_to_f = 0x3C3C3C3C3C3C3C3C;
    constexpr Bitboard home = c_to_f & (relative_rank(us, 1) | relative_rank(us, 2) | relative_rank(us, 3));
    constexpr Bitboard seventh = relative_rank(us, 6);
    const Bitboard half_open = ~whole_files(own.pawns), closed_to_them = whole_files(enemy.pawns);
    const bool prey_there = (enemy.pawns & seventh) || rank_from<us>(enemy.king) == 7;
    const Bitboard raided = prey_there ? seventh : 0;
    const Bitboard sheltered = forward<!us>(own.pawns | enemy.pawns);

    const Bitboard empty = ~(own.all | enemy.all);
    const Bitboard our_pawns = own.attacks[index(Kind::pawn)], their_pawns = enemy.attacks[index(Kind::pawn)];
    Bitboard steps = forward<us>(own.pawns) & empty;
    steps |= forward<us>(steps & relative_rank(us, 2)) & empty;
    steps &= ~their_pawns & (own.attacked | ~enemy.attacked);
    const Bitboard prey = enemy.all & ~enemy.pawns & ~bit(enemy.king) & ~our_pawns;
    const Bitboard firmly_theirs = their_pawns | (enemy.attacked_twice & ~own.attacked_twice);
    const Bitboard pieces = own.knights | own.bishops | own.rooks | own.queens;

    return {
        .rooks_half_open = popcount(own.rooks & half_open & closed_to_them),
        .rooks_open = popcount(own.rooks & half_open & ~closed_to_them),
        .queens_half_open = popcount(own.queens & half_open & closed_to_them),
        .queens_open = popcount(own.queens & half_open & ~closed_to_them),
        .rooks_on_seventh = popcount(own.rooks & raided),
        .queens_on_seventh = popcount(own.queens & raided),
        .joined_rooks = own.joined_rooks,
        .knights_near_outposts = own.knights_near_outposts,
        .knights_behind_pawns = popcount(own.knights & sheltered),
        .bishops_behind_pawns = popcount(own.bishops & sheltered),
        .pawn_steps = popcount(steps),
        .step_threats = popcount(pawn_attacks(us, steps) & prey),
        .centre = popcount(own.attacked & middle),
        .space = popcount(home & ~own.pawns & ~their_pawns),
        .pressure = popcount(own.attacked & enemy.attacked & ~firmly_theirs),
        .loose_pieces = popcount(pieces & ~own.attacked),
    };
}

template <class Sink>
void room(const SideInfo& white, const SideInfo& black, Sink& sink) {
    const auto whites = std::bit_cast<RoomNumbers::Array>(room_numbers<Side::first>(white, black));
    const auto blacks = std::bit_cast<RoomNumbers::Array>(room_numbers<Side::second>(black, white));
    for (std::size_t i = 0; i < whites.size(); ++i) {
        const float unit = i < RoomNumbers::first_quarter ? 1.0F : 0.25F;
        add_both(sink, MobilityBlocks::number(static_cast<int>(i)), whites[i], blacks[i], unit);
    }
}

}  // namespace leafstrap::chess::meep
