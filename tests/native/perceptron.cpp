// Networks as evaluators: against a plain version in double precision, against small differences, and in searches.
#include "eval/perceptron.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "chess/features/knightcap.hpp"
#include "chess/features/material.hpp"
#include "chess/features/meep.hpp"
#include "chess/features/wiering.hpp"
#include "chess/position.hpp"
#include "search/alphabeta.hpp"
#include "search/delta.hpp"
#include "search/knightcap/knightcap.hpp"
#include "search/minimax.hpp"
#include "search/tournament/node_recorder.hpp"
#include "search/tournament/tournament.hpp"
#include "toys.hpp"

using namespace leafstrap;
using Chess = chess::Position;
using chess::KingsAndPawns;
using chess::KnightCap;
using chess::Material;
using chess::Meep;

namespace {

constexpr std::array all_activations{Activation::sigmoid, Activation::symmetric, Activation::radial};

template <class Visit>
void random_games(int count, std::uint64_t seed, Visit visit) {
    Random random(seed);
    while (count > 0) {
        Chess position = Chess::start();
        for (int ply = 0; ply < 300 && count > 0; ++ply, --count) {
            visit(position);
            MoveList<Chess> moves;
            position.legal_moves(moves);
            if (position.outcome(!moves.empty()).over || position.move_count_draw()) break;
            position = position.after(moves[random.below(moves.size())]);
        }
    }
}

template <class Set>
std::vector<double> random_weights(const PerceptronShape& shape, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> weights(Perceptron<Set>::weight_count(shape));
    for (double& weight : weights)
        weight = static_cast<float>((static_cast<double>(random.below(2'000'001)) / 1e6 - 1) / 5);
    return weights;
}

// One network written out plainly, over the dense inputs of a position.
template <class Set>
double plain(const PerceptronShape& shape, const std::vector<double>& weights, const Chess& position,
             Side perspective) {
    struct Sums {
        std::vector<double> inputs = std::vector<double>(Set::concepts);
        void add(int index, float value) { inputs[static_cast<std::size_t>(index)] += value; }
    } seen;
    Set::features(position, perspective, seen);
    const int turn = sign(position.turn());
    const std::size_t network = shape.hidden.size() > 1 ? static_cast<std::size_t>(position.stage()) : 0;
    const double* w = weights.data();
    for (std::size_t i = 0; i < network; ++i)
        w += Network::weight_count({Set::concepts, shape.hidden[i], 1, shape.activation});
    const int hidden = shape.hidden[network], units = std::max(hidden, 1);
    const auto weight = [&](int row, int unit) { return w[row * units + unit]; };
    std::vector<double> sums;
    for (int h = 0; h < units; ++h) {
        double sum = weight(Set::concepts, h);
        for (int i = 0; i < Set::concepts; ++i) sum += turn * seen.inputs[static_cast<std::size_t>(i)] * weight(i, h);
        sums.push_back(sum);
    }
    if (hidden == 0) return turn * sums[0];
    double output = weight(Set::concepts + 3, 0);
    for (int h = 0; h < hidden; ++h) {
        const double y = weight(Set::concepts + 1, h) * sums[static_cast<std::size_t>(h)];
        const double value = shape.activation == Activation::sigmoid     ? 1 / (1 + std::exp(-y))
                             : shape.activation == Activation::symmetric ? y / (1 + std::abs(y))
                                                                         : std::exp(-y * y);
        output += weight(Set::concepts + 2, h) * value;
    }
    return turn * output;
}

template <class Set>
void compare(const PerceptronShape& shape) {
    const std::vector<double> weights = random_weights<Set>(shape, 1);
    const Perceptron<Set> networks(shape, weights, 10);
    CHECK(networks.weights() == std::vector<float>(weights.begin(), weights.end()));
    typename Perceptron<Set>::Scratch scratch;
    random_games(400, 2, [&](const Chess& position) {
        for (const Side perspective : {Side::first, Side::second}) {
            const float value = networks.value(position, perspective);
            CHECK(std::abs(value / 10 - plain<Set>(shape, weights, position, perspective)) < 1e-4);
            CHECK_EQUAL(networks.value(position, perspective, scratch), value);
        }
    });
}

// The slope of the plain version, by small differences, beside the gradient of the core; of some weights, there are
// many.
template <class Set>
void compare_gradient(const PerceptronShape& shape) {
    std::vector<double> weights = random_weights<Set>(shape, 3);
    const Perceptron<Set> networks(shape, weights, 9999);
    Random random(4);
    random_games(120, 5, [&](const Chess& position) {
        if (random.below(20)) return;
        auto sum = networks.gradient_sum();
        sum.add(position, Side::second, -1.5);
        const std::vector<double> gradient = sum.take().values;
        double size = 0;
        for (const double slope : gradient) size = std::max(size, std::abs(slope));
        CHECK(size > 0.1);
        for (int tries = 0; tries < 400; ++tries) {
            const std::size_t w = tries < 200
                                      ? weights.size() - 1 - random.below(std::min<std::size_t>(weights.size(), 250))
                                      : random.below(weights.size());
            const double kept = weights[w], small = 1e-5;
            weights[w] = kept + small;
            const double above = plain<Set>(shape, weights, position, Side::second);
            weights[w] = kept - small;
            const double slope = (above - plain<Set>(shape, weights, position, Side::second)) / (2 * small);
            weights[w] = kept;
            CHECK(std::abs(gradient[w] + 1.5 * slope) < 1e-4 * (1 + std::abs(slope)));
        }
    });
}

// Networks made anew after every position, each with the weights that the steps before have left.
template <class Set>
void compare_in_turn(const PerceptronShape& shape, const Network::Rates& rates) {
    const std::vector<double> start = random_weights<Set>(shape, 11);
    std::vector<Chess> positions;
    random_games(150, 12, [&](const Chess& position) { positions.push_back(position); });
    Random random(13);
    std::vector<double> targets, weights = start, sensitivity(start.size());
    std::size_t at = 0;
    for (const int hidden : shape.hidden) {
        std::fill_n(sensitivity.begin() + static_cast<std::ptrdiff_t>(at) + (Set::concepts + 1) * hidden, hidden, 1);
        at += Network::weight_count({Set::concepts, hidden, 1, shape.activation});
    }
    for (const Chess& position : positions) {
        targets.push_back(static_cast<double>(random.below(3)) - 1);
        const Perceptron<Set> networks(shape, weights, 1);
        auto sum = networks.gradient_sum();
        sum.add(position, Side::first, targets.back() - networks.value(position, Side::first));
        const std::vector<double> gradient = sum.take().values;
        for (std::size_t w = 0; w < weights.size(); ++w)
            weights[w] += (sensitivity[w] == 1 ? rates.sensitivity : rates.weights) * gradient[w];
    }
    const std::vector<Side> sides(positions.size(), Side::first);
    const Gradient found = Perceptron<Set>(shape, start, 5).gradient_in_turn(positions, sides, targets, rates);
    CHECK_EQUAL(found.values.size(), start.size());
    double most = 0;
    for (std::size_t w = 0; w < start.size(); ++w) {
        const double rate = sensitivity[w] == 1 ? rates.sensitivity : rates.weights;
        CHECK(std::abs(rate * found.values[w] - (weights[w] - start[w])) < 2e-4);
        most = std::max(most, std::abs(weights[w] - start[w]));
    }
    CHECK(most > 0.01);
}

template <class E, class Search>
void compare_delta(Search& search, const std::shared_ptr<const E>& networks, const Line<typename E::Position>& line,
                   int depth) {
    search.run(networks, line, {.depth = depth}, 1);
    const Delta delta = delta_from_tree(search, 1);
    std::vector<double> literal(networks->weights().size());
    double errors = 0;
    std::uint64_t nodes = 0;
    search.for_each_node(1, [&](const auto& node) {
        ++nodes;
        const int turn = sign(node.position.turn());
        const double value = truncated(turn * networks->value(node.position, search.perspective()));
        const double error = pull(node.lower, node.upper, static_cast<Value>(value), networks->unit()).step;
        errors += std::abs(error);
        auto sum = networks->gradient_sum();
        sum.add(node.position, search.perspective(), 1);
        const std::vector<double> one = sum.take().values;
        for (std::size_t w = 0; w < one.size(); ++w) literal[w] += turn * error * one[w];
    });
    CHECK_EQUAL(delta.nodes, nodes);
    CHECK(std::abs(delta.abs_error - errors) < 1e-6 * (1 + errors));
    for (std::size_t w = 0; w < literal.size(); ++w)
        CHECK(std::abs(delta.gradient.values[w] - literal[w]) < 1e-4 * (1 + std::abs(literal[w])));
}

template <class Set>
std::shared_ptr<const Perceptron<Set>> some(const PerceptronShape& shape, float unit = 9999) {
    return std::make_shared<const Perceptron<Set>>(shape, random_weights<Set>(shape, 7), unit);
}

}  // namespace

