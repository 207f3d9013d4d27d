// Family `pieces`: how many there are, and where they stand.
#pragma once

#include "chess/features/neurochess/count.hpp"

namespace leafstrap::chess::neurochess {

// Squares by their distance from the edge of the board: the edge itself, then inwards to the four in the centre.
inline constexpr auto rings_inward = [] {
    std::array<Bitboard, 4> table{};
    for (Square s = 0; s < 64; ++s)
        table[static_cast<std::size_t>(std::min(from_edge(file_of(s)), from_edge(rank_of(s))))] |= bit(s);
    return table;
}();

struct Places {
    int pawns, knights, bishops, rooks, queens, bishop_pair;
    std::array<int, 6> pawns_on_rank;  // 2 to 7
    std::array<int, 4> pawns_on_file;  // from the edge
    std::array<int, 4> knights_inward;
    int knights_home;
    std::array<int, 4> bishops_inward;
    int bishops_home, bishops_flank, bishops_long;
    int rooks_home, rooks_open, rooks_half_open, rooks_seventh, rooks_joined, rooks_doubled, rooks_shut_in;
    std::array<int, 4> queens_inward;
    int queens_home, queens_early;
};

inline constexpr std::array<Count, 41> place_counts{{
    {"pawn", "number of pawns"},
    {"knight", "number of knights"},
    {"bishop", "number of bishops"},
    {"rook", "number of rooks"},
    {"queen", "number of queens"},
    {"bishop-pair", "two bishops or more"},
    {"pawn.rank.2", "pawns on rank 2"},
    {"pawn.rank.3", "pawns on rank 3"},
    {"pawn.rank.4", "pawns on rank 4"},
    {"pawn.rank.5", "pawns on rank 5"},
    {"pawn.rank.6", "pawns on rank 6"},
    {"pawn.rank.7", "pawns on rank 7"},
    {"pawn.file.ah", "pawns on files a and h"},
    {"pawn.file.bg", "pawns on files b and g"},
    {"pawn.file.cf", "pawns on files c and f"},
    {"pawn.file.de", "pawns on files d and e"},
    {"knight.edge", "knights on the edge of the board"},
    {"knight.second", "knights one step from the edge"},
    {"knight.third", "knights two steps from the edge"},
    {"knight.centre", "knights on d4, e4, d5, e5"},
    {"knight.home", "knights on b1 or g1"},
    {"bishop.edge", "bishops on the edge of the board"},
    {"bishop.second", "bishops one step from the edge"},
    {"bishop.third", "bishops two steps from the edge"},
    {"bishop.centre", "bishops on d4, e4, d5, e5"},
    {"bishop.home", "bishops on c1 or f1"},
    {"bishop.flank", "bishops on b2 or g2"},
    {"bishop.long", "bishops on a long diagonal"},
    {"rook.home", "rooks on rank 1"},
    {"rook.open", "rooks on files without pawns"},
    {"rook.half-open", "rooks on files with pawns of the enemy only"},
    {"rook.seventh", "rooks on rank 7"},
    {"rook.joined", "rooks that guard another rook"},
    {"rook.doubled", "rooks on the file of another rook"},
    {"rook.shut-in", "rooks in the corner beside a king on rank 1 that stands between them and the middle"},
    {"queen.edge", "queens on the edge of the board"},
    {"queen.second", "queens one step from the edge"},
    {"queen.third", "queens two steps from the edge"},
    {"queen.centre", "queens on d4, e4, d5, e5"},
    {"queen.home", "queens on d1"},
    {"queen.early", "queens off rank 1 while two or more knights and bishops are at home"},
}};

template <Side us>
constexpr Bitboard own_squares(Bitboard seen_by_white) {
    return us == Side::first ? seen_by_white : flip(seen_by_white);
}

inline std::array<int, 4> inward(Bitboard pieces) {
    return {popcount(pieces & rings_inward[0]), popcount(pieces & rings_inward[1]), popcount(pieces & rings_inward[2]),
            popcount(pieces & rings_inward[3])};
}

template <Side us>
Places places_of(const SideInfo& own, const SideInfo& enemy) {
    constexpr Bitboard b1_g1 = own_squares<us>(0x42), c1_f1 = own_squares<us>(0x24), b2_g2 = own_squares<us>(0x4200),
                       d1 = own_squares<us>(0x08), home = relative_rank(us, 0);
    constexpr Bitboard long_diagonals = 0x8040201008040201 | 0x0102040810204080;
    const Bitboard open = ~whole_files(own.pawns), closed_to_them = whole_files(enemy.pawns);
    const int at_home = popcount(own.knights & b1_g1) + popcount(own.bishops & c1_f1);

    int joined = 0, doubled = 0;
    for (Bitboard rooks = own.rooks; rooks;) {
        const Square s = pop_lowest(rooks);
        joined += (rook_attacks(s, own.all | enemy.all) & own.rooks) != 0;
        doubled += (file_mask(file_of(s)) & own.rooks & ~bit(s)) != 0;
    }
    // Files a and b beside a king on b or c, files g and h beside one on f or g.
    const int file = file_of(own.king);
    const Bitboard corner = file == 1 || file == 2   ? file_mask(0) | (file == 2 ? file_mask(1) : 0)
                            : file == 5 || file == 6 ? file_mask(7) | (file == 5 ? file_mask(6) : 0)
                                                     : 0;
    const Bitboard shut_in = bit(own.king) & home ? corner & home : 0;

    Places places{};
    places.pawns = popcount(own.pawns);
    places.knights = popcount(own.knights);
    places.bishops = popcount(own.bishops);
    places.rooks = popcount(own.rooks);
    places.queens = popcount(own.queens);
    places.bishop_pair = places.bishops >= 2;
    for (int rank = 1; rank < 7; ++rank)
        places.pawns_on_rank[static_cast<std::size_t>(rank - 1)] = popcount(own.pawns & relative_rank(us, rank));
    for (int edge = 0; edge < 4; ++edge)
        places.pawns_on_file[static_cast<std::size_t>(edge)] =
            popcount(own.pawns & (file_mask(edge) | file_mask(7 - edge)));
    places.knights_inward = inward(own.knights);
    places.knights_home = popcount(own.knights & b1_g1);
    places.bishops_inward = inward(own.bishops);
    places.bishops_home = popcount(own.bishops & c1_f1);
    places.bishops_flank = popcount(own.bishops & b2_g2);
    places.bishops_long = popcount(own.bishops & long_diagonals);
    places.rooks_home = popcount(own.rooks & home);
    places.rooks_open = popcount(own.rooks & open & ~closed_to_them);
    places.rooks_half_open = popcount(own.rooks & open & closed_to_them);
    places.rooks_seventh = popcount(own.rooks & relative_rank(us, 6));
    places.rooks_joined = joined;
    places.rooks_doubled = doubled;
    places.rooks_shut_in = popcount(own.rooks & shut_in);
    places.queens_inward = inward(own.queens);
    places.queens_home = popcount(own.queens & d1);
    places.queens_early = at_home >= 2 ? popcount(own.queens & ~home) : 0;
    return places;
}

}  // namespace leafstrap::chess::neurochess
