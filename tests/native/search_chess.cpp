// The training searches on chess: checks, mates, stalemates, repetitions and the fifty-move rule against minimax.
#include <string>

#include "check.hpp"
#include "chess/features/knightcap.hpp"
#include "chess/features/material.hpp"
#include "chess/features/meep.hpp"
#include "chess/position.hpp"
#include "reference.hpp"
#include "search/alphabeta.hpp"
#include "search/delta.hpp"
#include "search/minimax.hpp"
#include "toys.hpp"

using namespace leafstrap;
using Board = chess::Position;

namespace {

struct Case {
    const char* fen;
    int depth;   // of the plain minimax, which has no cutoffs in its quiescence either
    int deeper;  // of our minimax
};

const Case cases[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2, 4},
    {"r4rk1/pp3ppp/2n5/3p4/3P4/2N5/PP3PPP/R4RK1 w - - 0 15", 1, 4},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2, 4},  // en passant, checks along the rank
    {"4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", 2, 4},           // castling with check
    {"8/P1k5/8/8/8/8/1p3K2/8 b - - 0 1", 2, 4},           // promotions
    {"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 3, 4},             // mates and stalemates at every turn
    {"k7/2Q5/8/8/8/8/8/1K5r w - - 2 50", 3, 4},           // in check at the root
    {"8/8/8/4k3/8/2N5/4K3/6R1 w - - 97 120", 3, 4},       // fifty moves are nearly over
    {"8/5k2/8/8/3p4/8/2P2K2/8 w - - 96 90", 3, 6},        // and a pawn move starts them again
    {"5rk1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1", 1, 4},
};

template <class Set>
void compare_searches() {
    using E = Linear<Set>;
    AlphaBeta<E> alphabeta;
    Minimax<E> minimax;
    std::uint64_t seed = 0;
    for (const Case& each : cases) {
        const auto evaluator = toys::random_evaluator<Set>(++seed);
        const Line<Board> line(Board::parse(each.fen));
        const reference::Minimax<E> plain(*evaluator, line);
        for (int depth = 1; depth <= each.deeper; ++depth) {
            const auto found = alphabeta.run(evaluator, line, {.depth = depth}, seed);
            const auto whole = minimax.run(evaluator, line, {.depth = depth}, seed);
            CHECK_EQUAL(found.value, whole.value);
            if (depth <= each.depth) CHECK_EQUAL(found.value, plain.value(line.position(), depth, true));
            for (const auto* result : {&found, &whole}) {
                Board leaf = line.position();
                for (const auto move : result->pv) leaf = leaf.after(leaf.parse_move(move.text()));
                CHECK(leaf == result->leaf);
                const float heuristic = plain.heuristic(leaf) * (result->pv.size() % 2 ? -1 : 1);
                if (result->leaf_evaluated) CHECK_EQUAL(heuristic, result->value);
            }
        }
        alphabeta.run(evaluator, line, {.depth = each.depth}, seed);
        alphabeta.for_each_node(1, [&](const auto& node) {
            const float value = plain.value(node.position, node.depth, node.position == line.position());
            CHECK(node.lower <= value && value <= node.upper);
        });
    }
}

Line<Board> played(const char* fen, std::initializer_list<const char*> moves) {
    Line<Board> line(Board::parse(fen));
    for (const char* move : moves) line.push(line.position().parse_move(move));
    return line;
}

std::shared_ptr<const Linear<chess::Material>> material() {
    std::vector<double> weights(feature_count<chess::Material>);
    const double values[] = {1, 3, 3, 5, 9};
    std::copy(std::begin(values), std::end(values), weights.begin());
    return std::make_shared<const Linear<chess::Material>>(weights);
}

}  // namespace

TEST("material: alpha-beta, minimax and the definition agree") { compare_searches<chess::Material>(); }
TEST("meep: alpha-beta, minimax and the definition agree") { compare_searches<chess::Meep>(); }
TEST("knightcap: alpha-beta, minimax and the definition agree") { compare_searches<chess::KnightCap>(); }

