// The captures of a side: those that take most pieces, each set of pieces once.
#pragma once

#include <cassert>

#include "draughts/board.hpp"
#include "draughts/move.hpp"
#include "draughts/rays.hpp"

namespace leafstrap::draughts {

// The board as the side to move sees it.
struct View {
    Bitboard men, kings;  // own
    Bitboard theirs, empty;
};

// Something for each direction.
struct ByDirection {
    Bitboard up_left, up_right, down_left, down_right;

    constexpr Bitboard any() const { return up_left | up_right | down_left | down_right; }
    constexpr int count() const {
        return popcount(up_left) + popcount(up_right) + popcount(down_left) + popcount(down_right);
    }
};

// The men that can jump.
inline ByDirection find_jumpers(Bitboard men, Bitboard theirs, Bitboard empty) {
    return {jumpers<up_left>(men, theirs, empty), jumpers<up_right>(men, theirs, empty),
            jumpers<down_left>(men, theirs, empty), jumpers<down_right>(men, theirs, empty)};
}

// Whether a man may be able to jump on after its first jump. Says yes a little too often, as it takes the squares of
// all that jump for empty; no is certain, and then every capture is one of one piece.
inline bool may_jump_on(const View& view, const ByDirection& first) {
    const ByDirection next = find_jumpers(all_squares, view.theirs, view.empty | first.any());
    return (shift<up_left, 2>(first.up_left) & (next.up_left | next.up_right | next.down_left)) |
           (shift<up_right, 2>(first.up_right) & (next.up_left | next.up_right | next.down_right)) |
           (shift<down_left, 2>(first.down_left) & (next.up_left | next.down_left | next.down_right)) |
           (shift<down_right, 2>(first.down_right) & (next.up_right | next.down_left | next.down_right));
}

// What a king sees: empty squares, and the first piece in each direction.
inline ByDirection find_sight(Square king, Bitboard empty) {
    return {seen<up_left>(king, ~empty), seen<up_right>(king, ~empty), seen<down_left>(king, ~empty),
            seen<down_right>(king, ~empty)};
}

inline bool king_can_capture(const View& view, const ByDirection& sight) {
    const Bitboard behind =
        shift<up_left>(sight.up_left & view.theirs) | shift<up_right>(sight.up_right & view.theirs) |
        shift<down_left>(sight.down_left & view.theirs) | shift<down_right>(sight.down_right & view.theirs);
    return behind & view.empty;
}

// Apart, as most positions have no kings. Taken apart too: what is passed by reference would have to be in memory.
[[gnu::noinline]] inline bool any_king_can_capture(Bitboard kings, Bitboard theirs, Bitboard empty) {
    const View view{0, kings, theirs, empty};
    while (kings)
        if (king_can_capture(view, find_sight(pop_lowest(kings), empty))) return true;
    return false;
}

inline bool can_capture(const View& view) {
    return find_jumpers(view.men, view.theirs, view.empty).any() ||
           (view.kings && any_king_can_capture(view.kings, view.theirs, view.empty));
}

class CaptureFinder {
public:
    using List = FixedList<Move, most_moves>;

    CaptureFinder(const View& view, List& moves) : view_(view), moves_(moves) {}

    void run() {
        first_jumps<up_left>();
        first_jumps<up_right>();
        first_jumps<down_left>();
        first_jumps<down_right>();
        if (!view_.kings) return;
        first_flights<up_left>();
        first_flights<up_right>();
        first_flights<down_left>();
        first_flights<down_right>();
    }

private:
    // The piece that moves leaves its square empty, and may come back to it or cross it.
    void lift(Square from) {
        from_ = from;
        open_ = view_.empty | bit(from);
    }

    template <Direction d>
    void first_jumps() {
        for (Bitboard men = jumpers<d>(view_.men, view_.theirs, view_.empty); men; men &= men - 1) {
            const Square from = lowest(men);
            lift(from);
            jump_on(shift<d, 2>(bit(from)), shift<d>(bit(from)), 1);
        }
    }

