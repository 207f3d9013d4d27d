#include "draughts/position.hpp"

#include <algorithm>
#include <cassert>

#include "draughts/generate.hpp"
#include "draughts/zobrist.hpp"

namespace leafstrap::draughts {

Position::Position(Bitboard first, Bitboard second, Bitboard kings, Side turn)
    : own_(turn == Side::first ? first : second),
      theirs_(turn == Side::first ? second : first),
      kings_(kings),
      turn_(turn) {
    hash_ = hash_from_scratch();
    plies_left_ = plies_of_endgame(first, second, kings);
}

std::uint64_t Position::hash_from_scratch() const {
    std::uint64_t hash = turn_ == Side::second ? zobrist.second_to_move : 0;
    for (const Side side : {Side::first, Side::second}) {
        for (Bitboard b = men(side); b;) hash ^= zobrist.piece[leafstrap::index(side)][0][pop_lowest(b)];
        for (Bitboard b = kings(side); b;) hash ^= zobrist.piece[leafstrap::index(side)][1][pop_lowest(b)];
    }
    return hash;
}

bool Position::consistent() const {
    const bool apart = !(own_ & theirs_) && !(kings_ & ~occupied()) && !(occupied() & ~all_squares);
    const bool promoted =
        !(men(Side::first) & promotion_row(Side::first)) && !(men(Side::second) & promotion_row(Side::second));
    return apart && promoted && hash_ == hash_from_scratch() &&
           (due_ == Due::unasked || (due_ == Due::capture) == can_capture(view()));
}

Position Position::start() {
    constexpr Bitboard first = all_squares & ~(bit(square_of(31)) - 1), second = all_squares & (bit(square_of(21)) - 1);
    static const Position start(first, second, 0, Side::first);
    return start;
}

void Position::legal_moves(MoveList<Position>& moves) const {
    const View view = this->view();
    assert(due_ != Due::anything || !can_capture(view));
    if (due_ == Due::anything) return list_quiet_moves(view, turn_, moves);
    const ByDirection jumpers = find_jumpers(view.men, view.theirs, view.empty);
    if (jumpers.any() ? view.kings || may_jump_on(view, jumpers)
                      : any_king_can_capture(view.kings, view.theirs, view.empty)) {
        CaptureFinder(view, moves).run();
    } else if (jumpers.any()) {
        list_single_jumps<up_left>(jumpers.up_left, moves);
        list_single_jumps<up_right>(jumpers.up_right, moves);
        list_single_jumps<down_left>(jumpers.down_left, moves);
        list_single_jumps<down_right>(jumpers.down_right, moves);
    } else {
        list_quiet_moves(view, turn_, moves);
    }
}

bool Position::has_legal_move() const {
    const View view = this->view();
    if (count_steps(view, turn_)) return true;
    // A king that cannot move a step can capture what is in its way, or nothing.
    constexpr auto next_to = [](Bitboard b) {
        return shift<up_left>(b) | shift<up_right>(b) | shift<down_left>(b) | shift<down_right>(b);
    };
    return (next_to(view.kings) & view.empty) || can_capture(view);
}

void Position::tactical_moves(MoveList<Position>& moves) const {
    if (urgent()) return legal_moves(moves);
    list_quiet_moves({near_promotion(), 0, theirs_, empty()}, turn_, moves);
}

Move Position::legal_move(std::uint16_t code) const {
    const bool is_capture = code >> 12;
    if (is_capture != urgent()) return {};
    if (!is_capture) return legal_step(code & 63, code >> 6);
    MoveList<Position> moves;
    legal_moves(moves);
    for (const Move move : moves)
        if (Position::code(move) == code) return move;
    return {};
}

// The move between two squares where nothing need be captured, or none.
Move Position::legal_step(Square from, Square to) const {
    const Bitboard start = bit(from) & own_;
    const Bitboard reached = start & kings_         ? find_sight(from, empty()).any()
                             : turn_ == Side::first ? shift<up_left>(start) | shift<up_right>(start)
                                                    : shift<down_left>(start) | shift<down_right>(start);
    return reached & empty() & bit(to) ? Move(from, to) : Move{};
}

Position Position::after_pass() const {
    Position next = *this;
    std::swap(next.own_, next.theirs_);
    next.turn_ = !turn_;
    next.due_ = Due::unasked;
    next.hash_ ^= zobrist.second_to_move;
    assert(next.consistent());
    return next;
}

std::uint64_t Position::count_with_kings(Bitboard men, Bitboard kings, Bitboard theirs, Bitboard empty, Side side) {
    const View view{men, kings, theirs, empty};
    if (find_jumpers(men, theirs, empty).any()) return count_captures(men, kings, theirs, empty);
    int count = count_steps(view, side);
    for (Bitboard rest = kings; rest;) {
        const ByDirection sight = find_sight(pop_lowest(rest), empty);
        if (king_can_capture(view, sight)) return count_captures(men, kings, theirs, empty);
        count += popcount(sight.any() & empty);
    }
    return static_cast<std::uint64_t>(count);
}

std::uint64_t Position::count_captures(Bitboard men, Bitboard kings, Bitboard theirs, Bitboard empty) {
    const View view{men, kings, theirs, empty};
    MoveList<Position> moves;
    CaptureFinder(view, moves).run();
    return moves.size();
}

}  // namespace leafstrap::draughts
