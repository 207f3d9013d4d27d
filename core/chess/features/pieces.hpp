// The pieces of one side by kind, gathered once for all that looks at them.
#pragma once

#include "chess/position.hpp"

namespace leafstrap::chess {

struct Pieces {
    Bitboard all, pawns, knights, bishops, rooks, queens;
    Square king;

    template <Side us>
    void gather(const Position& position) {
        all = position.pieces(us);
        pawns = position.pieces(us, Kind::pawn);
        knights = position.pieces(us, Kind::knight);
        bishops = position.pieces(us, Kind::bishop);
        rooks = position.pieces(us, Kind::rook);
        queens = position.pieces(us, Kind::queen);
        king = position.king(us);
    }
};

}  // namespace leafstrap::chess
