// Evaluators with outputs: the change of view, and gradients against small differences.
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "backgammon/modules.hpp"
#include "check.hpp"
#include "eval/linear.hpp"
#include "eval/single_output.hpp"
#include "search/random.hpp"

using namespace leafstrap;
using namespace leafstrap::backgammon;
using Board = leafstrap::backgammon::Position;

namespace {

double any(Random& random) { return static_cast<double>(random.below(2001)) / 1000 - 1; }

std::vector<double> random_weights(std::size_t count, std::uint64_t seed, double size = 0.1) {
    Random random(seed);
    std::vector<double> weights(count);
    for (double& weight : weights) weight = size * any(random);
    return weights;
}

// Boards before a roll, of games at random.
std::vector<Board> random_boards(int games) {
    Random random(5);
    std::vector<Board> boards;
    for (int game = 0; game < games; ++game) {
        Board board = Board::start();
        while (!board.outcome(true).over) {
            boards.push_back(board);
            board = board.after(all_rolls[random.below(roll_count)]);
            MoveList<Board> moves;
            board.legal_moves(moves);
            board = board.after(moves[random.below(moves.size())]);
        }
    }
    return boards;
}

Board mirrored(const Board& board) {
    return Board(board.checkers(Side::second), board.checkers(Side::first), !board.turn());
}

Modules small_modules(const OutputScheme& scheme, int hidden) {
    return {Classifier::small,
            scheme,
            Activation::sigmoid,
            {InputSet::endgame, InputSet::race, InputSet::contact},
            {hidden, hidden, hidden}};
}

// Σ errors · outputs.
double weighed(const OutputEvaluator<Board>& evaluator, std::span<const Board> boards, std::span<const double> errors) {
    const std::size_t count = evaluator.scheme().size();
    double sum = 0;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const Outputs outputs = evaluator.outputs(boards[i]);
        for (std::size_t o = 0; o < count; ++o) sum += errors[i * count + o] * outputs[o];
    }
    return sum;
}

}  // namespace

TEST("seen by the other side twice, outputs are as they were") {
    Random random(1);
    for (const OutputScheme* scheme : output_schemes) {
        Outputs outputs{};
        for (std::size_t o = 0; o < scheme->size(); ++o) outputs[o] = static_cast<float>(random.below(64)) / 64;
        CHECK(scheme->swapped(scheme->swapped(outputs)) == outputs);
        CHECK(std::abs(scheme->equity(outputs) + scheme->equity(scheme->swapped(outputs))) < 1e-6);
        for (const int points : {-3, -2, -1, 1, 2, 3}) {
            CHECK(scheme->swapped(scheme->certain(points)) == scheme->certain(-points));
            CHECK_EQUAL(scheme->equity(scheme->certain(points)), static_cast<float>(points));
        }
    }
}

TEST("what the side to move sees makes the first player's value") {
    const Linear<Tesauro> linear(random_weights(Tesauro::concepts, 2));
    for (const Board& board : random_boards(2)) {
        double dot = 0;
        Row row;
        RowBuilder<Tesauro> builder;
        append_row(board, Side::first, builder, row);
        const std::vector<float> weights = linear.weights();
        for (std::size_t i = 0; i < row.indices.size(); ++i)
            dot += row.values[i] * weights[static_cast<std::size_t>(row.indices[i])];
        CHECK(std::abs(linear.value(board, Side::first) - sign(board.turn()) * dot) < 1e-4);
        CHECK_EQUAL(linear.value(mirrored(board), Side::first), -linear.value(board, Side::first));
    }
}

TEST("gradients of linear evaluators that see as the side to move") {
    const std::vector<Board> boards = random_boards(1);
    const std::vector<double> weights = random_weights(Contact::concepts, 3), errors = random_weights(boards.size(), 4);
    const auto evaluator = std::make_shared<Linear<Contact>>(weights);
    auto&& sum = evaluator->gradient_sum();
    for (std::size_t i = 0; i < boards.size(); ++i) sum.add(boards[i], Side::first, sign(boards[i].turn()) * errors[i]);
    const Gradient gradient = sum.take();
    CHECK(SingleOutput<Linear<Contact>>(evaluator).output_gradient(boards, errors).values == gradient.values);
    for (std::size_t w = 0; w < weights.size(); w += 7) {
        std::vector<double> above = weights, below = weights;
        above[w] += 0.5;
        below[w] -= 0.5;
        const SingleOutput<Linear<Contact>> high(std::make_shared<Linear<Contact>>(above));
        const SingleOutput<Linear<Contact>> low(std::make_shared<Linear<Contact>>(below));
        CHECK(std::abs(weighed(high, boards, errors) - weighed(low, boards, errors) - gradient.values[w]) < 1e-4);
    }
}

