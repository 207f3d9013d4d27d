// Family `pieces`: where knights, bishops, rooks and queens stand, and whether they are of use there.
#pragma once

#include <algorithm>

#include "chess/features/knightcap/stage.hpp"
#include "chess/features/knightcap/threats.hpp"

namespace leafstrap::chess::knightcap {

struct PieceBlocks {
    static constexpr Block knight_pos{ThreatBlocks::end, 64};
    static constexpr Block rook_pos = knight_pos.then(64);
    static constexpr Block outpost = rook_pos.then(2);  // knight, bishop
    static constexpr Block supported_outpost = outpost.then(2);
    static constexpr Block connected_rooks = supported_outpost.then(1);
    static constexpr Block seventh_rank_rooks = connected_rooks.then(1);
    static constexpr Block early_queen_movement = seventh_rank_rooks.then(1);
    static constexpr Block blocked_knight = early_queen_movement.then(1);
    static constexpr Block useless_piece = blocked_knight.then(1);
    static constexpr Block trapped_step = useless_piece.then(8);
    static constexpr Block bishop_xray = trapped_step.then(5);  // knight to king behind a piece
    static constexpr int end = bishop_xray.end();

    static void describe(FeatureTable& table);
};

// Enemy pieces that a bishop would see if the first piece on the diagonal were gone.
template <Side us, class Sink>
void xrays(const View& view, const Piece& bishop, Sink& sink) {
    const Bitboard occupied = view.position.occupied(), screens = bishop.attacks & occupied;
    Bitboard behind = bishop_attacks(bishop.square, occupied ^ screens) & ~bishop.attacks;
    for (behind &= view.enemy.all & ~view.enemy.pawns; behind;)
        sink.add(PieceBlocks::bishop_xray(index(view.position.kind_on(pop_lowest(behind))) - 1), sign(us));
}

template <Side us, class Sink>
void outpost_of(const View& view, const Piece& minor, Sink& sink) {
    using B = PieceBlocks;
    constexpr Bitboard ranks = relative_rank(us, 3) | relative_rank(us, 4) | relative_rank(us, 5);
    const Bitboard here = bit(minor.square);
    if (!(here & ranks & view.outposts)) return;
    const bool supported = here & view.own.attacks[index(Kind::pawn)];
    sink.add((supported ? B::supported_outpost : B::outpost)(index(minor.kind) - 1), sign(us));
}

template <Side us, class Sink>
void pieces_of(const View& view, Stage stage, Sink& sink) {
    using B = PieceBlocks;
    constexpr float one = sign(us);
    constexpr Bitboard first_rank = relative_rank(us, 0), own_half = 0xFFFFFFFFULL << (us == Side::first ? 0 : 32);
    const Army &own = view.own, &enemy = view.enemy;
    int trapped = 0, useless = 0, blocked = 0;
    bool joined = false;
    for (int i = 0; i < own.piece_count; ++i) {
        const Piece& piece = own.pieces[i];
        const Square s = piece.square;
        Bitboard moves = piece.attacks & ~own.all;
        if (own.pinned & bit(s)) moves &= line(own.king, s);
        const Bitboard safe = moves & view.held;
        mobility_of<us>(piece.kind, s, moves, safe, sink);
        trapped += moves && !safe;
        useless += !(piece.attacks & (enemy.all | ~own_half));

        if (piece.kind == Kind::knight) {
            sink.add(B::knight_pos(relative(us, s)), one);
            blocked += !(moves & ~enemy.attacks[index(Kind::pawn)]);
            outpost_of<us>(view, piece, sink);
        } else if (piece.kind == Kind::bishop) {
            outpost_of<us>(view, piece, sink);
            xrays<us>(view, piece, sink);
        } else if (piece.kind == Kind::rook) {
            sink.add(B::rook_pos(relative(us, s)), one);
            joined |= (piece.attacks & own.rooks) != 0;
        }
    }
    const auto count = [&](Block block, int number) {
        if (number) sink.add(block(0), one * static_cast<float>(number));
    };
    count(B::connected_rooks, joined);
    count(B::seventh_rank_rooks, popcount(own.rooks & relative_rank(us, 6)));
    count(B::blocked_knight, blocked);
    count(B::useless_piece, useless);
    if (trapped) sink.add(B::trapped_step(std::min(trapped, B::trapped_step.rows) - 1), one);

    // Two minor pieces are still at home, and the queen is not.
    constexpr Bitboard knight_homes = 0x42 * 0x0100000000000001, bishop_homes = 0x24 * 0x0100000000000001;
    const Bitboard waiting = first_rank & ((own.knights & knight_homes) | (own.bishops & bishop_homes));
    const bool out = own.queens && !(own.queens & bit(relative(us, square(3, 0))));
    if (stage == Stage::opening && out && many(waiting)) sink.add(B::early_queen_movement(0), one);
}

}  // namespace leafstrap::chess::knightcap