TEST("a value is what the formulas say, with what was kept from other positions and without") {
    for (const Activation activation : all_activations) {
        compare<Material>({{0}, activation});
        compare<Material>({{5}, activation});
        compare<Meep>({{80}, activation});
        compare<Meep>({{3, 40, 17}, activation});
    }
    compare<KnightCap>({{24}, Activation::symmetric});
    compare<KnightCap>({{0, 8, 0}, Activation::sigmoid});
    compare<Meep>({{256}, Activation::sigmoid});
    compare<KingsAndPawns>({{80, 80, 80}, Activation::sigmoid});
}

TEST("the gradient is the slope") {
    for (const Activation activation : all_activations) {
        compare_gradient<Meep>({{7}, activation});
        compare_gradient<KnightCap>({{2, 3, 4}, activation});
    }
    compare_gradient<Meep>({{0}, Activation::sigmoid});
}

TEST("learning in turn is one step after the other") {
    compare_in_turn<KingsAndPawns>({{8, 12, 8}, Activation::sigmoid}, {0.005F, 0});
    compare_in_turn<KingsAndPawns>({{0}, Activation::sigmoid}, {0.0005F, 0});
    compare_in_turn<Meep>({{9}, Activation::symmetric}, {0.005F, 0.01F});
}

TEST("scratch may be handed from one evaluator to the next") {
    const auto one = some<Meep>({{20}, Activation::sigmoid});
    const Perceptron<Meep> other({{9, 0, 30}, Activation::radial},
                                 random_weights<Meep>({{9, 0, 30}, Activation::radial}, 8), 1);
    Perceptron<Meep>::Scratch scratch;
    int visited = 0;
    random_games(3'000, 9, [&](const Chess& position) {
        const Perceptron<Meep>& networks = visited++ / 100 % 2 ? *one : other;
        CHECK_EQUAL(networks.value(position, Side::first, scratch), networks.value(position, Side::first));
    });
}

