// Legal moves straight away. A pinned piece stays on its line, a check must be met, the king keeps off attacked
// squares: each is a mask on the target squares, so no move is made to see whether it was legal.
//
// One generator, several sinks: a sink that lists moves, one that only counts them.
#pragma once

#include <cassert>

#include "chess/position.hpp"

namespace leafstrap::chess {

template <class List>
struct ListMoves {
    List& moves;

    void piece(Square from, Bitboard targets) {
        while (targets) moves.push(Move(from, pop_lowest(targets)));
    }
    void pawns(Bitboard targets, int step) {
        while (targets) {
            const Square to = pop_lowest(targets);
            moves.push(Move(to - step, to));
        }
    }
    void promotions(Bitboard targets, int step) {
        while (targets) {
            const Square to = pop_lowest(targets);
            for (const Kind kind : {Kind::queen, Kind::knight, Kind::rook, Kind::bishop})
                moves.push(Move(to - step, to, kind));
        }
    }
};

struct CountMoves {
    std::uint64_t count = 0;

    void piece(Square, Bitboard targets) { count += popcount(targets); }
    void pawns(Bitboard targets, int) { count += popcount(targets); }
    void promotions(Bitboard targets, int) { count += 4 * popcount(targets); }
};

// The generator for one side to move; `wanted` limits the squares moved to (all, or the opponent's pieces).
template <Side us, class Sink>
class Generator {
public:
    Generator(const Position& position, Bitboard wanted, Sink& sink)
        : position_(position),
          sink_(sink),
          king_(position.king(us)),
          occupied_(position.occupied()),
          own_(position.pieces(us)),
          enemy_(position.pieces(them)),
          wanted_(wanted & ~own_) {}

    void run() {
        assert(position_.turn() == us);
        king_moves();
        const Bitboard checkers = position_.checkers();
        if (many(checkers)) return;
        allowed_ = checkers ? checkers | between(king_, lowest(checkers)) : ~Bitboard{0};
        find_pins();
        pawn_moves();
        en_passant();
        piece_moves();
        castling();
    }

private:
    static constexpr Side them = !us;
    static constexpr int up = us == Side::first ? 8 : -8;
    static constexpr Bitboard last_rank = us == Side::first ? rank_8 : rank_1;
    static constexpr Bitboard third_rank = us == Side::first ? rank_mask(2) : rank_mask(5);

    Bitboard own(Kind kind) const { return own_ & position_.pieces(kind); }
    Bitboard enemy(Kind kind) const { return enemy_ & position_.pieces(kind); }

    // Squares the king may not enter. It does not shield squares behind itself, so it is taken off the board.
    Bitboard find_danger() const {
        const Bitboard occupied = occupied_ ^ bit(king_);
        Bitboard attacked = pawn_attacks(them, enemy(Kind::pawn)) | king_attacks(position_.king(them));
        for (Bitboard b = enemy(Kind::knight); b;) attacked |= knight_attacks(pop_lowest(b));
        for (Bitboard b = enemy(Kind::bishop) | enemy(Kind::queen); b;)
            attacked |= bishop_attacks(pop_lowest(b), occupied);
        for (Bitboard b = enemy(Kind::rook) | enemy(Kind::queen); b;) attacked |= rook_attacks(pop_lowest(b), occupied);
        return attacked;
    }

    // Found only where the king has somewhere to go: most captures are not his.
    void king_moves() {
        const Bitboard targets = king_attacks(king_) & wanted_;
        castling_targets_ = position_.checkers() ? 0 : free_castling() & wanted_;
        if (!(targets | castling_targets_)) return;
        danger_ = find_danger();
        sink_.piece(king_, targets & ~danger_);
    }

    void find_pins() {
        const Bitboard diagonal = enemy(Kind::bishop) | enemy(Kind::queen);
        const Bitboard straight = enemy(Kind::rook) | enemy(Kind::queen);
        Bitboard snipers = (bishop_attacks(king_, enemy_) & diagonal) | (rook_attacks(king_, enemy_) & straight);
        while (snipers) {
            const Bitboard shields = between(king_, pop_lowest(snipers)) & own_;
            if (!many(shields)) pinned_ |= shields;
        }
    }

