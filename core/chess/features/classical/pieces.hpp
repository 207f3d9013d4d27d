// Families `material` and `pieces`: how many pieces of each kind, where the pieces stand, and what rooks like.
#pragma once

#include "chess/features/geometry.hpp"
#include "chess/features/pieces.hpp"
#include "eval/feature_info.hpp"
#include "eval/sinks.hpp"

namespace leafstrap::chess::classical {

struct PieceBlocks {
    static constexpr Block count{0, 5};
    static constexpr Block pair = count.then(1);  // of bishops
    // Knight to queen; rank from the own side, then distance of the file from the edge: tables are the same on both
    // wings.
    static constexpr Block square = pair.then(4, 32);
    static constexpr Block half_open = square.then(1);  // rooks
    static constexpr Block open = half_open.then(1);
    static constexpr Block seventh = open.then(1);
    static constexpr int end = seventh.end();

    static void describe(FeatureTable& table);
};

// The place of a square in a table that is the same on both wings.
template <Side us>
constexpr int half_square(Square s) {
    return 4 * rank_from<us>(s) + from_edge(file_of(s));
}

template <class Sink>
void material(const Pieces& white, const Pieces& black, Sink& sink) {
    using B = PieceBlocks;
    add_both(sink, B::count(0), popcount(white.pawns), popcount(black.pawns));
    add_both(sink, B::count(1), popcount(white.knights), popcount(black.knights));
    add_both(sink, B::count(2), popcount(white.bishops), popcount(black.bishops));
    add_both(sink, B::count(3), popcount(white.rooks), popcount(black.rooks));
    add_both(sink, B::count(4), popcount(white.queens), popcount(black.queens));
    add_both(sink, B::pair(0), many(white.bishops), many(black.bishops));
}

template <Side us, class Sink>
void on_squares(Kind kind, Bitboard pieces, Sink& sink) {
    while (pieces)
        sink.add(PieceBlocks::square(index(kind) - index(Kind::knight), half_square<us>(pop_lowest(pieces))), sign(us));
}

template <Side us, class Sink>
void pieces_of(const Pieces& own, const Pieces& enemy, Sink& sink) {
    using B = PieceBlocks;
    on_squares<us>(Kind::knight, own.knights, sink);
    on_squares<us>(Kind::bishop, own.bishops, sink);
    on_squares<us>(Kind::rook, own.rooks, sink);
    on_squares<us>(Kind::queen, own.queens, sink);
    const Bitboard half_open = own.rooks & ~whole_files(own.pawns), closed_to_them = whole_files(enemy.pawns);
    add_times(sink, B::half_open(0), sign(us) * popcount(half_open & closed_to_them));
    add_times(sink, B::open(0), sign(us) * popcount(half_open & ~closed_to_them));
    add_times(sink, B::seventh(0), sign(us) * popcount(own.rooks & relative_rank(us, 6)));
}

}  // namespace leafstrap::chess::classical
