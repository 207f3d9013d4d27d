// The KnightCap search: its table, its bracket, and that what it calls the leaf of a score is.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "check.hpp"
#include "chess/features/knightcap.hpp"
#include "chess/features/material.hpp"
#include "chess/features/meep.hpp"
#include "chess/position.hpp"
#include "search/alphabeta.hpp"
#include "search/knightcap/knightcap.hpp"
#include "toys.hpp"

using namespace leafstrap;
using Board = chess::Position;
using knightcap::Bracket;
using knightcap::KnightCap;
using knightcap::Leaf;
using tournament::Score;

namespace {

template <class Set>
using Whole = Linear<Set, std::int32_t>;

std::vector<double> material_weights() { return {1, 3, 3, 5, 9}; }

std::shared_ptr<const Whole<chess::Material>> material() {
    return std::make_shared<const Whole<chess::Material>>(material_weights(), 100);
}

template <class Set>
std::shared_ptr<const Whole<Set>> random_weights(std::uint64_t seed) {
    Random random(seed);
    std::vector<double> weights(feature_count<Set>);
    for (double& weight : weights) weight = static_cast<double>(random.below(201)) - 100;
    return std::make_shared<const Whole<Set>>(weights, 1);
}

template <class E>
tournament::Result<Board> run(KnightCap<E>& search, std::shared_ptr<const E> evaluator, const Line<Board>& line,
                              const tournament::Limits& limits, const std::vector<chess::Move>& only = {}) {
    tournament::Control control;
    return search.run(std::move(evaluator), line, limits, only, control, [](const auto&) {});
}

// Score and leaf belong together, and a score without a leaf is one of the rules.
template <class E>
void check_leaf(const E& evaluator, const Line<Board>& line, const tournament::Result<Board>& result) {
    const Score score = result.lines.front().score;
    CHECK(result.leaf_exact || score == tournament::drawn || tournament::is_decided(score));
    if (!result.leaf_exact) return;
    const Side computer = line.position().turn();
    const Score first = tournament::from_evaluation(evaluator.value(result.leaf, computer), Side::first);
    CHECK_EQUAL(first * sign(computer), score);
    CHECK(result.leaf.outcome(has_legal_move(result.leaf)) == Outcome::ongoing());
}

void check_variation(const Line<Board>& line, const std::vector<chess::Move>& pv) {
    Board position = line.position();
    for (const chess::Move move : pv) position = position.after(position.parse_move(move.text()));
}

// A score in a bracket that closes on `truth`, as a search that never errs would answer; returns the tests it took.
int tests_until_converged(Score expected, Score truth) {
    Bracket bracket(expected);
    int tests = 0;
    while (!bracket.converged()) {
        CHECK(bracket.test() > bracket.lower() && bracket.test() <= bracket.upper());
        if (truth >= bracket.test()) {
            bracket.passed(bracket.test());
        } else {
            bracket.failed(bracket.test() - 1);
        }
        if (++tests > 100) break;
    }
    CHECK(bracket.lower() <= truth && truth <= bracket.upper());
    return tests;
}

knightcap::Finding<Board> finding(Score score, bool at_least, int depth, std::uint16_t move = 0) {
    return {.score = score,
            .at_least = at_least,
            .depth = depth,
            .leaf = Leaf<Board>::at(Board::start()),
            .move = move,
            .evaluation = tournament::unknown};
}

}  // namespace

