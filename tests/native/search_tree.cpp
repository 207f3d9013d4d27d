// Algorithm 2: the walk through the table and the sum over it, against the paper's recursion written out.
#include <cmath>
#include <set>

#include "check.hpp"
#include "reference.hpp"
#include "search/alphabeta.hpp"
#include "search/delta.hpp"
#include "search/minimax.hpp"
#include "search/rows.hpp"
#include "toys.hpp"

using namespace leafstrap;

namespace {

template <class Set>
void compare_with_algorithm_2(int lines, int most_plies, int deepest) {
    using E = Linear<Set>;
    using P = typename Set::Position;
    AlphaBeta<E> search;
    bool learned = false;
    for (int i = 0; i < lines; ++i) {
        const Line<P> line = toys::random_line<P>(3000 + i, i % (most_plies + 1));
        const int depth = 1 + i % deepest;
        search.run(toys::random_evaluator<Set>(i), line, {.depth = depth}, i);
        for (int d = 1; d <= depth; ++d) {
            const reference::DeltaFromTransTbl<AlphaBeta<E>> literal(search, line.position(), d);
            const Delta delta = delta_from_tree(search, d);
            CHECK_EQUAL(delta.nodes, literal.nodes());
            CHECK(delta.nodes >= 1);
            CHECK(reference::nearly_equal(delta.gradient.values, literal.gradient));
            learned |= delta.abs_error > 0;
        }
    }
    CHECK(learned);
}

}  // namespace

TEST("tic-tac-toe: the sum of Algorithm 2") { compare_with_algorithm_2<toys::TicTacToeSet>(60, 5, 6); }

TEST("corridor: the same where the tree has cycles") { compare_with_algorithm_2<toys::CorridorSet>(100, 12, 9); }

TEST("a tree of cycles is walked without a deep stack") {
    using Set = toys::CorridorSet;
    AlphaBeta<Linear<Set>> search;
    search.run(toys::random_evaluator<Set>(1), Line<doubles::Corridor>(), {.depth = max_depth});
    std::set<std::uint64_t> seen;
    search.for_each_node(1, [&](const auto& node) { CHECK(seen.insert(table_key(node.position)).second); });
    CHECK(seen.size() > 100);
}

TEST("minimax: the sum over the kept tree, and alpha-beta's where nothing was cut") {
    using Set = toys::TicTacToeSet;
    using E = Linear<Set>;
    Minimax<E> minimax;
    AlphaBeta<E> alphabeta;
    for (int i = 0; i < 20; ++i) {
        const auto evaluator = toys::random_evaluator<Set>(i);
        const auto line = toys::random_line<doubles::TicTacToe>(i, i % 5);
        minimax.run(evaluator, line, {.depth = 1 + i % 3});
        const reference::Minimax<E> plain(*evaluator, line);
        std::vector<double> expected(feature_count<Set>);
        double squares = 0;
        minimax.for_each_node(1, [&](const auto& node) {
            const double error = static_cast<double>(node.lower) - plain.heuristic(node.position);
            squares += error * error;
            Row row;
            RowBuilder<Set> builder;
            append_row<Set>(node.position, Side::first, builder, row);
            for (std::size_t k = 0; k < row.indices.size(); ++k)
                expected[row.indices[k]] += error * sign(node.position.turn()) * row.values[k];
        });
        const Delta delta = delta_from_tree(minimax, 1);
        CHECK(reference::nearly_equal(delta.gradient.values, expected));
        CHECK(std::abs(delta.squared_error - squares) <= 1e-9 * squares);

        // At the root no bound is open, so with the root alone both learn the same.
        const int depth = 3;
        minimax.run(evaluator, line, {.depth = depth});
        alphabeta.run(evaluator, line, {.depth = depth});
        double root_value = 0;
        minimax.for_each_node(depth, [&](const auto& node) {
            if (node.position == line.position()) root_value = node.lower;
        });
        CHECK_EQUAL(alphabeta.probe(line.position())->lower, root_value);
        CHECK_EQUAL(alphabeta.probe(line.position())->upper, root_value);
    }
}

TEST("bounds pull a value to their nearer end, from outside only") {
    CHECK_EQUAL(pull(1, 3, 0).error, 1);
    CHECK_EQUAL(pull(1, 3, 5).error, -2);
    CHECK_EQUAL(pull(1, 3, 2).error, 0);
    CHECK_EQUAL(pull(-infinite_value, 3, -9).error, 0);
    CHECK_EQUAL(pull(1, infinite_value, 9).error, 0);
    CHECK_EQUAL(pull(2, 2, 2).error, 0);
    // Squashed, a value moves the less the surer it is.
    const Pull even = pull(100, 100, 0, 1, 0.01), sure = pull(300, 300, 200, 1, 0.01);
    CHECK(even.error > sure.error && sure.error > 0);
    CHECK(std::abs(even.error - std::tanh(1.0)) < 1e-12 && std::abs(even.step - 0.01 * std::tanh(1.0)) < 1e-12);
    CHECK(sure.step < 0.01 * sure.error);
}

TEST("rows are the same nodes, and give the same sum") {
    using Set = toys::TicTacToeSet;
    AlphaBeta<Linear<Set>> search;
    const auto line = toys::random_line<doubles::TicTacToe>(7, 3);
    search.run(toys::random_evaluator<Set>(7), line, {.depth = 4});
    const Delta delta = delta_from_tree(search, 2);
    const TreeRows rows = rows_from_tree(search, 2);
    CHECK_EQUAL(rows.depth.size(), delta.nodes);
    CHECK_EQUAL(rows.indptr.size(), delta.nodes + 1);
    std::vector<double> sum(feature_count<Set>);
    for (std::size_t i = 0; i < rows.depth.size(); ++i) {
        CHECK(rows.depth[i] >= 2);
        const double error = pull(rows.lower[i], rows.upper[i], rows.heuristic[i]).step * rows.turn[i];
        for (auto k = rows.indptr[i]; k < rows.indptr[i + 1]; ++k) sum[rows.indices[k]] += error * rows.values[k];
    }
    CHECK(reference::nearly_equal(sum, delta.gradient.values));
}
