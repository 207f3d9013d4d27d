// Chess rules without Python: counts that everybody agrees on, listing against counting, hashes against a fresh parse.
#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "check.hpp"
#include "chess/position.hpp"
#include "line.hpp"
#include "perft.hpp"

using leafstrap::Line;
using leafstrap::MoveList;
using leafstrap::Outcome;
using leafstrap::perft;
using leafstrap::Side;
using leafstrap::chess::Position;

namespace {

const char* const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// Every node below a position: what is listed, counted, hashed and written must tell one story.
void walk(const Position& position, int depth) {
    MoveList<Position> moves, noisy;
    position.legal_moves(moves);
    position.noisy_moves(noisy);
    CHECK_EQUAL(position.count_legal_moves(), moves.size());

    const Position again = Position::parse(position.text());
    CHECK(again == position);
    CHECK_EQUAL(again.hash(), position.hash());

    std::size_t noisy_among_legal = 0;
    for (const auto move : moves) {
        noisy_among_legal += position.is_noisy(move);
        CHECK(position.is_legal(move));
        CHECK(position.parse_move(position.move_text(move)) == move);
        if (depth > 1) walk(position.after(move), depth - 1);
    }
    for (const auto move : noisy) CHECK(position.is_noisy(move) && position.is_legal(move));
    if (!position.in_check()) CHECK(noisy.size() <= noisy_among_legal);
}

Line<Position> played(std::initializer_list<const char*> moves) {
    Line<Position> line;
    for (const char* text : moves) line.push(line.position().parse_move(text));
    return line;
}

}  // namespace

TEST("perft of the start and of Kiwipete") {
    const std::uint64_t start[] = {1, 20, 400, 8902, 197281, 4865609};
    for (int depth = 0; depth <= 5; ++depth) CHECK_EQUAL(perft(Position::start(), depth), start[depth]);
    const std::uint64_t kiwi[] = {1, 48, 2039, 97862, 4085603};
    for (int depth = 0; depth <= 4; ++depth) CHECK_EQUAL(perft(Position::parse(kiwipete), depth), kiwi[depth]);
}

TEST("divide sums to perft") {
    std::uint64_t sum = 0;
    for (const auto& [move, count] : leafstrap::perft_divide(Position::parse(kiwipete), 3)) sum += count;
    CHECK_EQUAL(sum, 97862u);
}

TEST("listing, counting, hashing, writing agree at every node") {
    walk(Position::start(), 3);
    walk(Position::parse(kiwipete), 3);
    walk(Position::parse("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 4);
    walk(Position::parse("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"), 3);
}

TEST("transpositions share a hash, different rights do not") {
    const auto one = played({"g1f3", "g8f6", "b1c3"}).position(), other = played({"b1c3", "g8f6", "g1f3"}).position();
    CHECK_EQUAL(one.hash(), other.hash());
    const auto hash = [](const char* fen) { return Position::parse(fen).hash(); };
    CHECK(hash("4k3/8/8/8/8/8/8/4K2R w K - 0 1") != hash("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    CHECK(hash("4k3/8/8/8/8/8/8/4K2R w - - 0 1") != hash("4k3/8/8/8/8/8/8/4K2R b - - 0 1"));
    CHECK(hash("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2") != hash("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"));
}

TEST("an en passant square counts only where the capture is legal") {
    CHECK_EQUAL(played({"e2e4"}).position().en_passant(), -1);
    const auto pinned = Position::parse("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2");
    CHECK_EQUAL(pinned.en_passant(), -1);
    CHECK_THROWS(pinned.parse_move("e5d6"));
    CHECK_EQUAL(Position::parse("8/8/8/K2pP3/8/8/8/4k3 w - d6 0 2").en_passant(), 43);
}

TEST("the ways a game ends") {
    CHECK(played({"f2f3", "e7e5", "g2g4", "d8h4"}).outcome() == Outcome::win(Side::second));
    const auto outcome = [](const char* fen) { return Line<Position>(Position::parse(fen)).outcome(); };
    CHECK(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") == Outcome::draw());       // stalemate
    CHECK(outcome("8/8/4k3/8/8/3KN3/8/8 w - - 0 1") == Outcome::draw());       // one knight
    CHECK(outcome("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1") == Outcome::ongoing());   // two knights can mate with help
    CHECK(outcome("8/8/5k2/8/8/3KR3/8/8 w - - 99 80") == Outcome::ongoing());  // one ply to go
    CHECK(outcome("8/8/5k2/8/8/3KR3/8/8 w - - 100 80") == Outcome::draw());    // fifty moves each
    CHECK(outcome("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 80") == Outcome::win(Side::first));  // mate comes first
}

TEST("third occurrence is a draw, also when the start is one of them; an irreversible move forgets") {
    const auto twice = played({"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"});
    CHECK(twice.outcome() == Outcome::ongoing());
    auto thrice = twice;
    thrice.push(thrice.position().parse_move("f6g8"));
    CHECK_EQUAL(thrice.repetitions(), 2);
    CHECK(thrice.outcome() == Outcome::draw());
    auto other = twice;
    other.push(other.position().parse_move("e7e5"));
    CHECK_EQUAL(other.repetitions(), 0);
}
