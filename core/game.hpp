// What a game is to everything written once for all games: search, table, tree walk, expectimax.
// A position is a small copyable value. What depends on the way here lives in a Line (line.hpp).
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace leafstrap {

// The first player is the one who moves from the usual start (White in chess and draughts).
enum class Side : std::uint8_t { first, second };

constexpr Side operator!(Side side) { return side == Side::first ? Side::second : Side::first; }
constexpr int index(Side side) { return static_cast<int>(side); }

// +1 for the first player, -1 for the second: what turns a first-player value into a mover's value and back.
constexpr int sign(Side side) { return side == Side::first ? 1 : -1; }

// How a game stands. Points are the first player's view: 1, 0, -1 in chess; up to 3 either way in backgammon.
struct Outcome {
    bool over = false;
    std::int8_t points = 0;

    static constexpr Outcome ongoing() { return {}; }
    static constexpr Outcome draw() { return {true, 0}; }
    static constexpr Outcome win(Side winner, int points = 1) {
        return {true, static_cast<std::int8_t>(sign(winner) * points)};
    }
    bool operator==(const Outcome&) const = default;
};

// A list of at most N moves that never touches the heap: one is made at every node of every search.
template <class Move, std::size_t N>
class FixedList {
public:
    FixedList() {}

    void push(Move move) {
        assert(size_ < N);
        items_[size_++] = move;
    }
    void clear() { size_ = 0; }
    void shrink(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t i) const {
        assert(i < size_);
        return items_[i];
    }
    Move& operator[](std::size_t i) {
        assert(i < size_);
        return items_[i];
    }
    const Move* begin() const { return items_; }
    const Move* end() const { return items_ + size_; }
    Move* begin() { return items_; }
    Move* end() { return items_ + size_; }

private:
    std::size_t size_ = 0;
    // A union, because its members stay uninitialised: filling 256 moves a node costs more than generating them.
    union {
        Move items_[N];
    };
};

template <class P>
using MoveList = FixedList<typename P::Move, P::max_moves>;

// A deterministic position, or the decision node of a game with dice.
template <class P>
concept Position =
    std::copyable<P> && requires(const P& position, typename P::Move move, MoveList<P>& moves, std::string_view text) {
        requires std::copyable<typename P::Move> && std::equality_comparable<typename P::Move>;
        { P::start() } -> std::same_as<P>;
        { P::parse(text) } -> std::same_as<P>;  // throws std::invalid_argument with one sentence that names the fault
        { position.text() } -> std::same_as<std::string>;
        {
            position.parse_move(text)
        } -> std::same_as<typename P::Move>;  // legal moves only, else std::invalid_argument
        { position.move_text(move) } -> std::same_as<std::string>;

        { position.turn() } -> std::same_as<Side>;
        { position.legal_moves(moves) } -> std::same_as<void>;
        { position.after(move) } -> std::same_as<P>;  // the move must be legal here
        { position.hash() } -> std::same_as<std::uint64_t>;

        // How the game stands by the rules of the position alone; whether there is a legal move is told, not found
        // again.
        { position.outcome(bool{}) } -> std::same_as<Outcome>;
        // Plies since the last move that cannot be taken back (capture, pawn move): no earlier position can return.
        { position.reversible_plies() } -> std::same_as<int>;
        // Drawn by a rule that counts moves (fifty-move rule).
        { position.move_count_draw() } -> std::same_as<bool>;
    };

// A game may say it without listing all of them.
template <Position P>
bool has_legal_move(const P& position) {
    if constexpr (requires { position.has_legal_move(); }) {
        return position.has_legal_move();
    } else {
        MoveList<P> moves;
        position.legal_moves(moves);
        return !moves.empty();
    }
}

// What the alpha-beta searches ask of a game beyond its rules.
template <class P>
concept SearchPosition = Position<P> && requires(const P& position, typename P::Move move, MoveList<P>& moves) {
    // The side to move must answer a threat (check, a compulsory capture): it may not stand pat, and the move that
    // led here is extended by one ply.
    { position.urgent() } -> std::same_as<bool>;
    // The moves a quiescence search looks at when nothing is urgent: captures.
    { position.noisy_moves(moves) } -> std::same_as<void>;
    { position.is_noisy(move) } -> std::same_as<bool>;
    // Among noisy moves, larger is tried first. Constants of the game, never learned weights.
    { position.noisy_rank(move) } -> std::same_as<int>;
    // A move's slot in a history table of P::move_slots entries a side.
    { P::slot(move) } -> std::same_as<int>;
    requires P::move_slots > 0;
};

// What a game may offer besides to the tournament search, which has a default for each (game_traits.hpp); chess and
// draughts offer all, and KnightCap's search asks for all. Worths are centipawns by constants of the game, never
// learned weights.
template <class P>
concept TournamentPosition =
    SearchPosition<P> && requires(const P& position, typename P::Move move, MoveList<P>& moves) {
        // Sixteen bits that tell the legal moves of a position apart; none is 0.
        { P::code(move) } -> std::same_as<std::uint16_t>;
        // Quickly, the legal move with this code, or Move{} if there is none.
        { position.legal_move(std::uint16_t{}) } -> std::same_as<typename P::Move>;
        // The hash after the move, or a guess that is nearly always right: what to fetch from the table early.
        { position.hash_hint(move) } -> std::same_as<std::uint64_t>;
        // What moves, and where to, as one of P::piece_slots: which reply answers which move.
        { position.piece_slot(move) } -> std::same_as<int>;
        requires P::piece_slots > 0;
        // What the move takes, as one of P::victim_slots.
        { position.victim_slot(move) } -> std::same_as<int>;
        requires P::victim_slots > 0;

        // Moves that change the material: noisy ones and promotions worth looking at.
        { position.tactical_moves(moves) } -> std::same_as<void>;
        { position.is_tactical(move) } -> std::same_as<bool>;
        // Quickly: false only if no move is.
        { position.may_be_tactical() } -> std::same_as<bool>;
        // What the move wins at once, before any answer.
        { position.gain(move) } -> std::same_as<int>;
        // Whether the move wins at least so much once both sides have captured all they care to where it went.
        { position.exchange_wins(move, int{}) } -> std::same_as<bool>;
        // Whether whoever can capture must: then a bad capture may be the best move there is.
        { P::must_capture } -> std::convertible_to<bool>;
        // The reversible plies after which the game is drawn.
        requires P::most_reversible_plies > 0;

        // Whether the other side will have to answer a threat after the move; what all moves share is found once.
        { position.threats() } -> std::same_as<typename P::Threats>;
        { position.makes_urgent(move, position.threats()) } -> std::same_as<bool>;
        // after(move), quicker where that is known.
        { position.after(move, bool{}) } -> std::same_as<P>;

        // Whether passing instead of moving is a fair test of how well one stands, and the position after it.
        { position.may_pass() } -> std::same_as<bool>;
        { position.after_pass() } -> std::same_as<P>;
    };

// Three things more that a game may offer, and that the KnightCap search then uses: `nears_promotion(move)` and
// `same_target(move, move)` tell it what to look at more closely (search/knightcap/extension.hpp), `Packed` is a
// smaller form of a position for its table (search/packing.hpp).

// A game that is played differently in its stages (opening, ending) may tell them apart: networks can then have weights
// for each.
template <class P>
concept StagedPosition = Position<P> && requires(const P& position) {
    { P::stage_names.size() } -> std::convertible_to<std::size_t>;
    { position.stage() } -> std::same_as<int>;  // the number of its name
};

// A game with dice: some positions wait for chance instead of a player.
template <class P>
concept ChancePosition = Position<P> && requires(const P& position, typename P::Chance chance) {
    { position.is_chance() } -> std::same_as<bool>;
    { P::chances() } -> std::convertible_to<const std::array<typename P::Chance, P::chance_count>&>;
    { P::probability(chance) } -> std::same_as<double>;  // over all chances these sum to 1
    { position.after(chance) } -> std::same_as<P>;
};

}  // namespace leafstrap
