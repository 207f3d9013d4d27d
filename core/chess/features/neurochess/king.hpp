// Family `king`: where it stands, what shelters it, and what the own pieces do to the other one.
#pragma once

#include "chess/features/neurochess/count.hpp"

namespace leafstrap::chess::neurochess {

struct King {
    int home, second, advanced, queen_wing, middle, king_wing, inward, castle_short, castle_long;
    int shield_near, shield_far, open_files, half_open_files, flight, back_rank;
    // Against the other king.
    int knights, bishops, rooks, queens, breach, storm, near_minors, near_majors;
    int knight_check, bishop_check, rook_check, queen_check;
};

inline constexpr std::array<Count, 27> king_counts{{
    {"king.home", "king on rank 1"},
    {"king.second", "king on rank 2"},
    {"king.advanced", "king on rank 3 or beyond"},
    {"king.queen-wing", "king on files a to c"},
    {"king.middle", "king on files d and e"},
    {"king.king-wing", "king on files f to h"},
    {"king.inward", "steps of the king from the edge of the board"},
    {"castle.short", "the right to castle short"},
    {"castle.long", "the right to castle long"},
    {"shield.near", "pawns right ahead of the king, straight and aslant"},
    {"shield.far", "pawns one rank further ahead"},
    {"king.open", "files of the king and beside it without pawns"},
    {"king.half-open", "files of the king and beside it with enemy pawns only"},
    {"king.flight", "squares that the king can go to"},
    {"king.back-rank", "king on rank 1, with own men on all squares ahead of it and neither rook nor queen on rank 1"},
    {"siege.knight", "knights that attack squares around the enemy king"},
    {"siege.bishop", "bishops that attack squares around the enemy king"},
    {"siege.rook", "rooks that attack squares around the enemy king"},
    {"siege.queen", "queens that attack squares around the enemy king"},
    {"breach", "attacked squares around the enemy king that only the king guards"},
    {"storm", "pawns on rank 4 or beyond on the files of the enemy king and beside it"},
    {"near.minor", "knights and bishops within three king's moves of the enemy king"},
    {"near.major", "rooks and queens within three king's moves of the enemy king"},
    {"check.knight", "squares out of the enemy's reach where a knight can give check"},
    {"check.bishop", "squares out of the enemy's reach where a bishop can give check"},
    {"check.rook", "squares out of the enemy's reach where a rook can give check"},
    {"check.queen", "squares out of the enemy's reach where a queen can give check"},
}};

// How many of some pieces attack a square of the ring.
template <class AttacksFrom>
int besiegers(Bitboard pieces, Bitboard ring, AttacksFrom attacks_from) {
    int number = 0;
    while (pieces) number += (attacks_from(pop_lowest(pieces)) & ring) != 0;
    return number;
}

template <Side us>
King king_of(const Position& position, const SideInfo& own, const SideInfo& enemy) {
    constexpr Bitboard first = relative_rank(us, 0);
    const Bitboard here = bit(own.king), occupied = own.all | enemy.all;
    const int file = file_of(own.king), rank = rank_from<us>(own.king);
    const Bitboard files = whole_files(here | beside(here)),
                   their_files = whole_files(bit(enemy.king) | beside(bit(enemy.king)));
    const Bitboard front = forward<us>(here | beside(here));
    const Bitboard ours = whole_files(own.pawns), theirs = whole_files(enemy.pawns);
    const Bitboard ring = king_attacks(enemy.king);
    const Bitboard only_king = enemy.attacks[index(Kind::king)] & ~enemy.attacked_twice;
    const Bitboard straight = rook_attacks(enemy.king, occupied), oblique = bishop_attacks(enemy.king, occupied);
    const Bitboard safe = ~enemy.attacked & ~own.all;
    int near_minors = 0, near_majors = 0;
    for (Bitboard pieces = own.knights | own.bishops; pieces;)
        near_minors += distance(pop_lowest(pieces), enemy.king) <= 3;
    for (Bitboard pieces = own.rooks | own.queens; pieces;)
        near_majors += distance(pop_lowest(pieces), enemy.king) <= 3;
    const auto checks = [&](Kind kind, Bitboard lines) { return popcount(own.attacks[index(kind)] & lines & safe); };

    return {
        .home = rank == 0,
        .second = rank == 1,
        .advanced = rank >= 2,
        .queen_wing = file <= 2,
        .middle = file == 3 || file == 4,
        .king_wing = file >= 5,
        .inward = std::min(from_edge(file), from_edge(rank)),
        .castle_short = position.can_castle_short(us),
        .castle_long = position.can_castle_long(us),
        .shield_near = popcount(front & own.pawns),
        .shield_far = popcount(forward<us>(front) & own.pawns),
        .open_files = popcount(files & ~ours & ~theirs & rank_1),
        .half_open_files = popcount(files & ~ours & theirs & rank_1),
        .flight = popcount(king_attacks(own.king) & ~own.all & ~enemy.attacked),
        .back_rank = (here & first) && !(front & ~own.all) && !((own.rooks | own.queens) & first),
        .knights = besiegers(own.knights, ring, knight_attacks),
        .bishops = besiegers(own.bishops, ring, [&](Square s) { return bishop_attacks(s, occupied); }),
        .rooks = besiegers(own.rooks, ring, [&](Square s) { return rook_attacks(s, occupied); }),
        .queens = besiegers(own.queens, ring, [&](Square s) { return queen_attacks(s, occupied); }),
        .breach = popcount(ring & own.attacked & only_king),
        .storm = popcount(own.pawns & their_files & ~(relative_rank(us, 1) | relative_rank(us, 2))),
        .near_minors = near_minors,
        .near_majors = near_majors,
        .knight_check = checks(Kind::knight, knight_attacks(enemy.king)),
        .bishop_check = checks(Kind::bishop, oblique),
        .rook_check = checks(Kind::rook, straight),
        .queen_check = checks(Kind::queen, straight | oblique),
    };
}

}  // namespace leafstrap::chess::neurochess