TEST("chess has an opening, a middlegame and an endgame") {
    CHECK_EQUAL(Chess::start().stage(), 0);
    const auto stage_of = [](const char* men) { return Chess::parse(std::string(men) + " w - - 0 1").stage(); };
    CHECK_EQUAL(stage_of("rnb1kb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), 0);  // 66 points
    CHECK_EQUAL(stage_of("rnb1kb1r/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR"), 1);  // 65
    CHECK_EQUAL(stage_of("3qk3/ppppppp1/8/8/8/8/PPPPPP2/3QKN2"), 2);          // 34
    CHECK_EQUAL(stage_of("3qk3/ppppppp1/8/8/8/8/PPPPPPP1/3QKN2"), 1);         // 35
}

TEST("what a tree teaches is the literal sum over its nodes") {
    Minimax<Perceptron<toys::TicTacToeSet>> minimax;
    AlphaBeta<Perceptron<toys::TicTacToeSet>> alphabeta(12);
    const auto toy = some<toys::TicTacToeSet>({{6}, Activation::symmetric});
    const Line<doubles::TicTacToe> start(doubles::TicTacToe::start());
    compare_delta(minimax, toy, start, 3);
    compare_delta(alphabeta, toy, start, 5);
    AlphaBeta<Perceptron<Meep>> search(14);
    compare_delta(search, some<Meep>({{8, 8, 8}, Activation::sigmoid}), Line<Chess>(Chess::start()), 3);
}

TEST("the searches for play take networks, and the same search is the same again") {
    const auto networks = some<Meep>({{32}, Activation::sigmoid}, 2000);
    const Line<Chess> line(Chess::parse("r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP1Q1PP/R4RK1 b - - 3 12"));
    const auto tell = [](const auto&) {};
    tournament::Control control;
    tournament::NodeRecorder<Chess> recorder;
    tournament::TournamentSearch<Perceptron<Meep>> search(1, 1), again(1, 1);
    const auto found = search.run(networks, line, {.depth = 5}, {}, control, tell, &recorder);
    const auto same = again.run(networks, line, {.depth = 5}, {}, control, tell);
    CHECK_EQUAL(found.nodes, same.nodes);
    CHECK_EQUAL(found.lines.front().score, same.lines.front().score);
    Perceptron<Meep>::Scratch scratch;
    const Delta delta = tournament::delta_from_nodes(recorder, 1, 1.0, line.position().turn(), *networks, scratch);
    CHECK(delta.nodes > 10 && delta.abs_error > 0);
    knightcap::KnightCap<Perceptron<KnightCap>> old(1);
    CHECK(old.run(some<KnightCap>({{16}, Activation::radial}, 2000), line, {.depth = 3}, {}, control, tell).nodes > 10);
}

TEST("networks that make no sense are refused") {
    const std::vector<double> few(10);
    CHECK_THROWS(Perceptron<Meep>({{4}, Activation::sigmoid}, few, 1));
    CHECK_THROWS(Perceptron<Meep>({{4, 4}, Activation::sigmoid}, few, 1));
    CHECK_THROWS(Perceptron<Meep>({{257}, Activation::sigmoid}, std::vector<double>(1'000'000), 1));
    std::vector<double> weights(Perceptron<Material>::weight_count({{2}, Activation::sigmoid}));
    weights[3] = std::nan("");
    CHECK_THROWS(Perceptron<Material>({{2}, Activation::sigmoid}, weights, 1));
}
