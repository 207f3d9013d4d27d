// Batches of games: of a game without dice, of a race with dice, and of backgammon.
#include "selfplay/selfplay.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "backgammon/modules.hpp"
#include "check.hpp"
#include "doubles/dice_race.hpp"
#include "doubles/tictactoe.hpp"
#include "search/expectimax_search.hpp"
#include "selfplay/expectimax_chooser.hpp"
#include "selfplay/online.hpp"

using namespace leafstrap;
using doubles::DiceRace;
using doubles::TicTacToe;
using Board = leafstrap::backgammon::Position;
using leafstrap::backgammon::ModularNetworks;
using leafstrap::backgammon::Modules;

namespace {

// Takes the first move, and thinks nothing of any position.
template <Position P>
struct FirstMove {
    const OutputScheme& scheme() const { return one_output; }
    void begin() {}
    Outputs say(const P&) { return {}; }
    void look(const P&, Games<P>&) {}
    Choice<P> choose(int player, const P& position) {
        ++by_player[player];
        MoveList<P> moves;
        position.legal_moves(moves);
        return {moves[0], position.after(moves[0]), {}};
    }
    void moved(const P&, const P&, Outcome) { ++evaluations_; }
    void record(const P&, Games<P>&) {}
    std::uint64_t evaluations() const { return evaluations_; }
    bool stopped() const { return false; }

    std::map<int, int> by_player;
    std::uint64_t evaluations_ = 0;
};

// What is left to run, as if it were worth something.
class RaceEvaluator final : public OutputEvaluator<DiceRace> {
public:
    const OutputScheme& scheme() const override { return one_output; }
    Outputs outputs(const DiceRace& p) const override {
        return {static_cast<float>(p.left(!p.turn()) - p.left(p.turn())) / 10};
    }
    Gradient output_gradient(std::span<const DiceRace>, std::span<const double> errors) const override {
        double sum = 0;
        for (const double error : errors) sum += error;
        return {{}, {sum}};
    }
    Gradient output_gradient_in_turn(std::span<const DiceRace>, std::span<const double>,
                                     const Network::Rates&) const override {
        return {};
    }
    Gradient output_errors_in_turn(std::span<const DiceRace>, std::span<const double>,
                                   const Network::Rates&) const override {
        return {};
    }
};

const Modules& modules() {
    using namespace backgammon;
    static const Modules made(Classifier::single, seven_outputs, Activation::sigmoid, {InputSet::tesauro}, {4});
    return made;
}
ModularNetworks networks(std::uint64_t seed) {
    Random random(seed);
    std::vector<double> weights(ModularNetworks::weight_count(modules()));
    for (double& weight : weights) weight = static_cast<double>(random.below(2001)) / 10'000 - 0.1;
    return {modules(), weights};
}

Games<Board> play(const ModularNetworks& first, const ModularNetworks& second, const LookAhead<Board>& ahead,
                  Recorded recorded, const BatchSettings& settings) {
    ExpectimaxChooser<Board> chooser(first, second, first, ahead, recorded, settings.stop);
    return SelfPlay<Board, ExpectimaxChooser<Board>>(chooser, settings).run();
}

bool near(double a, double b) { return std::abs(a - b) < 1e-5; }

}  // namespace

TEST("a game without dice is played to its end") {
    FirstMove<TicTacToe> chooser;
    const auto games = SelfPlay<TicTacToe, FirstMove<TicTacToe>>(chooser, {.games = 3, .alternate = true}).run();
    CHECK_EQUAL(games.count(), 3U);
    for (std::size_t g = 0; g < 3; ++g) {
        CHECK_EQUAL(games.lengths[g], 7);  // x has 0, 2, 4, 6
        CHECK_EQUAL(games.points[g], 1);
        CHECK_EQUAL(games.final_outputs[g], -1.0F);  // the second player would be to move
        CHECK(games.over[g]);
        CHECK_EQUAL(games.line(g).position().text(), "xoxoxox..");
    }
    CHECK_EQUAL(chooser.by_player[0], 4 + 3 + 4);
}

TEST("games at random differ, and are the same for the same seed") {
    const auto run = [](std::uint64_t seed) {
        FirstMove<TicTacToe> chooser;
        return SelfPlay<TicTacToe, FirstMove<TicTacToe>>(chooser, {.games = 20, .seed = seed, .epsilon = 0.5}).run();
    };
    const auto games = run(1), again = run(1), other = run(2);
    CHECK(games.positions == again.positions && games.explored == again.explored);
    CHECK(games.positions != other.positions);
    std::size_t explored = 0;
    for (const auto random : games.explored) explored += random;
    CHECK(explored > 20 && explored < 120);
    CHECK(!games.explored[0]);
}

