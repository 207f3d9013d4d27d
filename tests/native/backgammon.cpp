// Backgammon rules without Python: counts that everybody agrees on, a literal second generator, notations, endgames.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "backgammon/bearoff.hpp"
#include "backgammon/notation.hpp"
#include "backgammon/position.hpp"
#include "check.hpp"
#include "perft.hpp"
#include "search/random.hpp"

using leafstrap::MoveList;
using leafstrap::Outcome;
using leafstrap::perft;
using leafstrap::Random;
using leafstrap::Side;
using namespace leafstrap::backgammon;
using Position = leafstrap::backgammon::Position;

namespace {

using Board = std::array<std::array<std::uint8_t, places>, 2>;

Board board_of(const Position& position) {
    return {position.checkers(Side::first).at, position.checkers(Side::second).at};
}

// The rules word for word: every order of every die, then only the longest plays, then only the higher die.
std::set<Board> literal_boards(const Position& position) {
    const int us = leafstrap::index(position.turn());
    const Roll roll = position.roll();
    std::vector<std::vector<int>> orders{{roll.high, roll.low}, {roll.low, roll.high}};
    if (roll.is_double()) orders = {{roll.high, roll.high, roll.high, roll.high}};

    std::size_t longest = 0;
    std::array<std::set<Board>, 5> ends;    // by the number of dice played
    std::array<std::set<Board>, 7> single;  // by the die, where one was played
    const std::function<void(const Board&, const std::vector<int>&, std::size_t)> go =
        [&](const Board& board, const std::vector<int>& dice, std::size_t played) {
            longest = std::max(longest, played);
            ends[played].insert(board);
            if (played == 1) single[dice[0]].insert(board);
            if (played == dice.size()) return;
            const int die = dice[played];
            const auto &own = board[us], &theirs = board[1 - us];
            int rearmost = -1;
            for (int place = 0; place < places; ++place)
                if (own[place]) rearmost = place;
            for (int from = 0; from < places; ++from) {
                if (!own[from] || (own[bar] && from != bar)) continue;
                const int to = from - die;
                Board next = board;
                --next[us][from];
                if (to >= 0) {
                    if (theirs[23 - to] >= 2) continue;
                    ++next[us][to];
                    next[1 - us][bar] = static_cast<std::uint8_t>(next[1 - us][bar] + theirs[23 - to]);
                    next[1 - us][23 - to] = 0;
                } else if (rearmost >= 6 || (to < -1 && from != rearmost)) {
                    continue;
                }
                go(next, dice, played + 1);
            }
        };
    for (const auto& dice : orders) go(board_of(position), dice, 0);
    if (longest == 1 && !roll.is_double() && !single[roll.high].empty()) return single[roll.high];
    return ends[longest];
}

// Random games, and the boards on the way; the dice as rolled.
void play_at_random(int games, const std::function<void(const Position&)>& look) {
    Random random(11);
    for (int game = 0; game < games; ++game) {
        Position position = Position::start();
        while (!position.outcome(true).over) {
            position =
                position.after(roll(1 + static_cast<int>(random.below(6)), 1 + static_cast<int>(random.below(6))));
            look(position);
            MoveList<Position> moves;
            position.legal_moves(moves);
            position = position.after(moves[random.below(moves.size())]);
        }
    }
}

Checkers checkers(std::initializer_list<std::pair<int, int>> on) {
    Checkers checkers;
    for (const auto& [point, count] : on) checkers[point - 1] = static_cast<std::uint8_t>(count);
    return checkers;
}

bool is_near(double one, double other) { return std::abs(one - other) < 1e-6; }

std::string fault_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST("every roll from the start leads to as many boards as it should") {
    const std::array<std::uint64_t, roll_count> counts{42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8,
                                                       8,  9,  9,  4,  10, 14, 14, 14, 7,  11};
    for (std::size_t i = 0; i < counts.size(); ++i)
        CHECK_EQUAL(Position::start().after(all_rolls[i]).count_legal_moves(), counts[i]);
    CHECK_EQUAL(perft(Position::start(), 1), 447u);
    CHECK_EQUAL(perft(Position::start(), 2), 202782u);
}

TEST("boards are those of the rules, word for word, each once, and texts read back") {
    play_at_random(40, [](const Position& position) {
        MoveList<Position> moves;
        position.legal_moves(moves);
        CHECK_EQUAL(position.count_legal_moves(), moves.size());
        std::set<Board> boards;
        for (const Move& move : moves) {
            const Position after = position.after(move);
            boards.insert(board_of(after));
            CHECK(position.after(position.parse_move(position.move_text(move))) == after);
        }
        CHECK_EQUAL(boards.size(), moves.size());
        CHECK(boards == literal_boards(position));
        CHECK(Position::parse(position.text()) == position);
        CHECK_EQUAL(Position::parse(position.text()).hash(), position.hash());
        const Position again = Position::parse(position_id(position));
        CHECK(again.checkers(Side::first) == position.checkers(position.turn()));
        CHECK(again.checkers(Side::second) == position.checkers(!position.turn()));
    });
}

TEST("identifiers") {
    CHECK_EQUAL(position_id(Position::start()), std::string("4HPwATDgc/ABMA"));
    CHECK_EQUAL(Position::start().text(), std::string("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"));
    for (const char* wrong : {"", "x", "4HPwATDgc/ABM", "4HPwATDgc/ABM!", "//////////////", "AAAAAAAAAAAAAA",
                              "4HPwATDgc/ABMA:AAA", "-b----E-C---eE---c-e----B-", "-b----E-C---eE---c-e----B-:0:0:2:00",
                              "-b----E-C---eE---c-e----B-:0:0:1:70", "-b----P-C---eE---c-e----B-:0:0:1:00",
                              "-b---OE-C---eE---c-e----B-:0:0:1:00", "Bb----E-C---eE---c-e----B-:0:0:1:00"})
        CHECK(fault_of([&] { Position::parse(wrong); }).starts_with("invalid position: "));
}

TEST("moves as players write them") {
    const Position start = Position::start();
    const Position three_one = start.after(roll(3, 1));
    CHECK_EQUAL(three_one.move_text(three_one.parse_move("6/5 8/5")), std::string("8/5 6/5"));
    CHECK(three_one.parse_move("24/20") == three_one.parse_move("24/23 23/20"));
    const Position double_two = start.after(roll(2, 2));
    CHECK_EQUAL(double_two.move_text(double_two.parse_move("13/11(2) 6/4(2)")), std::string("13/11(2) 6/4(2)"));
    for (const char* wrong : {"", "8/5", "8/6 6/5", "7/4 6/5", "8/5 6/x", "8/5(9)", "off/3", "8", "pass", "25/22 6/5"})
        CHECK(fault_of([&] { three_one.parse_move(wrong); }).find("is no move here") != std::string::npos);
    CHECK(fault_of([&] { start.parse_move("8/5 6/5"); }).find("not rolled") != std::string::npos);
}

TEST("gammons and backgammons") {
    const Checkers none, far = checkers({{20, 1}, {3, 14}}), home_only = checkers({{3, 15}}), some = checkers({{3, 5}});
    CHECK(Position(none, some, Side::second).outcome(true) == Outcome::win(Side::first, 1));
    CHECK(Position(none, home_only, Side::second).outcome(true) == Outcome::win(Side::first, 2));
    CHECK(Position(none, far, Side::second).outcome(true) == Outcome::win(Side::first, 3));
    CHECK(Position(far, none, Side::first).outcome(true) == Outcome::win(Side::second, 3));
    CHECK(!Position::start().outcome(true).over);
    CHECK(!Position::start().is_race());
    CHECK(Position(checkers({{12, 15}}), checkers({{12, 15}}), Side::first).is_race());
    CHECK(!Position(checkers({{13, 15}}), checkers({{13, 15}}), Side::first).is_race());
}

TEST("endgames known exactly") {
    const OneSided one;
    CHECK_EQUAL(one.index().size(), 54264);
    for (int i = 0; i < one.index().size(); ++i) CHECK_EQUAL(one.index().of(one.index().checkers(i)), i);
    CHECK(is_near(one.mean_rolls(checkers({{1, 15}})), 6.979592));
    CHECK(is_near(one.mean_rolls(checkers({{6, 15}})), 12.266187));
    CHECK(is_near(one.mean_rolls(checkers({{6, 5}, {5, 5}, {4, 5}})), 10.073759));
    CHECK(is_near(one.mean_rolls(checkers({{6, 2}})), 2.109611));
    CHECK(is_near(one.mean_rolls(checkers({{6, 1}, {5, 1}})), 1.960048));

    const TwoSided two;
    const Checkers low = checkers({{1, 2}, {2, 2}, {3, 2}}), six = checkers({{6, 1}}), ace = checkers({{1, 1}});
    const Checkers spread = checkers({{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}});
    CHECK(is_near(two.win(low, low), 0.808088));
    CHECK(is_near(two.win(spread, spread), 0.700572));
    CHECK(is_near(two.win(checkers({{1, 6}}), checkers({{1, 6}})), 0.787809));
    CHECK(is_near(two.win(six, ace), 0.75));
    CHECK(two.covers(low, spread));
    CHECK(!two.covers(checkers({{1, 7}}), low));
    CHECK(!two.covers(checkers({{7, 1}}), low));
}
