// Tic-tac-toe: the smallest game with everything a search asks for. What is written for all games is tested on it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "game.hpp"

namespace leafstrap::doubles {

class TicTacToe {
public:
    struct Move {
        std::uint8_t cell = 0;  // row by row from the top left
        bool operator==(const Move&) const = default;
    };
    static constexpr int max_moves = 9;
    static constexpr int move_slots = 9;

    static TicTacToe start() { return {}; }

    // Nine cells of 'x', 'o' and '.'; x is the first player.
    static TicTacToe parse(std::string_view text) {
        if (text.size() != 9) throw std::invalid_argument("a tic-tac-toe position has nine cells");
        TicTacToe position;
        for (unsigned cell = 0; cell < 9; ++cell) {
            if (text[cell] == 'x') position.marks_[0] |= 1u << cell;
            if (text[cell] == 'o') position.marks_[1] |= 1u << cell;
            if (text[cell] != 'x' && text[cell] != 'o' && text[cell] != '.')
                throw std::invalid_argument("a cell is x, o or .");
        }
        const int lead = std::popcount(position.marks_[0]) - std::popcount(position.marks_[1]);
        if (lead != 0 && lead != 1) throw std::invalid_argument("the players do not take turns");
        return position;
    }
    std::string text() const {
        std::string text(9, '.');
        for (unsigned cell = 0; cell < 9; ++cell) {
            if (marks_[0] >> cell & 1) text[cell] = 'x';
            if (marks_[1] >> cell & 1) text[cell] = 'o';
        }
        return text;
    }
    Move parse_move(std::string_view text) const {
        MoveList<TicTacToe> moves;
        legal_moves(moves);
        for (const Move move : moves)
            if (move_text(move) == text) return move;
        throw std::invalid_argument("no such move");
    }
    std::string move_text(Move move) const { return std::to_string(move.cell); }

    Side turn() const { return std::popcount(marks_[0]) == std::popcount(marks_[1]) ? Side::first : Side::second; }
    unsigned marks(Side side) const { return marks_[index(side)]; }
    void legal_moves(MoveList<TicTacToe>& moves) const {
        if (!has_line(marks_[0]) && !has_line(marks_[1])) list(empty(), moves);
    }
    TicTacToe after(Move move) const {
        TicTacToe next = *this;
        next.marks_[index(turn())] |= 1u << move.cell;
        return next;
    }
    std::uint64_t hash() const { return (marks_[0] << 9 | marks_[1]) * 0x9e3779b97f4a7c15ull; }

    Outcome outcome(bool) const {
        for (const Side side : {Side::first, Side::second})
            if (has_line(marks(side))) return Outcome::win(side);
        return empty() ? Outcome::ongoing() : Outcome::draw();
    }
    int reversible_plies() const { return 0; }
    bool move_count_draw() const { return false; }

    // What check is in chess, an open line of two is here; what a capture is, the third mark of a line.
    bool urgent() const { return completing(!turn()) != 0; }
    void noisy_moves(MoveList<TicTacToe>& moves) const {
        if (!has_line(marks_[0]) && !has_line(marks_[1])) list(completing(turn()), moves);
    }
    bool is_noisy(Move move) const { return completing(turn()) >> move.cell & 1; }
    int noisy_rank(Move move) const { return move.cell == 4; }
    static int slot(Move move) { return move.cell; }

    bool operator==(const TicTacToe&) const = default;

    static constexpr std::array<unsigned, 8> lines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

private:
    static bool has_line(unsigned marks) {
        for (const unsigned line : lines)
            if ((marks & line) == line) return true;
        return false;
    }
    static void list(unsigned cells, MoveList<TicTacToe>& moves) {
        for (; cells; cells &= cells - 1) moves.push({static_cast<std::uint8_t>(std::countr_zero(cells))});
    }
    unsigned empty() const { return 0777 & ~(marks_[0] | marks_[1]); }
    unsigned completing(Side side) const {
        unsigned cells = 0;
        for (const unsigned line : lines)
            if (std::popcount(line & marks(side)) == 2) cells |= line & empty();
        return cells;
    }

    unsigned marks_[2]{};
};

static_assert(SearchPosition<TicTacToe>);

}  // namespace leafstrap::doubles