TEST("gradients of modular networks with any outputs, with and without hidden units") {
    const std::vector<Board> boards = random_boards(1);
    for (const OutputScheme* scheme : output_schemes)
        for (const int hidden : {0, 3}) {
            const Modules modules = small_modules(*scheme, hidden);
            const std::vector<double> weights = random_weights(ModularNetworks::weight_count(modules), 6, 0.3);
            const std::vector<double> errors = random_weights(boards.size() * scheme->size(), 7);
            const Gradient gradient = ModularNetworks(modules, weights).output_gradient(boards, errors);
            CHECK_EQUAL(gradient.values.size(), weights.size());
            for (std::size_t w = 0; w < weights.size(); w += 41) {
                std::vector<double> above = weights, below = weights;
                above[w] += 1e-2;
                below[w] -= 1e-2;
                const double slope = (weighed(ModularNetworks(modules, above), boards, errors) -
                                      weighed(ModularNetworks(modules, below), boards, errors)) /
                                     2e-2;
                CHECK(std::abs(slope - gradient.values[w]) < 2e-3 + 0.01 * std::abs(slope));
            }
        }
}

TEST("learned in turn, small steps come to the gradient") {
    std::vector<Board> boards = random_boards(1);
    boards.resize(10);  // so few that the weights hardly move
    for (const int hidden : {0, 3}) {
        const Modules modules = small_modules(five_outputs, hidden);
        const ModularNetworks networks(modules, random_weights(ModularNetworks::weight_count(modules), 8));
        std::vector<double> targets, errors;
        Random random(9);
        for (const Board& board : boards) {
            const Outputs outputs = networks.outputs(board);
            for (std::size_t o = 0; o < five_outputs.size(); ++o) {
                targets.push_back(any(random));
                errors.push_back(targets.back() - outputs[o]);
            }
        }
        const std::vector<double> whole = networks.output_gradient(boards, errors).values;
        const std::vector<double> steps =
            networks.output_gradient_in_turn(boards, targets, {.weights = 1e-4F, .sensitivity = 1e-4F}).values;
        double apart = 0, far = 0;
        for (std::size_t w = 0; w < whole.size(); ++w) {
            apart += std::pow(whole[w] - steps[w], 2);
            far += std::pow(whole[w], 2);
        }
        CHECK(far > 0);
        CHECK(std::sqrt(apart / far) < 0.05);
        // Errors that are told come to the same, where they are those of the targets.
        const std::vector<double> told =
            networks.output_errors_in_turn(boards, errors, {.weights = 1e-4F, .sensitivity = 1e-4F}).values;
        double told_apart = 0;
        for (std::size_t w = 0; w < whole.size(); ++w) told_apart += std::pow(whole[w] - told[w], 2);
        CHECK(std::sqrt(told_apart / far) < 0.05);
        // Without a rate sensitivities stay.
        const std::vector<double> still = networks.output_gradient_in_turn(boards, targets, {.weights = 1e-4F}).values;
        const auto first = static_cast<std::size_t>((Endgame::concepts + 1) * hidden);
        for (std::size_t w = first; w < first + static_cast<std::size_t>(hidden); ++w) CHECK_EQUAL(still[w], 0.0);
    }
}

TEST("networks that do not fit are refused") {
    CHECK_THROWS(Modules(Classifier::small, one_output, Activation::sigmoid, {InputSet::race}, {4}));
    CHECK_THROWS(Modules(Classifier::single, one_output, Activation::sigmoid, {InputSet::race}, {-1}));
    const Modules modules(Classifier::single, one_output, Activation::sigmoid, {InputSet::race}, {4});
    CHECK_THROWS(ModularNetworks(modules, std::vector<double>(5)));
    std::vector<double> weights(ModularNetworks::weight_count(modules));
    weights[3] = std::nan("");
    CHECK_THROWS(ModularNetworks(modules, weights));
}