TEST("a packed position is the position") {
    CHECK_EQUAL(sizeof(chess::Packed), 40u);
    CHECK_EQUAL(sizeof(knightcap::TableEntry<Board>), 128u);  // the Python side counts on it
    for (int i = 0; i < 200; ++i) {
        const Board position = toys::random_line<Board>(i, i % 90).position();
        CHECK(chess::Packed(position).unpacked() == position);
        if (position.may_pass()) CHECK(chess::Packed(position.after_pass()).unpacked() == position.after_pass());
    }
    const Board en_passant = Board::parse("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    CHECK(chess::Packed(en_passant).unpacked() == en_passant);
}

TEST("a game without a packed form keeps its positions whole") {
    const auto position = toys::random_line<doubles::Corridor>(3, 5).position();
    CHECK(Leaf<doubles::Corridor>::at(position).position.unpacked() == position);
    CHECK(!Leaf<doubles::Corridor>::none().evaluated);
}

TEST("a bracket closes on any score, quickly if it is near") {
    CHECK_EQUAL(tests_until_converged(30, 30), 2);
    CHECK_EQUAL(tests_until_converged(30, 29), 2);
    for (Score truth = -32000; truth <= 32000; truth += 13) {
        CHECK(tests_until_converged(0, truth) <= 30);
        CHECK(tests_until_converged(31990, truth) <= 40);
        CHECK(tests_until_converged(-31990, truth) <= 40);
    }
    Bracket steady(0);  // the same answer again and again: longer and longer steps
    Score last = 0, step = 0;
    for (int i = 0; i < 6; ++i) {
        steady.passed(steady.test());
        CHECK(steady.test() - last > step);
        step = steady.test() - last;
        last = steady.test();
    }
}

TEST("the table: bounds with depths and leaves of their own") {
    knightcap::Table<Board> table(1);
    CHECK(!table.find(77));
    table.store(77, finding(40, true, 5, 9));
    table.store(77, finding(90, false, 3));
    const auto* entry = table.find(77);
    CHECK(entry && entry->lower.score == 40 && entry->lower.depth == 5 && entry->upper.score == 90);
    CHECK(entry->upper.depth == 3 && entry->move() == 9 && entry->lower.leaf.evaluated);
    CHECK(entry->lower.leaf.position.unpacked() == Board::start());
    table.store(77, finding(20, true, 4));  // shallower: nothing new
    CHECK_EQUAL(table.find(77)->lower.score, 40);
    table.store(77, finding(100, true, 5));  // contradicts the shallower upper bound, which goes
    CHECK_EQUAL(table.find(77)->lower.score, 100);
    CHECK(table.find(77)->upper.depth < 0);
    table.forget();
    CHECK(!table.find(77));
}

TEST("the table: one entry for depth, one for the newest") {
    knightcap::Table<Board> table(1);
    const auto key = [](std::uint64_t i) { return i << 32 | 5; };  // all in one place
    table.store(key(1), finding(1, true, 8));
    table.store(key(2), finding(2, true, 3));
    table.store(key(3), finding(3, true, 2));
    CHECK(table.find(key(1)) && !table.find(key(2)) && table.find(key(3)));
    table.store(key(4), finding(4, true, 9));  // deeper: the old deep one is now the one to be replaced
    CHECK(table.find(key(4)) && table.find(key(1)) && !table.find(key(3)));
    table.store(key(1), finding(1, true, 10));  // grows beyond its neighbour and is kept
    table.store(key(5), finding(5, true, 1));
    CHECK(table.find(key(1)) && table.find(key(5)) && !table.find(key(4)));
    table.age();  // depth of earlier searches is no claim
    table.store(key(6), finding(6, true, 1));
    table.store(key(7), finding(7, true, 1));
    CHECK(!table.find(key(5)) && table.find(key(7)));
}

TEST("mates are found, and the shorter one") {
    using E = Whole<chess::Material>;
    const auto mate_in = [](const char* fen, int depth) {
        KnightCap<E> search(1);
        const Line<Board> line(Board::parse(fen));
        const auto result = run(search, material(), line, {.depth = depth});
        check_variation(line, result.lines.front().pv);
        CHECK(!result.leaf_exact);
        return result.lines.front().mate().value_or(0);
    };
    CHECK_EQUAL(mate_in("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 4), 1);
    CHECK_EQUAL(mate_in("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 5), 2);
    CHECK_EQUAL(mate_in("6k1/R7/1R6/8/8/8/8/6K1 b - - 0 1", 4), -1);
    CHECK_EQUAL(mate_in("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 6), 3);
    CHECK_EQUAL(mate_in("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6), 3);
}

TEST("simple tactics: the same move as the training alpha-beta") {
    for (const char* fen : {"r3k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1",         // a queen hangs
                            "4k3/8/8/1q6/8/2N5/4r3/4K2R w - - 0 1",        // the king must take
                            "3r2k1/5ppp/8/8/8/8/3r1PPP/R2R2K1 w - - 0 1",  // the right rook takes
                            "q3k3/8/8/1N6/8/8/6PP/6K1 w - - 0 1",          // a fork
                            "4k3/P7/8/8/8/8/6pp/4K3 w - - 0 1",            // a race
                            "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3"}) {
        const Line<Board> line(Board::parse(fen));
        KnightCap<Whole<chess::Material>> search(4);
        AlphaBeta<Linear<chess::Material>> training;
        const auto weights = material_weights();
        const auto plain = training.run(std::make_shared<const Linear<chess::Material>>(weights), line, {.depth = 4});
        const auto result = run(search, material(), line, {.depth = 4});
        CHECK_EQUAL(result.lines.front().pv.front().text(), plain.pv.front().text());
    }
}

template <class Set>
void check_leaves(int positions, int depth) {
    KnightCap<Whole<Set>> search(2);
    int exact = 0;
    for (int i = 0; i < positions; ++i) {
        const auto evaluator = random_weights<Set>(i / 5);  // the same for a few, so that the table is warm
        const Line<Board> line = toys::random_line<Board>(i, i % 70);
        if (line.outcome().over) continue;
        const auto result = run(search, evaluator, line, {.depth = depth});
        check_leaf(*evaluator, line, result);
        check_variation(line, result.lines.front().pv);
        exact += result.leaf_exact;
    }
    CHECK(exact > positions * 3 / 4);
}

TEST("the leaf of the score, hundreds of positions: material") { check_leaves<chess::Material>(300, 4); }
TEST("the leaf of the score, hundreds of positions: meep") { check_leaves<chess::Meep>(200, 3); }
TEST("the leaf of the score, hundreds of positions: knightcap") { check_leaves<chess::KnightCap>(200, 3); }

TEST("the leaf of the score, in a game with one search for both sides, broken off at any node") {
    const auto evaluator = random_weights<chess::Meep>(3);
    KnightCap<Whole<chess::Meep>> search(1);
    Line<Board> line;
    for (std::uint64_t ply = 0; ply < 120 && !line.outcome().over; ++ply) {
        const auto result = run(search, evaluator, line, {.nodes = 300 + 37 * ply});
        CHECK(result.depth >= 1);
        check_leaf(*evaluator, line, result);
        line.push(result.lines.front().pv.front());
    }
}

TEST("the same limits: the same nodes, move and score") {
    const auto evaluator = random_weights<chess::Meep>(8);
    for (const tournament::Limits limits : {tournament::Limits{.depth = 4}, tournament::Limits{.nodes = 20000}}) {
        KnightCap<Whole<chess::Meep>> one(1), other(1);
        for (int i = 0; i < 4; ++i) {
            const Line<Board> line = toys::random_line<Board>(i, 20);
            one.clear();
            other.clear();
            const auto a = run(one, evaluator, line, limits);
            one.clear();
            const auto b = run(other, evaluator, line, limits);
            const auto c = run(one, evaluator, line, limits);  // what was forgotten makes no difference
            for (const auto* again : {&b, &c}) {
                CHECK_EQUAL(a.nodes, again->nodes);
                CHECK_EQUAL(a.lines.front().score, again->lines.front().score);
                CHECK(a.lines.front().pv == again->lines.front().pv);
                CHECK(a.leaf == again->leaf);
            }
            if (limits.nodes) CHECK_EQUAL(a.nodes, limits.nodes + 1);
        }
    }
}

TEST("a second search of a position begins where the first ended") {
    const auto evaluator = random_weights<chess::Meep>(8);
    KnightCap<Whole<chess::Meep>> search(4);
    const Line<Board> line = toys::random_line<Board>(5, 20);
    const auto first = run(search, evaluator, line, {.depth = 4});
    const auto again = run(search, evaluator, line, {.depth = 4});
    CHECK(again.nodes * 5 < first.nodes);
    CHECK_EQUAL(again.lines.front().score, first.lines.front().score);
    CHECK(again.leaf == first.leaf);
}

TEST("only the moves asked for, and other weights") {
    KnightCap<Whole<chess::Material>> search(1);
    const Line<Board> line(Board::parse("r3k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1"));
    run(search, material(), line, {.depth = 4});
    const auto quiet = run(search, material(), line, {.depth = 4}, {line.position().parse_move("e1f1")});
    CHECK_EQUAL(quiet.lines.front().pv.front().text(), "e1f1");
    CHECK(quiet.lines.front().score < 0);
    CHECK_THROWS(run(search, material(), line, {.depth = 4}, {chess::Move(0, 8)}));
    const Line<Board> start;
    for (const char* first : {"g1f3", "a2a3", "e2e4"}) {  // of equals the first
        const auto move = start.position().parse_move(first), other = start.position().parse_move("h2h4");
        CHECK(run(search, material(), start, {.depth = 2}, {move, other, move}).lines.front().pv.front() == move);
    }
    const auto all = run(search, material(), line, {.depth = 4});
    CHECK_EQUAL(all.lines.front().pv.front().text(), "c3d5");
    const auto mad = std::make_shared<const Whole<chess::Material>>(std::vector<double>{1, 3, 3, 5, -9}, 100);
    const auto other = run(search, mad, line, {.depth = 4});
    check_leaf(*mad, line, other);
}

TEST("a control ends a search that would go on for ever, also while pondering") {
    const auto evaluator = random_weights<chess::Meep>(8);
    for (const bool pondering : {false, true}) {
        KnightCap<Whole<chess::Meep>> search(1);
        tournament::Control control;
        if (pondering) control.begin_pondering();
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            control.stop();
        });
        int reports = 0;
        const tournament::Limits limits{.seconds = pondering ? 0.001 : 0};
        const auto result = search.run(evaluator, Line<Board>(), limits, {}, control, [&](const auto&) { ++reports; });
        other.join();
        CHECK(result.depth >= 1 && reports >= 1 && result.seconds < 10);
        check_leaf(*evaluator, Line<Board>(), result);
    }
    // Stopped at once it answers with the best move of depth 1.
    KnightCap<Whole<chess::Meep>> search(1), whole(1);
    tournament::Control control, free;
    control.stop();
    const auto result = search.run(evaluator, Line<Board>(), {}, {}, control, [](const auto&) {});
    const auto expected = whole.run(evaluator, Line<Board>(), {.depth = 1}, {}, free, [](const auto&) {});
    CHECK_EQUAL(result.depth, 1);
    CHECK(result.lines.front().pv == expected.lines.front().pv);
    CHECK_EQUAL(result.lines.front().score, expected.lines.front().score);
    check_leaf(*evaluator, Line<Board>(), result);
}

TEST("a draw by repetition is no leaf") {
    Line<Board> line(Board::parse("6k1/5ppp/8/8/8/8/q7/6K1 w - - 0 1"));
    for (const char* move : {"g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8"})
        line.push(line.position().parse_move(move));
    KnightCap<Whole<chess::Material>> search(1);
    const auto result = run(search, material(), line, {.depth = 3});
    CHECK_EQUAL(result.lines.front().score, 0);
    CHECK_EQUAL(result.lines.front().pv.front().text(), "h1g1");
    CHECK(!result.leaf_exact);
}
