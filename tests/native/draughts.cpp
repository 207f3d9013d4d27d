// The rules of international draughts one by one, and against a second, literal way to find the moves.
#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "check.hpp"
#include "draughts/notation.hpp"
#include "draughts/position.hpp"
#include "line.hpp"
#include "search/random.hpp"

using leafstrap::Line;
using leafstrap::MoveList;
using leafstrap::Outcome;
using leafstrap::Random;
using leafstrap::Side;
using namespace leafstrap::draughts;
using Position = leafstrap::draughts::Position;

namespace {

// From, to, and what is captured, by the players' numbers.
using PlainMove = std::tuple<int, int, std::set<int>>;

// The rules word for word, on a board of rows and columns with the letters of the Hub protocol.
class LiteralRules {
public:
    explicit LiteralRules(const Position& position) : squares_(hub_position(position)), white_(squares_[0] == 'W') {}

    std::set<PlainMove> moves() {
        std::set<PlainMove> captures;
        for (int from = 1; from <= 50; ++from) {
            if (!is_own(squares_[from])) continue;
            const char piece = std::exchange(squares_[from], 'e');  // its square counts as empty
            std::set<int> captured;
            capture(is_king(piece), from, from, captured, captures);
            squares_[from] = piece;
        }
        std::size_t most = 0;
        for (const auto& [from, to, captured] : captures) most = std::max(most, captured.size());
        std::erase_if(captures, [most](const PlainMove& move) { return std::get<2>(move).size() < most; });
        return captures.empty() ? quiet_moves() : captures;
    }

    std::string after(const PlainMove& move) const {
        std::string next = squares_;
        const auto& [from, to, captured] = move;
        char piece = std::exchange(next[from], 'e');
        if (white_ && row(to) == 0) piece = 'W';
        if (!white_ && row(to) == 9) piece = 'B';
        next[to] = piece;
        for (const int square : captured) next[square] = 'e';
        next[0] = white_ ? 'B' : 'W';
        return next;
    }

private:
    static int row(int number) { return (number - 1) / 5; }
    static int column(int number) { return (number - 1) % 5 * 2 + (row(number) % 2 == 0); }
    // The square so many steps away, or 0 off the board.
    static int step(int number, int down, int right, int steps) {
        const int r = row(number) + down * steps, c = column(number) + right * steps;
        return r < 0 || r > 9 || c < 0 || c > 9 ? 0 : r * 5 + c / 2 + 1;
    }
    static bool is_king(char piece) { return piece == 'W' || piece == 'B'; }
    bool is_own(char piece) const { return piece == (white_ ? 'w' : 'b') || piece == (white_ ? 'W' : 'B'); }
    bool is_empty(int number) const { return number && squares_[number] == 'e'; }

    void capture(bool king, int from, int at, std::set<int>& captured, std::set<PlainMove>& found) {
        for (const int down : {-1, 1})
            for (const int right : {-1, 1}) {
                int distance = 1;
                while (king && is_empty(step(at, down, right, distance))) ++distance;
                const int victim = step(at, down, right, distance);
                if (!victim || is_empty(victim) || is_own(squares_[victim]) || captured.contains(victim)) continue;
                captured.insert(victim);
                for (int behind = distance + 1; is_empty(step(at, down, right, behind)); ++behind) {
                    const int landing = step(at, down, right, behind);
                    found.insert({from, landing, captured});
                    capture(king, from, landing, captured, found);
                    if (!king) break;
                }
                captured.erase(victim);
            }
    }

    std::set<PlainMove> quiet_moves() const {
        std::set<PlainMove> found;
        for (int from = 1; from <= 50; ++from) {
            if (!is_own(squares_[from])) continue;
            const bool king = is_king(squares_[from]);
            for (const int down : {-1, 1})
                for (const int right : {-1, 1}) {
                    if (!king && down != (white_ ? -1 : 1)) continue;
                    for (int steps = 1; is_empty(step(from, down, right, steps)) && (king || steps == 1); ++steps)
                        found.insert({from, step(from, down, right, steps), {}});
                }
        }
        return found;
    }

