// The simple moves: steps, kings' moves, and the captures of men where none takes more than one piece.
#pragma once

#include "draughts/captures.hpp"

namespace leafstrap::draughts {

template <Direction d>
void list_steps(const View& view, CaptureFinder::List& moves) {
    constexpr int offset = d < down_left ? stride(d) : -stride(d);
    for (Bitboard reached = shift<d>(view.men) & view.empty; reached;) {
        const Square to = pop_lowest(reached);
        moves.push({to + offset, to});
    }
}

template <Direction d>
void list_single_jumps(Bitboard jumpers, CaptureFinder::List& moves) {
    constexpr int offset = d < down_left ? -stride(d) : stride(d);
    while (jumpers) {
        const Square from = pop_lowest(jumpers);
        moves.push({from, from + 2 * offset, bit(from + offset)});
    }
}

inline void list_king_moves(const View& view, CaptureFinder::List& moves) {
    for (Bitboard kings = view.kings; kings;) {
        const Square from = pop_lowest(kings);
        for (Bitboard reached = find_sight(from, view.empty).any() & view.empty; reached;)
            moves.push({from, pop_lowest(reached)});
    }
}

inline void list_quiet_moves(const View& view, Side side, CaptureFinder::List& moves) {
    if (side == Side::first) {
        list_steps<up_left>(view, moves);
        list_steps<up_right>(view, moves);
    } else {
        list_steps<down_left>(view, moves);
        list_steps<down_right>(view, moves);
    }
    list_king_moves(view, moves);
}

inline int count_steps(const View& view, Side side) {
    return side == Side::first
               ? popcount(shift<up_left>(view.men) & view.empty) + popcount(shift<up_right>(view.men) & view.empty)
               : popcount(shift<down_left>(view.men) & view.empty) + popcount(shift<down_right>(view.men) & view.empty);
}

}  // namespace leafstrap::draughts
