// The training alpha-beta against minimax written out plainly, on games small enough to search them whole.
#include "check.hpp"
#include "reference.hpp"
#include "search/alphabeta.hpp"
#include "toys.hpp"

using namespace leafstrap;

namespace {

template <class Set>
void compare_with_minimax(int lines, int most_plies, int deepest, int table_bits, bool extend = true) {
    using E = Linear<Set>;
    using P = typename Set::Position;
    AlphaBeta<E> search(table_bits);
    for (int i = 0; i < lines; ++i) {
        const auto evaluator = toys::random_evaluator<Set>(i, i % 3 == 0);
        const Line<P> line = toys::random_line<P>(1000 + i, i % (most_plies + 1));
        const reference::Minimax<E> minimax(*evaluator, line, extend);
        for (int depth = 1; depth <= deepest; ++depth) {
            const auto result =
                search.run(evaluator, line, {.depth = depth, .extend = extend, .fail_soft = i % 2 == 1}, i);
            CHECK_EQUAL(result.depth, depth);
            CHECK_EQUAL(result.value, minimax.value(line.position(), depth, true));

            // The principal variation is legal, and its leaf has the value of the root.
            P leaf = line.position();
            for (const auto move : result.pv) leaf = leaf.after(leaf.parse_move(leaf.move_text(move)));
            CHECK(leaf == result.leaf);
            const bool even = result.pv.size() % 2 == 0;
            if (result.leaf_evaluated)
                CHECK_EQUAL(result.value, even ? minimax.heuristic(leaf) : -minimax.heuristic(leaf));
            if (!result.leaf_evaluated) CHECK(result.value == 0 || is_decided(result.value));

            // Every bound that is learned from holds for the minimax value of its position.
            search.for_each_node(1, [&](const auto& node) {
                const bool is_root = node.position.hash() == line.position().hash();
                const float value = minimax.value(node.position, node.depth, is_root);
                CHECK(node.lower <= value && value <= node.upper);
                CHECK(node.lower > -infinite_value || node.upper < infinite_value);
            });
        }
    }
}

}  // namespace

TEST("tic-tac-toe: values, leaves and bounds are those of minimax") {
    compare_with_minimax<toys::TicTacToeSet>(25, 6, 4, 16);
    compare_with_minimax<toys::TicTacToeSet>(2, 6, 9, 16);
}

TEST("tic-tac-toe is a draw, whatever the evaluation says") {
    using Set = toys::TicTacToeSet;
    AlphaBeta<Linear<Set>> search;
    CHECK_EQUAL(search.run(toys::random_evaluator<Set>(1), Line<doubles::TicTacToe>(), {.depth = 9}).value, 0);
}

TEST("corridor: the same with repetitions, move counts and an asymmetric set") {
    compare_with_minimax<toys::CorridorSet>(60, 14, 7, 16);
}

TEST("a search that is cut at its depth is minimax to that depth") {
    compare_with_minimax<toys::TicTacToeSet>(15, 6, 4, 16, false);
    compare_with_minimax<toys::CorridorSet>(40, 14, 6, 16, false);
}

TEST("a table far too small changes nothing but the work") {
    compare_with_minimax<toys::TicTacToeSet>(8, 4, 5, 0);
    compare_with_minimax<toys::CorridorSet>(40, 14, 6, 3);
}

TEST("a win is the nearer the better, a loss the farther") {
    using P = doubles::TicTacToe;
    const auto evaluator = toys::random_evaluator<toys::TicTacToeSet>(5);
    AlphaBeta<Linear<toys::TicTacToeSet>> search;
    const auto won = search.run(evaluator, Line<P>(P::parse("xx.oo....")), {.depth = 3});
    CHECK_EQUAL(won.value, 9998);
    CHECK_EQUAL(won.pv[0].cell, 2);
    CHECK(!won.leaf_evaluated);
    const auto lost = search.run(evaluator, Line<P>(P::parse("xx.xo...o")), {.depth = 3});  // x threatens twice
    CHECK_EQUAL(lost.value, -9997);
}

TEST("the same seed gives the same search, another seed another of the equal moves") {
    using Set = toys::TicTacToeSet;
    const std::vector<double> nothing(feature_count<Set>);
    const auto evaluator = std::make_shared<const Linear<Set>>(nothing);
    AlphaBeta<Linear<Set>> search, other;
    std::vector<int> chosen(9);
    for (int seed = 0; seed < 200; ++seed) {
        const auto result = search.run(evaluator, Line<doubles::TicTacToe>(), {.depth = 2}, seed);
        const auto again = other.run(evaluator, Line<doubles::TicTacToe>(), {.depth = 2}, seed);
        CHECK(result.pv == again.pv);
        CHECK_EQUAL(result.nodes, again.nodes);
        ++chosen[result.pv[0].cell];
    }
    for (const int times : chosen) CHECK(times > 5);
}

TEST("a game that is over is not searched") {
    using P = doubles::TicTacToe;
    const auto evaluator = toys::random_evaluator<toys::TicTacToeSet>(1);
    AlphaBeta<Linear<toys::TicTacToeSet>> search;
    CHECK_THROWS(search.run(evaluator, Line<P>(P::parse("xxxoo....")), {.depth = 3}));
    CHECK_THROWS(search.root());
}
