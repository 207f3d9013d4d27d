// Minimax with the tree kept, against the same written out plainly.
#include <map>
#include <set>

#include "check.hpp"
#include "reference.hpp"
#include "search/alphabeta.hpp"
#include "search/minimax.hpp"
#include "toys.hpp"

using namespace leafstrap;

namespace {

// The inner nodes of the tree by definition: position -> greatest depth.
template <class E, class P = typename E::Position>
void collect(const Line<P>& line, const P& position, int depth, bool is_root, std::map<std::uint64_t, int>& inner) {
    MoveList<P> moves;
    position.legal_moves(moves);
    if (depth <= 0 || position.outcome(!moves.empty()).over) return;
    if (!is_root && (position.move_count_draw() || std::ranges::count(line.hashes(), position.hash()))) return;
    int& known = inner[table_key(position)];
    known = std::max(known, depth);
    for (const auto move : moves) {
        const P child = position.after(move);
        collect<E>(line, child, child.urgent() ? depth : depth - 1, false, inner);
    }
}

template <class Set>
void compare(int lines, int most_plies, int deepest) {
    using E = Linear<Set>;
    using P = typename Set::Position;
    Minimax<E> search;
    AlphaBeta<E> alphabeta;
    for (int i = 0; i < lines; ++i) {
        const auto evaluator = toys::random_evaluator<Set>(i, i % 3 == 0);
        const Line<P> line = toys::random_line<P>(2000 + i, i % (most_plies + 1));
        const reference::Minimax<E> plain(*evaluator, line);
        const int depth = 1 + i % deepest;
        const auto result = search.run(evaluator, line, {.depth = depth}, i);
        CHECK_EQUAL(result.value, plain.value(line.position(), depth, true));
        CHECK_EQUAL(result.value, alphabeta.run(evaluator, line, {.depth = depth}, i).value);

        P leaf = line.position();
        for (const auto move : result.pv) leaf = leaf.after(leaf.parse_move(leaf.move_text(move)));
        CHECK(leaf == result.leaf);
        const bool even = result.pv.size() % 2 == 0;
        if (result.leaf_evaluated) CHECK_EQUAL(result.value, even ? plain.heuristic(leaf) : -plain.heuristic(leaf));

        std::map<std::uint64_t, int> inner;
        collect<E>(line, line.position(), depth, true, inner);
        std::set<std::uint64_t> visited;
        search.for_each_node(1, [&](const auto& node) {
            const std::uint64_t key = table_key(node.position);
            CHECK(visited.insert(key).second);
            CHECK_EQUAL(node.depth, inner[key]);
            CHECK_EQUAL(node.lower, node.upper);
            CHECK_EQUAL(node.lower, plain.value(node.position, node.depth, key == table_key(line.position())));
        });
        CHECK_EQUAL(visited.size(), inner.size());
    }
}

}  // namespace

TEST("tic-tac-toe: value, leaf, every inner node once with its exact value") { compare<toys::TicTacToeSet>(30, 6, 4); }

TEST("corridor: the same with repetitions and move counts") { compare<toys::CorridorSet>(60, 14, 6); }

TEST("only nodes of the depth asked for") {
    using Set = toys::TicTacToeSet;
    Minimax<Linear<Set>> search;
    search.run(toys::random_evaluator<Set>(3), Line<doubles::TicTacToe>(), {.depth = 3});
    int all = 0, deep = 0;
    search.for_each_node(1, [&](const auto& node) { all += 1, deep += node.depth >= 2; });
    int asked = 0;
    search.for_each_node(2, [&](const auto& node) {
        CHECK(node.depth >= 2);
        ++asked;
    });
    CHECK_EQUAL(asked, deep);
    CHECK(asked < all);
}

TEST("ties are broken at random, and by nothing but the seed") {
    using Set = toys::TicTacToeSet;
    const std::vector<double> nothing(feature_count<Set>);
    const auto evaluator = std::make_shared<const Linear<Set>>(nothing);
    Minimax<Linear<Set>> search;
    std::set<std::vector<int>> lines;
    std::vector<int> chosen(9);
    for (int seed = 0; seed < 200; ++seed) {
        const auto result = search.run(evaluator, Line<doubles::TicTacToe>(), {.depth = 2}, seed);
        CHECK(result.pv == search.run(evaluator, Line<doubles::TicTacToe>(), {.depth = 2}, seed).pv);
        ++chosen[result.pv[0].cell];
        lines.insert({result.pv[0].cell, result.pv[1].cell});
    }
    for (const int times : chosen) CHECK(times > 5);
    CHECK(lines.size() > 50);  // of 72
}
