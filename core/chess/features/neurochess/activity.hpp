// Family `activity`: where pieces can go, and the squares a side holds.
#pragma once

#include "chess/features/neurochess/count.hpp"

namespace leafstrap::chess::neurochess {

// Squares that the pieces of a kind can go to, not onto own pieces nor where an enemy pawn attacks; and how many of
// them have hardly any.
struct Movement {
    int knights = 0, bishops = 0, rooks = 0, queens = 0;
    int stuck_minors = 0, stuck_rooks = 0, stuck_queens = 0;
};

// Finds what the pieces of a side attack, which all families after it build on.
inline Movement deploy(SideInfo& own, const SideInfo& enemy) {
    const Bitboard occupied = own.all | enemy.all, room = ~(own.all | enemy.attacks[index(Kind::pawn)]);
    Movement movement;
    const auto each = [&](Kind kind, Bitboard pieces, int& squares, int& stuck, auto attacks_from) {
        while (pieces) {
            const Bitboard attacks = attacks_from(pop_lowest(pieces));
            own.attack(kind, attacks);
            const int free = popcount(attacks & room);
            squares += free;
            stuck += free <= 1;
        }
    };
    each(Kind::knight, own.knights, movement.knights, movement.stuck_minors, knight_attacks);
    each(Kind::bishop, own.bishops, movement.bishops, movement.stuck_minors,
         [&](Square s) { return bishop_attacks(s, occupied); });
    each(Kind::rook, own.rooks, movement.rooks, movement.stuck_rooks,
         [&](Square s) { return rook_attacks(s, occupied); });
    each(Kind::queen, own.queens, movement.queens, movement.stuck_queens,
         [&](Square s) { return queen_attacks(s, occupied); });
    return movement;
}

struct Activity {
    Movement movement;
    int pawn_steps, space, centre, wide_centre, held_centre, reach, invasion, controlled, twice;
    int bad_bishops, knight_outposts, bishop_outposts, behind_pawns, guarded_pieces;
};

inline constexpr std::array<Count, 21> activity_counts{{
    {"mobility.knight", "squares for knights", 0.25F},
    {"mobility.bishop", "squares for bishops", 0.25F},
    {"mobility.rook", "squares for rooks", 0.25F},
    {"mobility.queen", "squares for queens", 0.25F},
    {"stuck.minor", "knights and bishops with one square or none"},
    {"stuck.rook", "rooks with one square or none"},
    {"stuck.queen", "queens with one square or none"},
    {"pawn-steps", "steps of pawns, single and double, onto empty squares", 0.25F},
    {"space", "squares on files c to f, ranks 2 to 4, without own pawns and out of reach of enemy pawns", 0.25F},
    {"centre", "attacked squares of d4, e4, d5, e5", 0.25F},
    {"wide-centre", "attacked squares from c3 to f6", 0.25F},
    {"held-centre", "squares from c3 to f6 that are attacked and that the enemy does not attack", 0.25F},
    {"reach", "attacked squares", 0.25F},
    {"invasion", "attacked squares in the enemy's half", 0.25F},
    {"controlled", "attacked squares that the enemy does not attack", 0.25F},
    {"twice", "squares attacked twice or more", 0.25F},
    {"bad-bishop", "own pawns on the colour of each bishop, all together", 0.25F},
    {"outpost.knight", "knights on ranks 4 to 6 that a pawn guards and no enemy pawn can ever attack"},
    {"outpost.bishop", "bishops on ranks 4 to 6 that a pawn guards and no enemy pawn can ever attack"},
    {"behind-pawn", "knights and bishops right behind a pawn of any side"},
    {"guarded-pieces", "knights, bishops, rooks and queens that a pawn guards"},
}};

template <Side us>
Activity activity_of(const Movement& movement, const SideInfo& own, const SideInfo& enemy) {
    constexpr Bitboard middle = 0x0000001818000000, wide = 0x00003C3C3C3C0000, c_to_f = 0x3C3C3C3C3C3C3C3C;
    constexpr Bitboard home = c_to_f & (relative_rank(us, 1) | relative_rank(us, 2) | relative_rank(us, 3));
    constexpr Bitboard far = us == Side::first ? 0xFFFFFFFF00000000 : 0x00000000FFFFFFFF;
    constexpr Bitboard four_to_six = relative_rank(us, 3) | relative_rank(us, 4) | relative_rank(us, 5);
    const Bitboard empty = ~(own.all | enemy.all), guards = own.attacks[index(Kind::pawn)];
    const Bitboard step = forward<us>(own.pawns) & empty;
    const Bitboard outposts = four_to_six & guards & ~beside(ahead<!us>(enemy.pawns));
    const Bitboard sheltered = forward<!us>(own.pawns | enemy.pawns);
    const Bitboard alone = own.attacked & ~enemy.attacked;
    int bad = 0;
    for (Bitboard bishops = own.bishops; bishops;) {
        const bool light = bit(pop_lowest(bishops)) & light_squares;
        bad += popcount(own.pawns & (light ? light_squares : ~light_squares));
    }
    return {
        .movement = movement,
        .pawn_steps = popcount(step) + popcount(forward<us>(step & relative_rank(us, 2)) & empty),
        .space = popcount(home & ~own.pawns & ~enemy.attacks[index(Kind::pawn)]),
        .centre = popcount(own.attacked & middle),
        .wide_centre = popcount(own.attacked & wide),
        .held_centre = popcount(alone & wide),
        .reach = popcount(own.attacked),
        .invasion = popcount(own.attacked & far),
        .controlled = popcount(alone),
        .twice = popcount(own.attacked_twice),
        .bad_bishops = bad,
        .knight_outposts = popcount(own.knights & outposts),
        .bishop_outposts = popcount(own.bishops & outposts),
        .behind_pawns = popcount((own.knights | own.bishops) & sheltered),
        .guarded_pieces = popcount((own.knights | own.bishops | own.rooks | own.queens) & guards),
    };
}

}  // namespace leafstrap::chess::neurochess
