// The test doubles are games: what they stand in for must hold of them.
#include <cmath>
#include <functional>
#include <map>

#include "check.hpp"
#include "doubles/corridor.hpp"
#include "doubles/dice_race.hpp"
#include "doubles/tictactoe.hpp"
#include "perft.hpp"
#include "toys.hpp"

using namespace leafstrap;
using doubles::Corridor;
using doubles::DiceRace;
using doubles::TicTacToe;

namespace {

template <class P>
void check_texts(const P& position) {
    CHECK(P::parse(position.text()) == position);
    MoveList<P> moves;
    position.legal_moves(moves);
    for (const auto move : moves) CHECK(position.parse_move(position.move_text(move)) == move);
    CHECK_THROWS(position.parse_move("no move"));
}

template <class P>
void check_noisy(const P& position) {
    MoveList<P> all, noisy;
    position.legal_moves(all);
    position.noisy_moves(noisy);
    std::size_t count = 0;
    for (const auto move : all) count += position.is_noisy(move);
    CHECK_EQUAL(noisy.size(), count);
    for (const auto move : noisy) CHECK(position.is_noisy(move) && P::slot(move) >= 0 && P::slot(move) < P::move_slots);
}

}  // namespace

TEST("tic-tac-toe has the number of games everybody counts") {
    // Sequences of so many moves, games that ended before not continued.
    const std::uint64_t counts[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    for (int depth = 0; depth <= 9; ++depth) CHECK_EQUAL(perft(TicTacToe::start(), depth), counts[depth]);
}

TEST("tic-tac-toe: texts, threats, ends") {
    for (int i = 0; i < 50; ++i) {
        const auto line = toys::random_line<TicTacToe>(i, i % 9);
        check_texts(line.position());
        check_noisy(line.position());
    }
    CHECK(TicTacToe::parse("xx.o.....").urgent());
    CHECK(!TicTacToe::parse("xxoo.....").urgent());
    CHECK(TicTacToe::parse("xxxoo....").outcome(false) == Outcome::win(Side::first));
    CHECK(TicTacToe::parse("xoxxoxoxo").outcome(false) == Outcome::draw());
    CHECK_THROWS(TicTacToe::parse("xxx......"));
    CHECK_THROWS(TicTacToe::parse("x"));
    CHECK_THROWS(TicTacToe::parse("x.......?"));
}

TEST("corridor: texts, jumps, ends") {
    for (int i = 0; i < 50; ++i) {
        const auto line = toys::random_line<Corridor>(i, i % 20);
        check_texts(line.position());
        check_noisy(line.position());
    }
    const Corridor near = Corridor::parse("3 4 0 0 x 5");
    const Corridor jumped = near.after(near.parse_move("2"));
    CHECK_EQUAL(jumped.text(), "5 4 1 0 o 0");
    CHECK(Corridor::parse("7 3 1 0 o 0").outcome(false) == Outcome::win(Side::first));
    CHECK(Corridor::parse("6 3 1 0 o 0").urgent());
    CHECK(Corridor::parse("3 4 0 0 x 12").move_count_draw());
    CHECK_THROWS(Corridor::parse("3 3 0 0 x 0"));
    CHECK_THROWS(Corridor::parse("3 9 0 0 x 0"));
}

TEST("dice race: chance and players take turns, and somebody wins") {
    std::map<std::string, double> known;
    // The first player's chance to win when both play well: each position has one, between 0 and 1.
    const std::function<double(const DiceRace&)> chance_to_win = [&](const DiceRace& position) -> double {
        if (const auto found = known.find(position.text()); found != known.end()) return found->second;
        check_texts(position);
        MoveList<DiceRace> moves;
        position.legal_moves(moves);
        double value;
        if (const Outcome outcome = position.outcome(!moves.empty()); outcome.over) {
            CHECK(moves.empty() && !position.is_chance());
            value = outcome.points > 0 ? 1 : 0;
        } else if (position.is_chance()) {
            CHECK(moves.empty());
            value = 0;
            for (const auto chance : DiceRace::chances())
                value += DiceRace::probability(chance) * chance_to_win(position.after(chance));
        } else {
            CHECK(!moves.empty());
            value = position.turn() == Side::first ? 0 : 1;
            for (const auto move : moves) {
                const double next = chance_to_win(position.after(move));
                value = position.turn() == Side::first ? std::max(value, next) : std::min(value, next);
            }
        }
        return known[position.text()] = value;
    };
    double sum = 0;
    for (const auto chance : DiceRace::chances()) sum += DiceRace::probability(chance);
    CHECK_EQUAL(sum, 1);
    const double start = chance_to_win(DiceRace::start());
    CHECK(start > 0.5 && start < 1);  // who throws first is ahead
    CHECK_EQUAL(chance_to_win(DiceRace::parse("01 01 x 1")), 1);
    CHECK_EQUAL(chance_to_win(DiceRace::parse("02 01 o -")), 0);
    CHECK_EQUAL(chance_to_win(DiceRace::parse("02 01 x -")), 0.5);  // the throw of 1 is not enough, and then o is home
    CHECK_THROWS(DiceRace::parse("09 01 x 1"));
    CHECK_THROWS(DiceRace::parse("01 01 z 1"));
    CHECK_THROWS(DiceRace::parse("01 01 x 4"));
}
