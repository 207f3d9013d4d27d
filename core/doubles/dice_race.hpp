// A race with dice: the smallest game in which chance, too, has its turn. What is written for games with dice is tested
// on it.
//
// Each player has two runners and wants both home first. Chance rolls a die of three sides; the player then moves one
// runner that many cells. A runner may pass its home, and a roll that nobody needs is still played.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "game.hpp"

namespace leafstrap::doubles {

class DiceRace {
public:
    struct Move {
        std::uint8_t runner = 0;
        bool operator==(const Move&) const = default;
    };
    struct Chance {
        std::uint8_t pips = 1;
        bool operator==(const Chance&) const = default;
    };
    static constexpr int max_moves = 2;
    static constexpr int chance_count = 3;
    static constexpr int distance = 4;

    static DiceRace start() { return {}; }

    // The cells left to go of x's runners and of o's, the player to move, the roll or '-': "44 21 x 3".
    static DiceRace parse(std::string_view text) {
        if (text.size() != 9 || text[2] != ' ' || text[5] != ' ' || text[7] != ' ')
            throw std::invalid_argument("a race position has four fields");
        DiceRace position;
        constexpr int where[4] = {0, 1, 3, 4};
        for (int i = 0; i < 4; ++i) {
            position.left_[i] = static_cast<std::int8_t>(text[where[i]] - '0');
            if (position.left_[i] < 0 || position.left_[i] > distance)
                throw std::invalid_argument("a runner is off the track");
        }
        if (text[6] != 'x' && text[6] != 'o') throw std::invalid_argument("the player to move is x or o");
        position.turn_ = text[6] == 'x' ? Side::first : Side::second;
        if (text[8] != '-' && (text[8] < '1' || text[8] > '3')) throw std::invalid_argument("a roll is 1, 2, 3 or -");
        position.roll_ = text[8] == '-' ? 0 : static_cast<std::uint8_t>(text[8] - '0');
        return position;
    }
    std::string text() const {
        std::string text;
        for (int i = 0; i < 4; ++i) {
            text += static_cast<char>('0' + left_[i]);
            if (i == 1) text += ' ';
        }
        return text + (turn_ == Side::first ? " x " : " o ") + (roll_ == 0 ? '-' : static_cast<char>('0' + roll_));
    }
    Move parse_move(std::string_view text) const {
        MoveList<DiceRace> moves;
        legal_moves(moves);
        for (const Move move : moves)
            if (move_text(move) == text) return move;
        throw std::invalid_argument("no such move");
    }
    std::string move_text(Move move) const { return std::to_string(move.runner); }

    Side turn() const { return turn_; }
    int left(Side side) const { return left_[2 * index(side)] + left_[2 * index(side) + 1]; }
    void legal_moves(MoveList<DiceRace>& moves) const {
        if (is_chance() || outcome(true).over) return;
        for (const std::uint8_t runner : {0, 1})
            if (left_[2 * index(turn_) + runner] > 0) moves.push({runner});
    }
    DiceRace after(Move move) const {
        DiceRace next = *this;
        std::int8_t& left = next.left_[2 * index(turn_) + move.runner];
        left = static_cast<std::int8_t>(std::max(0, left - roll_));
        next.roll_ = 0;
        next.turn_ = !turn_;
        return next;
    }
    std::uint64_t hash() const {
        std::uint64_t code = 4 * index(turn_) + roll_;
        for (const int left : left_) code = 8 * code + left;
        return (code + 1) * 0x9e3779b97f4a7c15ull;
    }

    Outcome outcome(bool) const {
        for (const Side side : {Side::first, Side::second})
            if (left(side) == 0) return Outcome::win(side);
        return Outcome::ongoing();
    }
    int reversible_plies() const { return 0; }
    bool move_count_draw() const { return false; }

    bool is_chance() const { return roll_ == 0 && !outcome(true).over; }
    static const std::array<Chance, chance_count>& chances() {
        static constexpr std::array<Chance, chance_count> all{Chance{1}, Chance{2}, Chance{3}};
        return all;
    }
    // A die that is not fair: generic code may not take chances for equal.
    static double probability(Chance chance) { return chance.pips == 1 ? 0.5 : 0.25; }
    DiceRace after(Chance chance) const {
        DiceRace next = *this;
        next.roll_ = chance.pips;
        return next;
    }

    bool operator==(const DiceRace&) const = default;

private:
    std::int8_t left_[4]{distance, distance, distance, distance};
    Side turn_ = Side::first;
    std::uint8_t roll_ = 0;  // 0: not rolled yet
};

static_assert(ChancePosition<DiceRace>);

}  // namespace leafstrap::doubles
