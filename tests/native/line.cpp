// Repetition and move counts along a line of play.
#include "line.hpp"

#include "check.hpp"
#include "doubles/corridor.hpp"
#include "search/game_history.hpp"

using namespace leafstrap;
using doubles::Corridor;

namespace {

void play(Line<Corridor>& line, std::initializer_list<const char*> moves) {
    for (const char* move : moves) line.push(line.position().parse_move(move));
}

}  // namespace

TEST("the third occurrence is a draw") {
    Line<Corridor> line;
    CHECK_EQUAL(line.repetitions(), 0);
    play(line, {"1", "-1", "-1", "1"});
    CHECK_EQUAL(line.repetitions(), 1);
    CHECK(!line.outcome().over);
    play(line, {"1", "-1", "-1", "1"});
    CHECK_EQUAL(line.repetitions(), 2);
    CHECK(line.outcome() == Outcome::draw());
    CHECK_EQUAL(line.plies(), 8);
}

TEST("taking back brings the counts back") {
    Line<Corridor> line;
    play(line, {"1", "-1", "-1"});
    const Corridor before = line.position();
    play(line, {"1"});
    line.pop(before);
    CHECK(line.position() == before);
    CHECK_EQUAL(line.repetitions(), 0);
    CHECK_EQUAL(line.plies(), 3);
}

TEST("a rule that counts moves ends the game, but not one that was just won") {
    Line<Corridor> counted(Corridor::parse("3 6 0 0 x 11"));
    play(counted, {"1"});
    CHECK(counted.outcome() == Outcome::draw());
    Line<Corridor> won(Corridor::parse("6 4 0 0 x 11"));
    play(won, {"1"});
    CHECK(won.outcome() == Outcome::win(Side::first));
}

TEST("a search takes for drawn what stood on the board, and nothing that only it has seen") {
    Line<Corridor> line(Corridor::parse("2 5 0 0 x 0"));
    play(line, {"-1", "1"});  // the root is the third position
    const GameHistory<Corridor> history(line);
    const auto walk = [&](std::initializer_list<const char*> moves) {
        Corridor position = line.position();
        for (const char* move : moves) position = position.after(position.parse_move(move));
        return history.is_drawn(position, static_cast<int>(moves.size()));
    };
    CHECK(!walk({"1"}));
    CHECK(walk({"1", "-1"}));             // where the game began
    CHECK(walk({"-1", "-1", "1", "1"}));  // the root again
    CHECK(!walk({"-1", "-1"}));
    CHECK(!walk({"1", "1", "1", "-1", "-1"}));  // known to the search alone, after "1"
}

TEST("what came before a move that cannot be taken back is out of reach") {
    Line<Corridor> line(Corridor::parse("3 4 0 0 x 3"));
    play(line, {"2", "-1"});
    const GameHistory<Corridor> history(line);
    CHECK(!history.is_drawn(line.position().after(line.position().parse_move("1")), 1));
}

TEST("positions that differ in a count that matters have different keys") {
    const Corridor early = Corridor::parse("2 5 0 0 x 1"), late = Corridor::parse("2 5 0 0 x 9");
    CHECK_EQUAL(early.hash(), late.hash());
    CHECK(table_key(early) != table_key(late));
}
