// UCT: it finds what is forced, its prior counts as it is told, and equal seeds give equal trees.
#include <memory>

#include "check.hpp"
#include "chess/features/material.hpp"
#include "chess/position.hpp"
#include "doubles/tictactoe.hpp"
#include "doubles/tictactoe_lines.hpp"
#include "draughts/endgame/tables.hpp"
#include "draughts/features/material.hpp"
#include "draughts/position.hpp"
#include "eval/linear.hpp"
#include "search/minimax.hpp"
#include "search/uct.hpp"
#include "toys.hpp"

using namespace leafstrap;

namespace {

template <class Set>
auto zero_evaluator() {
    return std::make_shared<const Linear<Set>>(std::vector<double>(feature_count<Set>, 0.0));
}

// Follows random games of tic-tac-toe and compares with minimax to the end: the move must not lose what was won or
// drawn, as UCT comes to know if it explores enough.
void check_solves(const UctSettings& settings) {
    using T = doubles::TicTacToe;
    using E = Linear<doubles::TicTacToeLines>;
    const auto evaluator = zero_evaluator<doubles::TicTacToeLines>();
    Uct<E> uct(settings);
    Minimax<E> minimax;
    Random random(7);
    for (int game = 0; game < 20; ++game) {
        Line<T> line;
        while (!line.outcome().over) {
            const auto found = uct.run(evaluator, line, {.nodes = 20'000}, random.next());
            const auto best = minimax.run(evaluator, line, {.depth = 9});
            Line<T> after = line;
            after.push(found.pv.front());
            Value reached = 0;
            if (after.outcome().over)
                reached = static_cast<Value>(sign(line.position().turn()) * after.outcome().points);
            else
                reached = -minimax.run(evaluator, after, {.depth = 9}).value;
            CHECK_EQUAL(reached > 0, best.value > 0);
            CHECK_EQUAL(reached < 0, best.value < 0);
            MoveList<T> moves;
            line.position().legal_moves(moves);
            line.push(moves[random.below(moves.size())]);
        }
    }
}

}  // namespace

TEST("UCT plays tic-tac-toe without a mistake, with prior and without, with random play and without") {
    check_solves({.exploration = 1, .prior = 10, .playout = 0});
    check_solves({.exploration = 1, .prior = 0, .playout = 0});
    check_solves({.exploration = 1, .prior = 0, .playout = 20});
    check_solves({.exploration = 1, .prior = 3, .playout = 20});
}

TEST("UCT finds a mate in one and says so") {
    using Board = chess::Position;
    const auto evaluator = toys::random_evaluator<chess::Material>(3);
    const Line<Board> line(Board::parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"));
    for (const double prior : {0.0, 10.0}) {
        Uct<Linear<chess::Material>> uct({.prior = prior});
        const auto found = uct.run(evaluator, line, {.nodes = 20'000}, 1);
        CHECK_EQUAL(found.pv.front().text(), std::string("a1a8"));
        CHECK_EQUAL(found.value, win_value - 1);
        CHECK(!found.leaf_evaluated);
    }
}

TEST("a run is the same for the same seed, and counts its nodes") {
    using Board = draughts::Position;
    const auto evaluator = toys::random_evaluator<draughts::Material>(5);
    for (const int playout : {0, 40}) {
        Uct<Linear<draughts::Material>> uct({.prior = 5, .playout = playout});
        const auto one = uct.run(evaluator, Line<Board>(), {.nodes = 5000}, 9);
        const std::size_t size = uct.size();
        const auto other = uct.run(evaluator, Line<Board>(), {.nodes = 5000}, 9);
        CHECK(one.pv == other.pv);
        CHECK_EQUAL(one.value, other.value);
        CHECK_EQUAL(uct.size(), size);
        CHECK_EQUAL(one.nodes, std::uint64_t{5000});
        CHECK(!one.pv.empty());
    }
}

TEST("a prior draws the tree to what the evaluation likes") {
    using Board = chess::Position;
    // Material alone, a queen for White to take: with a prior it is the move from the first simulations on.
    std::vector<double> weights(feature_count<chess::Material>);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 100.0 * static_cast<double>(i + 1);
    const auto evaluator = std::make_shared<const Linear<chess::Material>>(weights);
    const Line<Board> line(Board::parse("4k3/8/8/3q4/8/4N3/8/3RK3 w - - 0 1"));
    Uct<Linear<chess::Material>> uct({.prior = 10, .beta = 0.0025});
    const auto found = uct.run(evaluator, line, {.nodes = 100}, 1);
    CHECK_EQUAL(found.pv.front().text().substr(2), std::string("d5"));
    CHECK(found.value > 0);
}

TEST("UCT refuses what has no meaning") {
    using Board = chess::Position;
    CHECK_THROWS(Uct<Linear<chess::Material>>({.prior = -1}));
    CHECK_THROWS(Uct<Linear<chess::Material>>({.beta = 0}));
    Uct<Linear<chess::Material>> uct({});
    CHECK_THROWS(uct.run(zero_evaluator<chess::Material>(), Line<Board>(), {.depth = 3}));
}
