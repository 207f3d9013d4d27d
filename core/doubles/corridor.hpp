// Corridor: a game whose positions come back, for what tic-tac-toe cannot show: repetition, move counts, transpositions
// at several depths.
//
// Two tokens on a strip of cells. The first player's starts at the left and wants to reach the right end, the second's
// the other way round. A token steps to a free neighbouring cell in either direction, or jumps over the other token.
// Each side may jump three times. Who cannot move loses; twelve plies without a jump are a draw.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "game.hpp"

namespace leafstrap::doubles {

class Corridor {
public:
    struct Move {
        std::int8_t step = 0;  // -2, -1, 1 or 2: how far the mover's token goes to the right
        bool operator==(const Move&) const = default;
    };
    static constexpr int max_moves = 4;
    static constexpr int move_slots = 5;
    static constexpr int counted_plies = 0;  // a draw is always near
    static constexpr int cells = 8;

    static Corridor start() { return {}; }

    // Both tokens, both numbers of jumps, the player to move, the plies since the last jump: "2 5 0 1 x 3".
    static Corridor parse(std::string_view text) {
        if (text.size() < 11) throw std::invalid_argument("a corridor position has six fields");
        Corridor position;
        for (const int side : {0, 1}) {
            position.cell_[side] = static_cast<std::int8_t>(text[2 * side] - '0');
            position.jumps_[side] = static_cast<std::int8_t>(text[4 + 2 * side] - '0');
            if (position.cell_[side] < 0 || position.cell_[side] >= cells) throw std::invalid_argument("no such cell");
            if (position.jumps_[side] < 0 || position.jumps_[side] > most_jumps)
                throw std::invalid_argument("no such number of jumps");
        }
        if (position.cell_[0] == position.cell_[1]) throw std::invalid_argument("two tokens in one cell");
        position.turn_ = text[8] == 'x' ? Side::first : Side::second;
        position.quiet_ = std::stoi(std::string(text.substr(10)));
        return position;
    }
    std::string text() const {
        std::string text;
        for (const int number : {cell_[0], cell_[1], jumps_[0], jumps_[1]}) text += std::to_string(number) + " ";
        return text + (turn_ == Side::first ? "x " : "o ") + std::to_string(quiet_);
    }
    Move parse_move(std::string_view text) const {
        MoveList<Corridor> moves;
        legal_moves(moves);
        for (const Move move : moves)
            if (move_text(move) == text) return move;
        throw std::invalid_argument("no such move");
    }
    std::string move_text(Move move) const { return std::to_string(move.step); }

    Side turn() const { return turn_; }
    int cell(Side side) const { return cell_[index(side)]; }
    int jumps(Side side) const { return jumps_[index(side)]; }
    void legal_moves(MoveList<Corridor>& moves) const {
        if (arrived()) return;
        for (const int step : {-1, 1}) {
            if (is_free(own() + step)) moves.push({static_cast<std::int8_t>(step)});
        }
        noisy_moves(moves);
    }
    Corridor after(Move move) const {
        Corridor next = *this;
        next.cell_[index(turn_)] += move.step;
        next.jumps_[index(turn_)] += is_noisy(move);
        next.quiet_ = is_noisy(move) ? 0 : quiet_ + 1;
        next.turn_ = !turn_;
        return next;
    }
    std::uint64_t hash() const {
        std::uint64_t code = index(turn_);
        for (const int number : {cell_[0], cell_[1], jumps_[0], jumps_[1]}) code = 16 * code + number;
        return (code + 1) * 0x9e3779b97f4a7c15ull;
    }

    Outcome outcome(bool has_moves) const {
        if (arrived() || !has_moves) return Outcome::win(!turn_);
        return Outcome::ongoing();
    }
    int reversible_plies() const { return quiet_; }
    bool move_count_draw() const { return quiet_ >= 12; }

    // One step from the goal is a threat that cannot be ignored.
    bool urgent() const { return std::abs(cell_[index(!turn_)] - goal(!turn_)) == 1; }
    void noisy_moves(MoveList<Corridor>& moves) const {
        if (arrived() || jumps(turn_) == most_jumps) return;
        for (const int step : {-1, 1}) {
            if (own() + step == cell(!turn_) && is_free(own() + 2 * step))
                moves.push({static_cast<std::int8_t>(2 * step)});
        }
    }
    bool is_noisy(Move move) const { return std::abs(move.step) == 2; }
    int noisy_rank(Move move) const { return move.step; }
    static int slot(Move move) { return move.step + 2; }

    bool operator==(const Corridor&) const = default;

private:
    static constexpr int most_jumps = 3;

    static int goal(Side side) { return side == Side::first ? cells - 1 : 0; }
    int own() const { return cell(turn_); }
    bool arrived() const { return cell(!turn_) == goal(!turn_); }  // by the move just made
    bool is_free(int cell) const { return cell >= 0 && cell < cells && cell != cell_[0] && cell != cell_[1]; }

    std::int8_t cell_[2]{1, cells - 2};
    std::int8_t jumps_[2]{};
    Side turn_ = Side::first;
    int quiet_ = 0;
};

static_assert(SearchPosition<Corridor>);

}  // namespace leafstrap::doubles
