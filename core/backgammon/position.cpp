#include "backgammon/position.hpp"

#include <bit>
#include <cassert>

#include "backgammon/notation.hpp"

namespace leafstrap::backgammon {
namespace {

struct ListMoves {
    MoveList<Position>& moves;
    void operator()(const Move& move) { moves.push(move); }
};
struct CountMoves {
    std::uint64_t count = 0;
    void operator()(const Move&) { ++count; }
};

template <class Sink>
void generate(const Position& position, Sink& sink) {
    if (!position.roll().rolled() || position.outcome(true).over) return;
    Generator<Sink>(position.checkers(position.turn()), position.checkers(!position.turn()), sink).run(position.roll());
}

}  // namespace

Position Position::parse(std::string_view text) { return read_position(text); }
std::string Position::text() const { return xgid(*this); }
Move Position::parse_move(std::string_view text) const { return read_move(*this, text); }
std::string Position::move_text(const Move& move) const { return write_move(*this, move); }

void Position::legal_moves(MoveList<Position>& moves) const {
    ListMoves sink{moves};
    generate(*this, sink);
}

std::uint64_t Position::count_legal_moves() const {
    CountMoves sink;
    generate(*this, sink);
    return sink.count;
}

Position Position::after(const Move& move) const {
    Position next = *this;
    Checkers& own = next.checkers_[static_cast<std::size_t>(leafstrap::index(turn_))];
    Checkers& theirs = next.checkers_[static_cast<std::size_t>(leafstrap::index(!turn_))];
    assert(roll_.rolled() && move.size() <= (roll_.is_double() ? 4 : 2));
    for (const Step step : move) {
        assert(own[step.from] > 0);
        --own[step.from];
        if (step.to == off) continue;
        ++own[step.to];
        std::uint8_t& met = theirs[mirrored(step.to)];
        assert(met <= 1);
        theirs[bar] = static_cast<std::uint8_t>(theirs[bar] + met);  // a blot at most
        met = 0;
    }
    next.turn_ = !turn_;
    next.roll_ = {};
    assert(next.consistent());
    return next;
}

bool Position::consistent() const {
    for (Place place = 0; place < points; ++place)
        if (checkers_[0][place] > 0 && checkers_[1][mirrored(place)] > 0) return false;
    const bool dice = roll_.low <= roll_.high && roll_.high <= 6 && (roll_.low > 0) == (roll_.high > 0);
    const int first = checkers_[0].left(), second = checkers_[1].left();
    return dice && first <= all_checkers && second <= all_checkers && first + second > 0;
}

std::uint64_t Position::hash() const {
    std::uint64_t sum = board_hash.of(checkers_[0], 0) + board_hash.of(checkers_[1], 1);
    sum += static_cast<std::uint64_t>(leafstrap::index(turn_) + 1) * 0xa0761d6478bd642f;
    sum += static_cast<std::uint64_t>(roll_.high * 8 + roll_.low) * 0xe7037ed1a0b428db;
    return sum ^ sum >> 29;
}

// Gammon: the loser has borne off nothing. Backgammon: besides, it still has a checker on the bar or in the winner's
// home.
Outcome Position::outcome(bool) const {
    for (const Side side : {Side::first, Side::second}) {
        if (checkers(side).left() > 0) continue;
        const Checkers& loser = checkers(!side);
        if (loser.left() < all_checkers) return Outcome::win(side);
        const bool far_behind = loser.with(1) >> (points - home_points);
        return Outcome::win(side, far_behind ? 3 : 2);
    }
    return Outcome::ongoing();
}

bool Position::is_race() const {
    const PlaceSet first = checkers_[0].with(1), second = checkers_[1].with(1);
    if (!first || !second) return true;
    // The rearmost of each side have passed each other when their distances home sum to less than the board.
    return std::bit_width(first) + std::bit_width(second) <= points;
}

}  // namespace leafstrap::backgammon