    std::string squares_;  // the side to move, then the squares from 1
    bool white_;
};

PlainMove plain(Move move) {
    std::set<int> captured;
    for (Bitboard b = move.captured(); b;) captured.insert(number_of(pop_lowest(b)));
    return {number_of(move.from()), number_of(move.to()), captured};
}

MoveList<Position> moves_of(const Position& position) {
    MoveList<Position> moves;
    position.legal_moves(moves);
    return moves;
}

void compare(const Position& position) {
    LiteralRules rules(position);
    const std::set<PlainMove> expected = rules.moves();
    const MoveList<Position> moves = moves_of(position);
    std::set<PlainMove> found;
    for (const Move move : moves) {
        found.insert(plain(move));
        const Position after = position.after(move);
        CHECK_EQUAL(hub_position(after), rules.after(plain(move)));
        CHECK_EQUAL(after.hash(), Position::parse(after.text()).hash());
    }
    CHECK_EQUAL(found.size(), moves.size());
    CHECK_EQUAL(position.count_legal_moves(), moves.size());
    if (found != expected) check::fail(__FILE__, __LINE__, "moves of " + position.text() + " differ from the rules");
}

// So many pieces of each side anywhere, of which about so many in a hundred are kings.
Position random_setup(Random& random, int white, int black, std::uint64_t kings_in_hundred) {
    Bitboard pieces[2]{}, kings = 0;
    for (const int side : {0, 1})
        for (int count = side ? black : white; count > 0;) {
            const Bitboard square = bit(square_of(1 + static_cast<int>(random.below(50))));
            if ((pieces[0] | pieces[1]) & square) continue;
            pieces[side] |= square;
            if (random.below(100) < kings_in_hundred || square & promotion_row(static_cast<Side>(side)))
                kings |= square;
            --count;
        }
    return {pieces[0], pieces[1], kings, static_cast<Side>(random.below(2))};
}

std::set<std::string> texts(const char* fen) {
    const Position position = Position::parse(fen);
    std::set<std::string> out;
    for (const Move move : moves_of(position)) out.insert(position.move_text(move));
    return out;
}

std::string after(const char* fen, const char* move) {
    const Position position = Position::parse(fen);
    return position.after(position.parse_move(move)).text();
}

Position played(Position position, std::initializer_list<const char*> moves, int times = 1) {
    for (; times > 0; --times)
        for (const char* move : moves) position = position.after(position.parse_move(move));
    return position;
}

using Texts = std::set<std::string>;

}  // namespace

TEST("moves are those of the rules, word for word, in random games") {
    Random random(7);
    for (int game = 0; game < 60; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 150; ++ply) {
            compare(position);
            const MoveList<Position> moves = moves_of(position);
            if (moves.empty()) break;
            position = position.after(moves[random.below(moves.size())]);
        }
    }
}