TEST("dice come as often as they should") {
    FirstMove<DiceRace> chooser;
    const auto games = SelfPlay<DiceRace, FirstMove<DiceRace>>(chooser, {.games = 2'000, .seed = 3}).run();
    double ones = 0;
    for (const auto chance : games.chances) ones += chance == DiceRace::chances()[0];
    CHECK(std::abs(ones / static_cast<double>(games.chances.size()) - 0.5) < 0.02);
    for (std::size_t g = 0; g < 5; ++g) CHECK_EQUAL(games.line(g).outcome().points, games.points[g]);
}

TEST("games end after most_plies, and batches after most_nodes") {
    FirstMove<DiceRace> chooser;
    const auto short_games = SelfPlay<DiceRace, FirstMove<DiceRace>>(chooser, {.games = 2, .most_plies = 3}).run();
    for (std::size_t g = 0; g < 2; ++g) {
        CHECK_EQUAL(short_games.lengths[g], 3);
        CHECK(!short_games.over[g] && short_games.points[g] == 0);
    }
    FirstMove<DiceRace> counted;
    const auto few = SelfPlay<DiceRace, FirstMove<DiceRace>>(counted, {.games = 1'000, .most_nodes = 50}).run();
    CHECK(few.count() > 2 && few.count() < 20);
    CHECK(few.evaluations >= 50);
}

TEST("a race with dice is searched, and its tree adds up") {
    const auto evaluator = std::make_shared<RaceEvaluator>();
    ExpectimaxSearch<DiceRace> search;
    CHECK_THROWS(search.leaves());
    CHECK_THROWS(search.run(evaluator, DiceRace::start(), {.depth = 0}, nullptr));
    CHECK_THROWS(search.run(evaluator, DiceRace::parse("00 44 o -"), {.depth = 1}, nullptr));
    const DiceRace board = DiceRace::parse("21 32 x -");
    for (int depth = 1; depth <= 4; ++depth) {
        const auto result = search.run(evaluator, board, {.depth = depth}, nullptr);
        CHECK(!result.move);
        const Nodes<DiceRace> nodes = search.nodes(1);
        CHECK_EQUAL(nodes.positions.empty(), depth == 1);
        if (depth > 1) CHECK(nodes.positions[0] == board && near(nodes.targets[0], result.value));
        for (std::size_t i = 0; i < nodes.positions.size(); ++i)
            CHECK_EQUAL(nodes.values[i], evaluator->outputs(nodes.positions[i])[0]);
        if (depth == 2) CHECK_EQUAL(nodes.positions.size(), 1U);
        if (depth == 3) {
            // Two rolls below the root, one below each board that its moves lead to.
            std::size_t boards = 1;
            for (const auto chance : DiceRace::chances()) {
                MoveList<DiceRace> moves;
                board.after(chance).legal_moves(moves);
                for (const auto move : moves) boards += !board.after(chance).after(move).outcome(true).over;
            }
            CHECK_EQUAL(nodes.positions.size(), boards);
            for (std::size_t i = 1; i < boards; ++i) {
                ExpectimaxSearch<DiceRace> below;
                const auto found = below.run(evaluator, nodes.positions[i], {.depth = 2}, nullptr);
                CHECK(near(found.value, nodes.targets[i]));
            }
            CHECK_EQUAL(search.nodes(2).positions.size(), 1U);
        }
        double sum = 0, weight = 0;
        const Leaves<DiceRace> leaves = search.leaves();
        for (std::size_t i = 0; i < leaves.positions.size(); ++i) {
            const DiceRace& leaf = leaves.positions[i];
            const Outcome outcome = leaf.outcome(true);
            const double value = outcome.over ? sign(leaf.turn()) * outcome.points : evaluator->outputs(leaf)[0];
            sum += leaves.weights[i] * (leaves.swapped[i] ? -value : value);
            weight += leaves.weights[i];
            CHECK_EQUAL(leaves.swapped[i] != 0, leaf.turn() != board.turn());
        }
        CHECK(near(weight, 1) && near(sum, result.value));
        const Delta delta = search.delta(1, 0);
        double error = 0;
        for (std::size_t i = 0; i < nodes.positions.size(); ++i) error += nodes.targets[i] - nodes.values[i];
        CHECK_EQUAL(delta.nodes, nodes.positions.size());
        CHECK(near(delta.gradient.values[0], error));
    }
}

TEST("a move is searched, its leaves and the boards it was chosen from") {
    const ModularNetworks first = networks(1);
    const auto evaluator = std::make_shared<const ModularNetworks>(first);
    const OutputScheme& scheme = evaluator->scheme();
    ExpectimaxSearch<Board> search;
    const Board position = Board::start().after(backgammon::roll(3, 1));
    for (const int depth : {1, 2}) {
        const auto result = search.run(evaluator, position, {.depth = depth, .candidates = 5}, nullptr);
        CHECK(result.after == position.after(*result.move));
        Outputs sum{};
        const Leaves<Board> leaves = search.leaves();
        for (std::size_t i = 0; i < leaves.positions.size(); ++i) {
            const Outputs said = evaluator->outputs(leaves.positions[i]);
            const Outputs seen = leaves.swapped[i] ? scheme.swapped(said) : said;
            for (std::size_t o = 0; o < sum.size(); ++o) sum[o] += static_cast<float>(leaves.weights[i]) * seen[o];
        }
        CHECK_EQUAL(leaves.positions.size(), depth == 1 ? 1U : 21U);
        for (std::size_t o = 0; o < scheme.size(); ++o) CHECK(near(sum[o], result.outputs[o]));
        const Nodes<Board> nodes = search.nodes(1);
        CHECK_EQUAL(nodes.positions.size(), depth == 1 ? 0U : 5U);
        double best = -9;
        for (std::size_t i = 0; i < nodes.positions.size(); ++i) {
            Outputs target{};
            for (std::size_t o = 0; o < scheme.size(); ++o) target[o] = nodes.targets[i * scheme.size() + o];
            best = std::max(best, static_cast<double>(-scheme.equity(target)));
        }
        if (depth == 2) CHECK(near(best, result.value));
        CHECK_THROWS(search.delta(1, 0.5));
        const auto ranked = ExpectimaxSearch<Board>::rank(*evaluator, position, {.depth = depth}, nullptr);
        CHECK_EQUAL(ranked.size(), 16U);
        CHECK(ranked[0].utility + 1e-6 >= result.value);
    }
}

TEST("what is said of boards in games of backgammon") {
    const ModularNetworks one = networks(1), other = networks(2);
    const std::size_t width = one.scheme().size();
    for (const Recorded recorded : {Recorded::board, Recorded::root, Recorded::leaf, Recorded::tree}) {
        const LookAhead<Board> ahead{.depth = 2, .candidates = 2};
        const BatchSettings settings{.games = 2, .seed = 4, .alternate = true, .most_plies = 30, .epsilon = 0.1};
        const Games<Board> games = play(one, other, ahead, recorded, settings);
        const Games<Board> again = play(one, other, ahead, recorded, settings);
        CHECK(games.positions == again.positions && games.outputs == again.outputs);
        CHECK(games.nodes.targets == again.nodes.targets && games.leaves.weights == again.leaves.weights);
        CHECK(!games.chances[0].is_double());
        ExpectimaxPlayer<Board> player(one, ahead);
        const bool looks = recorded == Recorded::root || recorded == Recorded::leaf;
        for (std::size_t i = 0; i < games.positions.size(); ++i) {
            const Board& board = games.positions[i];
            const Outputs expected = looks ? player.expect(board) : player.evaluate(board);
            for (std::size_t o = 0; o < width; ++o) CHECK(near(games.outputs[i * width + o], expected[o]));
            if (recorded == Recorded::leaf) {
                double weight = 0;
                for (std::int64_t leaf = games.leaf_starts[i]; leaf < games.leaf_starts[i + 1]; ++leaf)
                    weight += games.leaves.weights[static_cast<std::size_t>(leaf)];
                CHECK(near(weight, 1));
            }
            if (recorded == Recorded::tree) {
                Nodes<Board> nodes;
                player.add_nodes_of_moves(board.after(games.chances[i]), 1, nodes);
                const std::int64_t first = games.node_starts[i];
                CHECK_EQUAL(games.node_starts[i + 1] - first, static_cast<std::int64_t>(nodes.positions.size()));
                for (std::size_t n = 0; n < nodes.positions.size(); ++n)
                    CHECK(games.nodes.positions[static_cast<std::size_t>(first) + n] == nodes.positions[n]);
            }
        }
    }
}

TEST("a flag stops a batch, and only whole games are left") {
    const ModularNetworks one = networks(1);
    StopFlag stop = true;
    for (const Recorded recorded : {Recorded::board, Recorded::leaf, Recorded::tree}) {
        const Games<Board> games = play(one, one, {.depth = 3}, recorded, {.games = 10, .seed = 4, .stop = &stop});
        CHECK_EQUAL(games.count(), 0U);
        CHECK(games.positions.empty() && games.outputs.empty() && games.chances.empty() && games.moves.empty());
        CHECK(games.leaves.positions.empty() && games.nodes.targets.empty());
        CHECK(games.evaluations < 10'000);
    }
    ExpectimaxSearch<Board> search;
    const auto result = search.run(std::make_shared<const ModularNetworks>(one), Board::start(), {.depth = 4}, &stop);
    CHECK(result.nodes < 10'000);
    search.leaves();
    search.nodes(1);
}

TEST("online learning moves weights while it plays") {
    ModularNetworks learner = networks(1);
    const ModularNetworks expert = networks(2);
    const std::vector<double> before = learner.weights();
    OnlineChooser<ModularNetworks> chooser(learner, learner, expert, {}, {0.5F, {1e-3F, 0}}, nullptr);
    const auto games =
        SelfPlay<Board, OnlineChooser<ModularNetworks>>(chooser, {.games = 2, .seed = 4, .alternate = true}).run();
    CHECK_EQUAL(games.count(), 2U);
    CHECK(learner.weights() != before);
}