TEST("a mate is found, and the shorter one") {
    AlphaBeta<Linear<chess::Material>> search;
    const auto run = [&](const char* fen, int depth) {
        return search.run(material(), Line(Board::parse(fen)), {.depth = depth});
    };
    CHECK_EQUAL(run("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 4).pv[0].text(), "a1a8");
    CHECK_EQUAL(run("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 4).value, 9998);
    CHECK_EQUAL(run("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 4).value, 9996);    // two rooks: mate in two
    CHECK_EQUAL(run("6k1/R7/1R6/8/8/8/8/6K1 b - - 0 1", 3).value, -9997);  // and its victim
    CHECK(!run("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 4).leaf_evaluated);
}

TEST("who is losing repeats the game's positions, who is winning does not") {
    // White has shuffled; a return of the king to g1 now repeats a position of the game.
    const char* fen = "6k1/5ppp/8/8/8/8/q7/6K1 w - - 0 1";
    const auto losing = played(fen, {"g1h1", "g8h8", "h1g1", "h8g8", "g1h1", "g8h8"});
    AlphaBeta<Linear<chess::Material>> search;
    const auto result = search.run(material(), losing, {.depth = 1});
    CHECK_EQUAL(result.value, 0);
    CHECK_EQUAL(result.pv[0].text(), "h1g1");
    CHECK(!result.leaf_evaluated);

    const auto winning = played(fen, {"g1h1", "a2b2", "h1g1", "b2a2", "g1h1"});
    CHECK(search.run(material(), winning, {.depth = 3}).value > 5);
}

TEST("games that are over are not searched") {
    AlphaBeta<Linear<chess::Material>> search;
    for (const char* fen : {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                            "7k/8/6K1/8/8/8/8/8 w - - 0 1", "7k/8/6K1/8/8/8/8/R7 w - - 100 90"})
        CHECK_THROWS(search.run(material(), Line(Board::parse(fen)), {.depth = 2}));
    const auto third =
        played("7k/8/6K1/8/8/8/8/R7 w - - 0 1", {"a1a2", "h8g8", "a2a1", "g8h8", "a1a2", "h8g8", "a2a1", "g8h8"});
    CHECK_THROWS(search.run(material(), third, {.depth = 2}));
}

TEST("a node is at rest where quiescence leaves it as it is, and TreeStrap may learn from such nodes only") {
    using E = Linear<chess::Meep>;
    AlphaBeta<E> search;
    std::uint64_t seed = 0, left_out = 0;
    for (const Case& each : cases) {
        const auto evaluator = toys::random_evaluator<chess::Meep>(++seed);
        const Line<Board> line(Board::parse(each.fen));
        const reference::Minimax<E> plain(*evaluator, line);
        search.run(evaluator, line, {.depth = each.depth}, seed);
        std::uint64_t nodes = 0;
        double error = 0;
        search.for_each_node(1, [&](const auto& node) {
            const bool is_root = node.position == line.position();
            const bool leaves_it = plain.value(node.position, 0, is_root) == plain.heuristic(node.position);
            const bool expected = !node.position.urgent() && leaves_it;
            CHECK_EQUAL(search.is_quiet(node.position), expected);
            nodes += expected;
            if (expected) error += std::abs(pull(node.lower, node.upper, plain.heuristic(node.position)).error);
        });
        const Delta delta = delta_from_tree(search, 1, 0, true);
        CHECK_EQUAL(delta.nodes, nodes);
        CHECK(std::abs(delta.abs_error - error) <= 1e-6 * (1 + error));
        left_out += delta_from_tree(search, 1).nodes - nodes;
    }
    CHECK(left_out > 0);
}

TEST("Algorithm 2 on chess") {
    using E = Linear<chess::Meep>;
    AlphaBeta<E> search;
    for (const Case& each : cases) {
        const Line<Board> line(Board::parse(each.fen));
        search.run(toys::random_evaluator<chess::Meep>(1), line, {.depth = 4});
        for (const int d : {1, 2, 3}) {
            const reference::DeltaFromTransTbl<AlphaBeta<E>> literal(search, line.position(), d);
            const Delta delta = delta_from_tree(search, d);
            CHECK_EQUAL(delta.nodes, literal.nodes());
            CHECK(reference::nearly_equal(delta.gradient.values, literal.gradient));
        }
    }
}