TEST("moves are those of the rules in positions of all kinds") {
    Random random(8);
    for (int i = 0; i < 12'000; ++i) {
        const int white = 1 + static_cast<int>(random.below(20)), black = 1 + static_cast<int>(random.below(20));
        compare(random_setup(random, white, black, random.below(5) * 25));
    }
    for (int i = 0; i < 4'000; ++i) compare(random_setup(random, 2, 14, 100));
}

TEST("men step forward and capture in all directions, kings fly") {
    CHECK(texts("W:W28:B1") == Texts({"28-22", "28-23"}));
    CHECK(texts("B:W50:B22") == Texts({"22-27", "22-28"}));
    CHECK(texts("W:W28:B33") == Texts({"28x39"}));
    CHECK(texts("W:WK46:B6") ==
          Texts({"46-41", "46-37", "46-32", "46-28", "46-23", "46-19", "46-14", "46-10", "46-5"}));
    CHECK(texts("W:WK46:B19") == Texts({"46x14", "46x10", "46x5"}));
    CHECK(texts("W:WK46:B14,19").size() == 5);  // two in a row cannot be jumped
}

TEST("most pieces must be captured, and a king is one piece") {
    CHECK(texts("W:W28,44:B12,22,39") == Texts({"28x8"}));
    CHECK(texts("W:W28,44:BK22,39") == Texts({"28x17", "44x33"}));
}

TEST("captured pieces are in the way until the move is over") {
    // If 21 went off at once, the king could come back through its square and capture 37 as well.
    CHECK(texts("W:WK16:B6,14,21,23,37") == Texts({"16x10", "16x5"}));
}

TEST("promotion only where the move ends") {
    CHECK_EQUAL(after("W:W12:B8,9", "12x14"), std::string("B:W14:B"));
    CHECK_EQUAL(after("W:W12:B8", "12x3"), std::string("B:WK3:B"));
    CHECK_EQUAL(after("B:W35:B41", "41-47"), std::string("W:W35:BK47"));
}

TEST("the start square is empty, and two ways to one capture are one move") {
    const Position circle = Position::parse("W:W28:B12,13,22,23");
    CHECK(texts("W:W28:B12,13,22,23") == Texts({"28x28"}));
    CHECK(circle.parse_move("28x17x8x19x28") == circle.parse_move("28x19x8x17x28"));
    CHECK_EQUAL(circle.after(circle.parse_move("28x28")).text(), std::string("B:W28:B"));
}

TEST("no move is a loss, with pieces or without") {
    const auto outcome = [](const char* fen) { return Line<Position>(Position::parse(fen)).outcome(); };
    CHECK(outcome("W:W46:B37,41") == Outcome::win(Side::second));
    CHECK(outcome("W:W:B1") == Outcome::win(Side::second));
    CHECK(outcome("B:W50:B") == Outcome::win(Side::first));
    CHECK(outcome("W:W46:B1") == Outcome::ongoing());
}

TEST("third occurrence is a draw, and a man's move or a capture forgets") {
    Line<Position> line(Position::parse("W:WK26,50:BK25,1"));
    const auto shuffle = [&] {
        for (const char* move : {"26-31", "25-20", "31-26", "20-25"}) line.push(line.position().parse_move(move));
    };
    shuffle();
    CHECK(line.outcome() == Outcome::ongoing());
    shuffle();
    CHECK_EQUAL(line.repetitions(), 2);
    CHECK(line.outcome() == Outcome::draw());
    line.push(line.position().parse_move("50-45"));
    CHECK_EQUAL(line.position().reversible_plies(), 0);
    CHECK(line.outcome() == Outcome::ongoing());
}

TEST("25 moves of each side with kings alone are a draw") {
    const auto shuffled = [](int times) {
        return played(Position::parse("W:WK26,50:BK25,1"), {"26-31", "25-20", "31-26", "20-25"}, times);
    };
    CHECK(!played(shuffled(12), {"26-31"}).move_count_draw());
    CHECK(played(shuffled(12), {"26-31", "25-20"}).move_count_draw());
    CHECK(!played(played(shuffled(12), {"50-45"}), {"25-20"}).move_count_draw());
}

TEST("one king against two pieces or one: 5 moves; against three: 16, which nothing sets back") {
    const auto shuffled = [](const char* fen, int times) {
        return played(Position::parse(fen), {"26-31", "25-20", "31-26", "20-25"}, times);
    };
    for (const char* fen : {"W:WK26:BK25", "W:WK26,46:BK25", "W:WK26,K46:BK25", "W:WK26:BK1,K25"}) {
        CHECK(!played(shuffled(fen, 2), {"26-31"}).move_count_draw());
        CHECK(played(shuffled(fen, 2), {"26-31", "25-20"}).move_count_draw());
    }
    for (const char* fen : {"W:WK26,46,47:BK25", "W:WK26,K46,47:BK25"}) {
        CHECK(!played(shuffled(fen, 7), {"26-31", "25-20", "31-26"}).move_count_draw());
        CHECK(shuffled(fen, 8).move_count_draw());
    }
    // Neither kind of endgame: no king against the king, or too many pieces.
    CHECK(!played(Position::parse("W:W41,46:BK25"), {"41-37", "25-20", "46-41", "20-25", "37-31"}).move_count_draw());
    CHECK(!shuffled("W:WK26,46,47,50:BK25", 8).move_count_draw());

    // A man moves, and the count goes on; a man is captured, and what is left of the 16 moves stays in force.
    const Position late = played(shuffled("W:WK26,47,48:BK25", 7), {"48-43", "25x48"});
    CHECK_EQUAL(late.text(), std::string("W:WK26,47:BK48"));
    CHECK(!played(late, {"26-21"}).move_count_draw());
    CHECK(played(late, {"26-21", "48-34"}).move_count_draw());
    // With more than five of them left, the five are counted.
    const Position early = played(Position::parse("W:WK26,47,48:BK25"), {"48-43", "25x48"});
    const auto on = [&](int times) { return played(early, {"26-21", "48-34", "21-26", "34-48"}, times); };
    CHECK(!played(on(2), {"26-21"}).move_count_draw());
    CHECK(played(on(2), {"26-21", "48-34"}).move_count_draw());
}

TEST("a made-up position with more captures than a list holds does no harm") {
    const Position position =
        Position::parse("W:WK4,K5,K15,K16,K25,K27,K35,K46,K47,K49:B9,10,13,18,20-22,30-32,38,40,43,44");
    CHECK_EQUAL(moves_of(position).size(), static_cast<std::size_t>(Position::max_moves));
    CHECK_EQUAL(position.count_legal_moves(), static_cast<std::uint64_t>(Position::max_moves));
}

TEST("captures of kings are tried first") {
    const Position position = Position::parse("W:W28,44:BK22,39");
    CHECK(position.urgent());
    CHECK(position.noisy_rank(position.parse_move("28x17")) > position.noisy_rank(position.parse_move("44x33")));
    CHECK(!Position::start().urgent());
}