    template <Direction d>
    Bitboard landing(Bitboard at, Bitboard victims) const {
        return shift<d>(shift<d>(at) & victims) & open_;
    }

    // What was captured stays on the board until the move is over: it can neither be captured again nor crossed.
    void jump_on(Bitboard at, Bitboard captured, int count) {
        assert((at & (at - 1)) == 0 && (at & open_) && popcount(captured) == count);
        const Bitboard victims = view_.theirs & ~captured;
        const Bitboard left_up = landing<up_left>(at, victims), right_up = landing<up_right>(at, victims);
        const Bitboard left_down = landing<down_left>(at, victims), right_down = landing<down_right>(at, victims);
        if (!(left_up | right_up | left_down | right_down)) return end(lowest(at), captured, count);
        if (left_up) jump_on(left_up, captured | shift<up_left>(at), count + 1);
        if (right_up) jump_on(right_up, captured | shift<up_right>(at), count + 1);
        if (left_down) jump_on(left_down, captured | shift<down_left>(at), count + 1);
        if (right_down) jump_on(right_down, captured | shift<down_right>(at), count + 1);
    }

    // All pieces that some king can capture first in this direction. Found for all kings at once, as of many only few
    // can capture anything.
    template <Direction d>
    void first_flights() {
        constexpr Direction back = opposite(d);
        Bitboard met =
            shift<d>(view_.kings | slides<d>(view_.kings, view_.empty)) & view_.theirs & shift<back>(view_.empty);
        for (; met; met &= met - 1) {
            const Square victim = lowest(met);
            lift(lowest(seen<back>(victim, ~view_.empty) & view_.kings));
            take<d>(victim, 0, 0);
        }
    }

    // Whether a king that stands there captures in this direction.
    template <Direction d>
    bool fly_on(Square at, Bitboard captured, int count) {
        const Bitboard met = seen<d>(at, ~open_) & view_.theirs & ~captured;
        if (!(shift<d>(met) & open_)) return false;
        take<d>(lowest(met), captured, count);
        return true;
    }

    // A king captures a piece. It may stop on any empty square behind and turn; going straight on is the same from all
    // of them, and looked at once.
    template <Direction d>
    void take(Square victim, Bitboard captured, int count) {
        constexpr bool rising = d == up_right || d == down_left;
        constexpr Direction turn = rising ? up_left : up_right, other_turn = opposite(turn);
        assert((view_.theirs & ~captured & bit(victim)) && popcount(captured) == count);
        const Bitboard stops = seen<d>(victim, ~open_) & open_;
        assert(stops);
        captured |= bit(victim);
        ++count;
        bool goes_on = fly_on<d>(victim, captured, count);
        for (Bitboard rest = stops; rest;) {
            const Square stop = pop_lowest(rest);
            goes_on |= fly_on<turn>(stop, captured, count);
            goes_on |= fly_on<other_turn>(stop, captured, count);
        }
        if (!goes_on)
            for (Bitboard rest = stops; rest;) end(pop_lowest(rest), captured, count);
    }

    // Two ways to the same capture part and meet again; that takes three pieces at least. Games do not come near the
    // length of the list. Made-up positions with eight kings and more can pass it: of their captures, all of which take
    // equally many pieces, the first ones are kept.
    void end(Square to, Bitboard captured, int count) {
        assert(popcount(captured) == count && (open_ & bit(to)));
        if (count < most_) return;
        if (count > most_) {
            most_ = count;
            moves_.clear();
        }
        const Move move(from_, to, captured);
        if (count >= 3)
            for (const Move known : moves_)
                if (known == move) return;
        if (moves_.size() < most_moves) moves_.push(move);
    }

    View view_;
    List& moves_;
    Square from_ = 0;
    Bitboard open_ = 0;
    int most_ = 0;
};

}  // namespace leafstrap::draughts
