// A position of international draughts as a value: pieces, side to move, the counts of the draw rules, hash.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <string_view>

#include "draughts/board.hpp"
#include "draughts/captures.hpp"
#include "draughts/generate.hpp"
#include "draughts/move.hpp"
#include "draughts/zobrist.hpp"
#include "game.hpp"

namespace leafstrap::draughts {

class EndgameTables;

class Position {
public:
    using Move = draughts::Move;
    using Tablebase = EndgameTables;
    static constexpr int max_moves = most_moves;
    static constexpr int move_slots = 64 * 64;

    Position() = default;  // an empty board
    // Not checked; what a text may say is checked where it is read.
    Position(Bitboard first, Bitboard second, Bitboard kings, Side turn);

    static Position start();
    static Position parse(std::string_view text);  // FEN or Hub, see notation.hpp
    std::string text() const;                      // FEN
    Move parse_move(std::string_view text) const;
    std::string move_text(Move move) const;

    // What stands where.
    Bitboard occupied() const { return own_ | theirs_; }
    Bitboard empty() const { return all_squares & ~occupied(); }
    Bitboard pieces(Side side) const { return side == turn_ ? own_ : theirs_; }
    Bitboard kings() const { return kings_; }
    Bitboard kings(Side side) const { return pieces(side) & kings_; }
    Bitboard men(Side side) const { return pieces(side) & ~kings_; }
    Side turn() const { return turn_; }
    std::uint64_t hash() const { return hash_; }

    // The Game concept.
    void legal_moves(MoveList<Position>& moves) const;
    std::uint64_t count_legal_moves() const;
    Position after(Move move) const;
    // Without a piece there is no move, which nobody need find out.
    Outcome outcome(bool has_moves) const { return has_moves && own_ ? Outcome::ongoing() : Outcome::win(!turn_); }
    int reversible_plies() const { return king_plies_; }
    // By the rules of the world federation FMJD (annex 1 of its regulations): 25 moves of each side with kings and
    // without a capture; or 16 moves of each side once three pieces, a king among them, stand against one king; or 5
    // moves of each once two pieces, a king among them, or one king stand against one king. A count of 16 or 5 that has
    // begun is not set back, whatever moves or is captured. That a lone king on the long diagonal shortens the 16 moves
    // to 5, as some versions have it, is left out.
    bool move_count_draw() const { return king_plies_ >= most_reversible_plies || plies_left_ == 0; }
    static constexpr int most_reversible_plies = 2 * 25;
    bool has_legal_move() const;

    // What searches ask for. Captures are compulsory, so that a position has nothing but captures or none at all.
    bool urgent() const { return due_ == Due::unasked ? can_capture(view()) : due_ == Due::capture; }
    void noisy_moves(MoveList<Position>& moves) const {
        if (urgent()) legal_moves(moves);
    }
    bool is_noisy(Move move) const { return move.is_capture(); }
    // Every legal capture takes equally many pieces: kings tell them apart.
    int noisy_rank(Move move) const { return popcount(move.captured()) + 2 * popcount(move.captured() & kings_); }
    // A draw by move count may come into sight of a search from here on (see table_key).
    static constexpr int counted_plies = 20;
    static int slot(Move move) { return static_cast<int>(move.bits() & (move_slots - 1)); }

    // What the tournament search asks for besides. Worths are hundredths of a man.
    static constexpr bool must_capture = true;
    static constexpr int piece_slots = 2 * 2 * 64;
    static constexpr int victim_slots = 4;
    // Of captures between the same squares that take different pieces, two may rarely share a code.
    static std::uint16_t code(Move move) {
        const unsigned taken = move.is_capture() ? 1 + static_cast<unsigned>(move.captured() % 15) : 0;
        return static_cast<std::uint16_t>(static_cast<unsigned>(slot(move)) | taken << 12);
    }
    Move legal_move(std::uint16_t code) const;
    std::uint64_t hash_hint(Move move) const { return after(move).hash(); }
    int piece_slot(Move move) const {
        return (leafstrap::index(turn_) * 2 + static_cast<int>(kings_ >> move.from() & 1)) * 64 + move.to();
    }
    int victim_slot(Move move) const {
        return std::min(popcount(move.captured()) + popcount(move.captured() & kings_), victim_slots - 1);
    }
    // Captures where there are any, else men that become kings.
    void tactical_moves(MoveList<Position>& moves) const;
    bool is_tactical(Move move) const { return move.is_capture() || promotes(move); }
    // Quickly: whether one of the moves may be tactical.
    bool may_be_tactical() const { return urgent() || near_promotion(); }
    bool promotes(Move move) const {
        return bit(move.to()) & promotion_row(turn_) & ~(kings_ >> move.from() << move.to());
    }
    int gain(Move move) const {
        const int kings_made = promotes(move), kings_taken = popcount(move.captured() & kings_);
        return man_worth * popcount(move.captured()) + (king_worth - man_worth) * (kings_taken + kings_made);
    }
    int balance() const;  // of material, the first player's view
    bool exchange_wins(Move move, int threshold) const;
    struct Threats {};
    Threats threats() const { return {}; }
    bool makes_urgent(Move move, Threats) const { return after(move).urgent(); }
    Position after(Move move, bool urgent) const {
        Position next = after(move);
        assert(next.urgent() == urgent);
        next.due_ = urgent ? Due::capture : Due::anything;
        return next;
    }
    // urgent(), found out once and for all.
    bool find_urgent() {
        const bool found = urgent();
        assert(found == can_capture(view()));
        due_ = found ? Due::capture : Due::anything;
        return found;
    }
    // Many positions are such that whoever is to move would rather not be.
    bool may_pass() const { return false; }
    Position after_pass() const;

