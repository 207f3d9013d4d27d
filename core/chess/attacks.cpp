#include "chess/attacks.hpp"

#include <initializer_list>

#include "chess/magics.hpp"

namespace leafstrap::chess {
namespace {

struct Step {
    int file, rank;
};
constexpr Step bishop_steps[4] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
constexpr Step rook_steps[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

constexpr bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

Bitboard leap(Square from, std::initializer_list<Step> steps) {
    Bitboard reached = 0;
    for (const Step step : steps) {
        const int file = file_of(from) + step.file, rank = rank_of(from) + step.rank;
        if (on_board(file, rank)) reached |= bit(square(file, rank));
    }
    return reached;
}

Bitboard slide(Square from, Bitboard occupied, const Step (&steps)[4]) {
    Bitboard reached = 0;
    for (const Step step : steps) {
        int file = file_of(from) + step.file, rank = rank_of(from) + step.rank;
        for (; on_board(file, rank); file += step.file, rank += step.rank) {
            reached |= bit(square(file, rank));
            if (occupied & bit(square(file, rank))) break;
        }
    }
    return reached;
}

// The last square of a line is attacked whether or not it is occupied, so it does not count.
Bitboard relevant_squares(Square from, const Step (&steps)[4]) {
    const Bitboard edge_files = (file_a | file_h) & ~file_mask(file_of(from));
    const Bitboard edge_ranks = (rank_1 | rank_8) & ~rank_mask(rank_of(from));
    return slide(from, 0, steps) & ~(edge_files | edge_ranks);
}

// Fills the attack sets of one square and returns where the next square's begin.
Bitboard* fill(SliderSquare& slot, Square from, Bitboard magic, const Step (&steps)[4], Bitboard* table) {
    const Bitboard relevant = relevant_squares(from, steps);
    slot = {relevant, magic, table, 64 - popcount(relevant)};
    Bitboard occupied = 0;
    do {  // all subsets of `relevant`, by carry through its gaps
        table[slot.number(occupied)] = slide(from, occupied, steps);
        occupied = (occupied - relevant) & relevant;
    } while (occupied);
    return table + (std::size_t{1} << popcount(relevant));
}

}  // namespace

AttackTables::AttackTables() {
    Bitboard* table = slider_attacks_;
    for (Square s = 0; s < 64; ++s) {
        knight[s] = leap(s, {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}});
        king[s] = leap(s, {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}});
        pawn[0][s] = leap(s, {{-1, 1}, {1, 1}});
        pawn[1][s] = leap(s, {{-1, -1}, {1, -1}});
        table = fill(bishop[s], s, bishop_magics[s], bishop_steps, table);
        table = fill(rook[s], s, rook_magics[s], rook_steps, table);
    }
    for (Square a = 0; a < 64; ++a) {
        for (Square b = 0; b < 64; ++b) {
            between[a][b] = line[a][b] = 0;
            if (a == b) continue;
            if (rook[a](0) & bit(b)) {
                between[a][b] = rook[a](bit(b)) & rook[b](bit(a));
                line[a][b] = (rook[a](0) & rook[b](0)) | bit(a) | bit(b);
            } else if (bishop[a](0) & bit(b)) {
                between[a][b] = bishop[a](bit(b)) & bishop[b](bit(a));
                line[a][b] = (bishop[a](0) & bishop[b](0)) | bit(a) | bit(b);
            }
        }
    }
}

const AttackTables attack_tables;

}  // namespace leafstrap::chess
