// Families `material`, `pawns`, `pieces` and `king`: what GNU Chess 4 counts of one side, term by term. What its public
// source calls a term stands in brackets.
#pragma once

#include "chess/features/classical/king.hpp"
#include "chess/features/neurochess/activity.hpp"
#include "chess/features/neurochess/count.hpp"
#include "chess/features/neurochess/dangers.hpp"
#include "chess/features/neurochess/king.hpp"

namespace leafstrap::chess::gnuchess {

using meep::SideInfo;
using neurochess::Count;

struct Terms {
    int pawns, knights, bishops, rooks, queens, bishop_pair;
    // Pawns
    int advance, centre_home, isolated_wing, isolated_centre, isolated_advance, doubled, backward, backward_attacked,
        weak_open, blocked;
    std::array<int, 6> passed;  // by rank, 2 to 7
    int passed_blocked, passed_free, passed_alone;
    // Pieces
    int knight_centre, knight_near, knight_post, knight_strong, bishop_centre, bishop_strong, bishop_mobility;
    int rook_mobility, rook_half_open, rook_open, rook_seventh, queen_near, siege, pins, xrays;
    // King
    int king_home, king_out, shield, king_half_open, beside_half_open, castled, moved, threat;
};

inline constexpr std::array<Count, 48> term_counts{{
    {"pawn", "number of pawns"},
    {"knight", "number of knights"},
    {"bishop", "number of bishops"},
    {"rook", "number of rooks"},
    {"queen", "number of queens"},
    {"bishop-pair", "two bishops or more"},
    {"pawn.advance", "steps that pawns have made", 0.25F},                                        // PADVNCM
    {"pawn.centre-home", "pawns on d2 and e2 with a man right ahead"},                            // PEDRNK2B
    {"pawn.isolated.wing", "isolated pawns on files a, b, g and h"},                              // ISOLANI
    {"pawn.isolated.centre", "isolated pawns on files c to f"},                                   // ISOLANI
    {"pawn.isolated.advance", "steps that isolated pawns have made", 0.25F},                      // PADVNCI
    {"pawn.doubled", "pawns ahead of another of their side"},                                     // PDOUBLED
    {"pawn.backward", "pawns that no other can guard and that an enemy pawn stops"},              // BACKWARD
    {"pawn.backward.attacked", "backward pawns under attack"},                                    // BACKWARD
    {"pawn.weak.open", "isolated and backward pawns without an enemy pawn ahead on their file"},  // PWEAKH
    {"pawn.blocked", "pawns with a man right ahead"},                                             // PBLOK
    {"passed.2", "passed pawns on rank 2"},                                                       // PassedPawn
    {"passed.3", "passed pawns on rank 3"},
    {"passed.4", "passed pawns on rank 4"},
    {"passed.5", "passed pawns on rank 5"},
    {"passed.6", "passed pawns on rank 6"},
    {"passed.7", "passed pawns on rank 7"},
    {"passed.blocked", "passed pawns with an enemy man right ahead"},                                   // PassedPawn
    {"passed.free", "passed pawns with nothing ahead on their file"},                                   // PassedPawn
    {"passed.alone", "king's moves from the enemy king to passed pawns", 0.25F},                        // PassedPawn
    {"knight.centre", "steps of knights from the edges, by file and by rank", 0.25F},                   // Mknight
    {"knight.near", "seven less the king's moves from knights to each of the kings", 0.25F},            // Mknight
    {"knight.post", "knights on ranks 4 to 6 that no enemy pawn can ever attack"},                      // KNIGHTPOST
    {"knight.strong", "such knights that a pawn guards"},                                               // KNIGHTSTRONG
    {"bishop.centre", "steps of bishops from the edges, by file and by rank", 0.25F},                   // Mbishop
    {"bishop.strong", "bishops on ranks 4 to 6 that a pawn guards and no enemy pawn can ever attack"},  // BISHOPSTRONG
    {"bishop.mobility", "squares for bishops", 0.25F},                                                  // BMBLTY
    {"rook.mobility", "squares for rooks", 0.25F},                                                      // RMBLTY
    {"rook.half-open", "rooks on files without own pawns"},                                             // RHOPN
    {"rook.open", "rooks on files without pawns"},                                                      // RHOPNX
    {"rook.seventh", "rooks on rank 7"},
    {"queen.near", "seven less the king's moves from queens to the enemy king", 0.25F},
    {"siege", "squares around the enemy king that knights, bishops, rooks and queens attack", 0.25F},  // KATAK
    {"pins", "enemy men that shield their king from a slider"},                                        // PINVAL
    {"xrays", "enemy men that shield their queen from a rook or bishop"},                              // XRAY
    {"king.home", "steps of the king from the middle, as much as the enemy has pieces left", 0.25F},   // KingOpening
    {"king.out", "steps of the king from the edges, as much as the enemy's pieces have gone", 0.25F},  // KingEnding
    {"king.shield", "pawns right ahead of the king, straight and aslant"},                             // PAWNSHIELD
    {"king.half-open", "no own pawn on the file of the king"},                                         // KHOPN
    {"king.beside", "files beside the king without own pawns"},                                        // KHOPNX
    {"king.castled", "king on rank 1, on files a to c, g or h, without a right to castle"},            // KCASTLD
    {"king.moved", "neither castled nor a right to castle"},                                           // KMOVD
    {"king.threat", "enemy pieces that attack squares around the king, as much as there are of them",
     0.25F},  // KSFTY, KTHRT
}};

constexpr int inward(Square s) { return from_edge(file_of(s)) + from_edge(rank_of(s)); }

// The sum of f over the squares of a set.
template <class Of>
int sum_over(Bitboard squares, Of f) {
    int sum = 0;
    while (squares) sum += f(pop_lowest(squares));
    return sum;
}

template <Side us>
void pawn_terms(Terms& terms, const SideInfo& own, const SideInfo& enemy) {
    constexpr Bitboard c_to_f = 0x3C3C3C3C3C3C3C3C, d_and_e = 0x1818181818181818;
    const Bitboard occupied = own.all | enemy.all;
    const Bitboard our_way = ahead<us>(own.pawns), their_way = ahead<!us>(enemy.pawns);
    const Bitboard isolated = own.pawns & ~beside(whole_files(own.pawns));
    const Bitboard stuck = forward<!us>(enemy.attacks[index(Kind::pawn)]);
    const Bitboard backward = own.pawns & ~isolated & ~beside(own.pawns | our_way) & stuck;
    const Bitboard blocked = own.pawns & forward<!us>(occupied);
    const Bitboard passed = own.pawns & ~their_way & ~beside(their_way) & ~ahead<!us>(own.pawns);
    const auto steps = [](Square s) { return rank_from<us>(s) - 1; };

    terms.advance = sum_over(own.pawns, steps);
    terms.centre_home = popcount(blocked & relative_rank(us, 1) & d_and_e);
    terms.isolated_wing = popcount(isolated & ~c_to_f);
    terms.isolated_centre = popcount(isolated & c_to_f);
    terms.isolated_advance = sum_over(isolated, steps);
    terms.doubled = popcount(own.pawns & our_way);
    terms.backward = popcount(backward);
    terms.backward_attacked = popcount(backward & enemy.attacked);
    terms.weak_open = popcount((isolated | backward) & ~their_way);
    terms.blocked = popcount(blocked);
    for (Bitboard pawns = passed; pawns;) {
        const Square s = pop_lowest(pawns);
        terms.passed[static_cast<std::size_t>(rank_from<us>(s) - 1)] += 1;
        terms.passed_free += !(ahead<us>(bit(s)) & occupied);
        terms.passed_alone += distance(enemy.king, s);
    }
    terms.passed_blocked = popcount(passed & forward<!us>(enemy.all));
}

template <Side us>
void piece_terms(Terms& terms, const SideInfo& own, const SideInfo& enemy, const neurochess::Movement& movement) {
    constexpr Bitboard four_to_six = relative_rank(us, 3) | relative_rank(us, 4) | relative_rank(us, 5);
    const Bitboard occupied = own.all | enemy.all, ours = whole_files(own.pawns), theirs = whole_files(enemy.pawns);
    const Bitboard posts = four_to_six & ~beside(ahead<!us>(enemy.pawns));
    const Bitboard strong = posts & own.attacks[index(Kind::pawn)];
    const Bitboard pieces = own.attacks[index(Kind::knight)] | own.attacks[index(Kind::bishop)] |
                            own.attacks[index(Kind::rook)] | own.attacks[index(Kind::queen)];

    terms.knight_centre = sum_over(own.knights, inward);
    terms.knight_near =
        sum_over(own.knights, [&](Square s) { return 14 - distance(s, own.king) - distance(s, enemy.king); });
    terms.knight_post = popcount(own.knights & posts);
    terms.knight_strong = popcount(own.knights & strong);
    terms.bishop_centre = sum_over(own.bishops, inward);
    terms.bishop_strong = popcount(own.bishops & strong);
    terms.bishop_mobility = movement.bishops;
    terms.rook_mobility = movement.rooks;
    terms.rook_half_open = popcount(own.rooks & ~ours);
    terms.rook_open = popcount(own.rooks & ~ours & ~theirs);
    terms.rook_seventh = popcount(own.rooks & relative_rank(us, 6));
    terms.queen_near = sum_over(own.queens, [&](Square s) { return 7 - distance(s, enemy.king); });
    terms.siege = popcount(king_attacks(enemy.king) & pieces);
    terms.pins = popcount(meep::pinned_pieces(enemy, own, occupied));
    terms.xrays = popcount(neurochess::before_queen(enemy, own, occupied));
}

template <Side us>
void king_terms(Terms& terms, const Position& position, const SideInfo& own, const SideInfo& enemy) {
    const Bitboard here = bit(own.king), occupied = own.all | enemy.all, ring = king_attacks(own.king);
    const Bitboard ours = whole_files(own.pawns);
    const int file = file_of(own.king), quarters = classical::attack_quarters(enemy);
    const bool may_castle = position.can_castle_short(us) || position.can_castle_long(us);
    const bool castled = !may_castle && rank_from<us>(own.king) == 0 && (file <= 2 || file >= 6);
    const int attackers =
        neurochess::besiegers(enemy.knights, ring, knight_attacks) +
        neurochess::besiegers(enemy.bishops, ring, [&](Square s) { return bishop_attacks(s, occupied); }) +
        neurochess::besiegers(enemy.rooks, ring, [&](Square s) { return rook_attacks(s, occupied); }) +
        neurochess::besiegers(enemy.queens, ring, [&](Square s) { return queen_attacks(s, occupied); });

    terms.king_home = (6 - inward(own.king)) * quarters;
    terms.king_out = inward(own.king) * (4 - quarters);
    terms.shield = popcount(forward<us>(here | beside(here)) & own.pawns);
    terms.king_half_open = (here & ours) == 0;
    terms.beside_half_open = popcount(beside(here) & ~ours);
    terms.castled = castled;
    terms.moved = !castled && !may_castle;
    terms.threat = attackers * quarters;
}

template <Side us>
Terms terms_of(const Position& position, const SideInfo& own, const SideInfo& enemy,
               const neurochess::Movement& movement) {
    Terms terms{};
    terms.pawns = popcount(own.pawns);
    terms.knights = popcount(own.knights);
    terms.bishops = popcount(own.bishops);
    terms.rooks = popcount(own.rooks);
    terms.queens = popcount(own.queens);
    terms.bishop_pair = many(own.bishops);
    pawn_terms<us>(terms, own, enemy);
    piece_terms<us>(terms, own, enemy, movement);
    king_terms<us>(terms, position, own, enemy);
    return terms;
}

// What is counted for the side to move and for the other apart: whoever is on the move can save one piece, not two.
struct Hung {
    int attacked, hung, several;
};

inline constexpr std::array<Count, 3> hung_counts{{
    {"attacked", "pieces that something cheaper attacks"},                      // ATAKD
    {"hung", "pieces that something cheaper attacks, or that nothing guards"},  // HUNGP
    {"hung.several", "two or more such pieces"},                                // HUNGX
}};

inline Hung hung_of(const SideInfo& own, const SideInfo& enemy) {
    const Bitboard by_pawn = enemy.attacks[index(Kind::pawn)];
    const Bitboard by_minor = by_pawn | enemy.attacks[index(Kind::knight)] | enemy.attacks[index(Kind::bishop)];
    const Bitboard minors = own.knights | own.bishops;
    const Bitboard attacked =
        (minors & by_pawn) | (own.rooks & by_minor) | (own.queens & (by_minor | enemy.attacks[index(Kind::rook)]));
    const Bitboard loose = (minors | own.rooks | own.queens) & enemy.attacked & ~own.attacked;
    const int hung = popcount(attacked | loose);
    return {.attacked = popcount(attacked), .hung = hung, .several = hung >= 2};
}

}  // namespace leafstrap::chess::gnuchess