    // The stages that networks can have weights for, by the number of pieces (Wiering et al., section 5.2): more than
    // 25, 16 to 25, fewer.
    static constexpr std::array<std::string_view, 3> stage_names{"opening", "middle", "ending"};
    int stage() const {
        const int pieces = popcount(occupied());
        return pieces > 25 ? 0 : pieces > 15 ? 1 : 2;
    }

    // What must hold of every position: no square is taken twice, no man stands where it would be a king, and what
    // moves keep up is what one would find from scratch.
    bool consistent() const;

    // What stands on the board and who is to move; how long it has been so is not part of a position's text either.
    bool operator==(const Position& other) const {
        return own_ == other.own_ && theirs_ == other.theirs_ && kings_ == other.kings_ && turn_ == other.turn_;
    }

private:
    static constexpr std::uint8_t unlimited = 255;
    static constexpr int man_worth = 100, king_worth = 300;
    enum class Due : std::uint8_t { unasked, anything, capture };

    // Men one step from becoming kings.
    Bitboard near_promotion() const {
        return own_ & ~kings_ & (turn_ == Side::first ? promotion_row(turn_) << 5 : promotion_row(turn_) >> 5);
    }
    View view() const { return {own_ & ~kings_, own_ & kings_, theirs_, empty()}; }
    // Taken apart, as what is passed by reference would have to be in memory at every count.
    static std::uint64_t count_captures(Bitboard men, Bitboard kings, Bitboard theirs, Bitboard empty);
    static std::uint64_t count_with_kings(Bitboard men, Bitboard kings, Bitboard theirs, Bitboard empty, Side side);
    Move legal_step(Square from, Square to) const;
    std::uint64_t hash_from_scratch() const;
    static std::uint8_t plies_of_endgame(Bitboard one, Bitboard other, Bitboard kings);

    Bitboard own_ = 0, theirs_ = 0;  // of the side to move, and of the other
    Bitboard kings_ = 0;
    std::uint64_t hash_ = 0;
    std::uint16_t king_plies_ = 0;         // since a man moved or a piece was captured
    std::uint8_t plies_left_ = unlimited;  // of an endgame that may last for so many moves only
    Side turn_ = Side::first;
    Due due_ = Due::unasked;
};

// This and after(move) are inlined by force: where a position is made only to be counted, most of it is never needed.
[[gnu::always_inline]] inline std::uint64_t Position::count_legal_moves() const {
    const View view = this->view();
    if (view.kings) return count_with_kings(view.men, view.kings, view.theirs, view.empty, turn_);
    const ByDirection jumpers = find_jumpers(view.men, view.theirs, view.empty);
    if (!jumpers.any()) return static_cast<std::uint64_t>(count_steps(view, turn_));
    if (may_jump_on(view, jumpers)) return count_captures(view.men, view.kings, view.theirs, view.empty);
    return static_cast<std::uint64_t>(jumpers.count());
}

inline std::uint8_t Position::plies_of_endgame(Bitboard one, Bitboard other, Bitboard kings) {
    const int fewer = std::min(popcount(one), popcount(other)), more = std::max(popcount(one), popcount(other));
    if (fewer != 1 || more > 3 || !(one & kings) || !(other & kings)) return unlimited;
    return more == 3 ? 2 * 16 : 2 * 5;
}

[[gnu::always_inline]] inline Position Position::after(Move move) const {
    const int us = leafstrap::index(turn_);
    const Square from = move.from(), to = move.to();
    const Bitboard captured = move.captured();
    assert((own_ & bit(from)) && (theirs_ & captured) == captured);
    assert((empty() & bit(to)) || to == from);
    const unsigned was_king = kings_ >> from & 1;
    const unsigned is_king = was_king | ((bit(to) & promotion_row(turn_)) != 0);

    Position next;
    next.own_ = theirs_ & ~captured;
    next.theirs_ = (own_ & ~bit(from)) | bit(to);  // taken, then added: a capture may end where it began
    next.kings_ = (kings_ & ~(bit(from) | captured)) | Bitboard{is_king} << to;
    next.turn_ = !turn_;
    next.hash_ = hash_ ^ zobrist.piece[us][was_king][from] ^ zobrist.piece[us][is_king][to] ^ zobrist.second_to_move;
    for (Bitboard b = captured; b;) {
        const Square s = pop_lowest(b);
        next.hash_ ^= zobrist.piece[1 - us][kings_ >> s & 1][s];
    }

    next.king_plies_ = was_king && !captured ? static_cast<std::uint16_t>(king_plies_ + 1) : 0;
    next.plies_left_ = static_cast<std::uint8_t>(plies_left_ - (plies_left_ != unlimited && plies_left_ != 0));
    if (next.kings_ && (captured || is_king != was_king))  // nothing else begins an endgame
        next.plies_left_ = std::min(next.plies_left_, plies_of_endgame(next.own_, next.theirs_, next.kings_));
    assert(next.consistent());
    return next;
}

static_assert(TournamentPosition<Position>);

}  // namespace leafstrap::draughts