    Bitboard pin_line(Square from) const { return pinned_ & bit(from) ? line(king_, from) : ~Bitboard{0}; }

    void pawn_moves() {
        const Bitboard pawns = own(Kind::pawn);
        pawn_moves(pawns & ~pinned_, allowed_);
        for (Bitboard b = pawns & pinned_; b;) {
            const Square from = pop_lowest(b);
            pawn_moves(bit(from), allowed_ & line(king_, from));
        }
    }

    void pawn_moves(Bitboard pawns, Bitboard allowed) {
        const Bitboard targets = allowed & wanted_;
        const Bitboard single = forward<us>(pawns) & ~occupied_;
        const Bitboard twice = forward<us>(single & third_rank) & ~occupied_;
        const Bitboard ahead = forward<us>(pawns);
        pawn_targets(single & targets, up);
        sink_.pawns(twice & targets, 2 * up);
        pawn_targets(west(ahead) & enemy_ & targets, up - 1);
        pawn_targets(east(ahead) & enemy_ & targets, up + 1);
    }

    void pawn_targets(Bitboard targets, int step) {
        sink_.pawns(targets & ~last_rank, step);
        if (targets & last_rank) sink_.promotions(targets & last_rank, step);
    }

    // Two pawns leave one rank at once, which no pin mask sees; the position tests each capture in full.
    void en_passant() {
        const Square target = position_.en_passant();
        if (target < 0) return;
        for (Bitboard b = pawn_attacks(them, target) & own(Kind::pawn); b;) {
            const Square from = pop_lowest(b);
            assert(!(occupied_ & bit(target)));
            if (position_.en_passant_is_legal(from, target)) sink_.piece(from, bit(target));
        }
    }

    void piece_moves() {
        const Bitboard targets = allowed_ & wanted_;
        for (Bitboard b = own(Kind::knight) & ~pinned_; b;) {  // a pinned knight cannot stay on its line
            const Square from = pop_lowest(b);
            sink_.piece(from, knight_attacks(from) & targets);
        }
        for (Bitboard b = own(Kind::bishop) | own(Kind::queen); b;) {
            const Square from = pop_lowest(b);
            sink_.piece(from, bishop_attacks(from, occupied_) & targets & pin_line(from));
        }
        for (Bitboard b = own(Kind::rook) | own(Kind::queen); b;) {
            const Square from = pop_lowest(b);
            sink_.piece(from, rook_attacks(from, occupied_) & targets & pin_line(from));
        }
    }

    static constexpr Bitboard home = us == Side::first ? Bitboard{1} : Bitboard{1} << 56;
    static constexpr Bitboard short_empty = home << 5 | home << 6, long_empty = home << 1 | home << 2 | home << 3;
    static constexpr Bitboard long_safe = home << 2 | home << 3;

    // Where the king may castle to if nothing there is attacked.
    Bitboard free_castling() const {
        Bitboard targets = 0;
        if (position_.can_castle_short(us) && !(occupied_ & short_empty)) targets |= home << 6;
        if (position_.can_castle_long(us) && !(occupied_ & long_empty)) targets |= home << 2;
        return targets;
    }

    void castling() {
        if (castling_targets_ & home << 6 && !(danger_ & short_empty)) sink_.piece(king_, home << 6);
        if (castling_targets_ & home << 2 && !(danger_ & long_safe)) sink_.piece(king_, home << 2);
    }

    const Position& position_;
    Sink& sink_;
    Square king_;
    Bitboard occupied_, own_, enemy_, wanted_;
    Bitboard castling_targets_ = 0, danger_ = 0, allowed_ = 0, pinned_ = 0;
};

template <class Sink>
void generate(const Position& position, Bitboard wanted, Sink& sink) {
    if (position.turn() == Side::first) {
        Generator<Side::first, Sink>(position, wanted, sink).run();
    } else {
        Generator<Side::second, Sink>(position, wanted, sink).run();
    }
}

}  // namespace leafstrap::chess
