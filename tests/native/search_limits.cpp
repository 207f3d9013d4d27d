// When a search ends, and what it has then to show.
#include <thread>

#include "check.hpp"
#include "reference.hpp"
#include "search/alphabeta.hpp"
#include "search/delta.hpp"
#include "search/limits.hpp"
#include "search/minimax.hpp"
#include "toys.hpp"

using namespace leafstrap;
using Set = toys::CorridorSet;
using E = Linear<Set>;
using P = doubles::Corridor;

namespace {

// A run that is broken off shows its last complete iteration, and so does its tree.
template <class Search>
void check_node_limits() {
    const auto evaluator = toys::random_evaluator<Set>(4);
    const Line<P> line;
    Search limited, whole;
    int last = 0;
    for (std::uint64_t nodes = 1; nodes < 3000; nodes = nodes * 5 / 4 + 1) {
        const auto result = limited.run(evaluator, line, {.nodes = nodes}, 9);
        CHECK(result.depth >= 1 && result.depth >= last);
        CHECK(result.depth == 1 || result.nodes <= nodes);
        last = result.depth;
        const Delta delta = delta_from_tree(limited, 1);

        const auto expected = whole.run(evaluator, line, {.depth = result.depth}, 9);
        CHECK_EQUAL(result.value, expected.value);
        CHECK(result.pv == expected.pv);
        const Delta expected_delta = delta_from_tree(whole, 1);
        CHECK_EQUAL(delta.nodes, expected_delta.nodes);
        CHECK(delta.gradient.values == expected_delta.gradient.values);
    }
    CHECK(last > 3);
}

template <class Search>
void check_stopped_at_once() {
    const auto evaluator = toys::random_evaluator<Set>(4);
    StopFlag stop = true;
    Search search, whole;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Line<P> line = toys::random_line<P>(seed, static_cast<int>(seed % 7));
        const auto result = search.run(evaluator, line, {.depth = 5, .stop = &stop}, seed);
        const auto expected = whole.run(evaluator, line, {.depth = 1}, seed);
        CHECK_EQUAL(result.depth, 1);
        CHECK_EQUAL(result.value, expected.value);
        CHECK(result.pv == expected.pv);
        CHECK_EQUAL(delta_from_tree(search, 1).nodes, delta_from_tree(whole, 1).nodes);
    }
}

}  // namespace

TEST("nodes: alpha-beta") { check_node_limits<AlphaBeta<E>>(); }
TEST("nodes: minimax") { check_node_limits<Minimax<E>>(); }
TEST("a flag set from the start: alpha-beta") { check_stopped_at_once<AlphaBeta<E>>(); }
TEST("a flag set from the start: minimax") { check_stopped_at_once<Minimax<E>>(); }

TEST("a flag set later ends a search that would go on for ever") {
    const auto evaluator = toys::random_evaluator<Set>(4);
    StopFlag stop = false;
    Minimax<E> search;
    std::thread setter([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop = true;
    });
    const auto result = search.run(evaluator, Line<P>(), {.stop = &stop});
    setter.join();
    CHECK(result.depth >= 1 && result.depth < max_depth);
}

TEST("time ends a search that would go on for ever") {
    const auto evaluator = toys::random_evaluator<Set>(4);
    Minimax<E> search;
    const auto result = search.run(evaluator, Line<P>(), {.seconds = 0.02});
    CHECK(result.seconds >= 0.02);
    CHECK(result.depth >= 1 && result.depth < max_depth);
}

TEST("limits without meaning are refused") {
    const auto evaluator = toys::random_evaluator<Set>(4);
    AlphaBeta<E> search;
    CHECK_THROWS(search.run(evaluator, Line<P>(), {}));
    CHECK_THROWS(search.run(evaluator, Line<P>(), {.depth = -1}));
    CHECK_THROWS(search.run(evaluator, Line<P>(), {.seconds = -0.5}));
    CHECK_THROWS(search.run(evaluator, Line<P>(), {.seconds = std::nan("")}));
}
