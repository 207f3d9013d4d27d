// Inputs, classes and learning of backgammon without Python.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "backgammon/bearoff.hpp"
#include "backgammon/notation.hpp"
#include "backgammon/pubeval.hpp"
#include "backgammon/trainer.hpp"
#include "check.hpp"

using leafstrap::Activation;
using leafstrap::FeatureInfo;
using leafstrap::MoveList;
using leafstrap::NetworkInputs;
using leafstrap::Random;
using leafstrap::Side;
using namespace leafstrap::backgammon;
using Position = leafstrap::backgammon::Position;

namespace {

Roll any_roll(Random& random) {
    return roll(1 + static_cast<int>(random.below(6)), 1 + static_cast<int>(random.below(6)));
}

// Boards before a roll, of games at random.
std::vector<Position> random_boards(int games) {
    Random random(5);
    std::vector<Position> boards;
    for (int game = 0; game < games; ++game) {
        Position position = Position::start();
        while (!position.outcome(true).over) {
            boards.push_back(position);
            position = position.after(any_roll(random));
            MoveList<Position> moves;
            position.legal_moves(moves);
            position = position.after(moves[random.below(moves.size())]);
        }
    }
    return boards;
}

ModularShape small_shape() {
    return {Architecture::small,
            Heads::seven,
            Activation::sigmoid,
            {Inputs::endgame, Inputs::race, Inputs::contact},
            {20, 20, 40}};
}

Modular random_networks(const ModularShape& shape, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> weights(shape.weight_count());
    for (double& weight : weights) weight = (static_cast<double>(random.below(2001)) / 1000 - 1) / 10;
    auto network = weights.begin();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto [inputs, hidden, outputs, activation] = shape.network(i);
        std::fill_n(network + (inputs + 1) * hidden, hidden, 1.0);  // sensitivities
        network += static_cast<std::ptrdiff_t>(leafstrap::Network::weight_count(shape.network(i)));
    }
    return {shape, weights};
}

}  // namespace

TEST("shots are those that some legal move takes") {
    for (const Position& board : random_boards(20)) {
        const Shots shots = Shooter(board.checkers(board.turn()), board.checkers(!board.turn())).shots();
        std::array<double, points> hit{};
        double any = 0;
        for (const Roll rolled : all_rolls) {
            std::set<Place> found;
            MoveList<Position> moves;
            board.after(rolled).legal_moves(moves);
            for (const Move& move : moves) {
                const Position after = board.after(rolled).after(move);
                for (Place p = 0; p < points; ++p)
                    if (board.checkers(!board.turn())[p] == 1 && after.checkers(after.turn())[p] == 0) found.insert(p);
            }
            for (const Place p : found) hit[static_cast<std::size_t>(p)] += Position::probability(rolled);
            if (!found.empty()) any += Position::probability(rolled);
        }
        CHECK(std::abs(shots.any - any) < 1e-5);
        for (std::size_t p = 0; p < points; ++p) CHECK(std::abs(shots.hit[p] - hit[p]) < 1e-5);
    }
}

TEST("every input has one name, comes once and is finite") {
    const auto check = [](Inputs inputs, const std::vector<FeatureInfo>& described) {
        std::set<std::string> names;
        for (const FeatureInfo& info : described) names.insert(info.name);
        CHECK_EQUAL(names.size(), static_cast<std::size_t>(input_count(inputs)));
        for (const Position& board : random_boards(4)) {
            NetworkInputs found;
            visit(inputs, View(board, board.turn()), found);
            std::set<int> seen;
            for (std::size_t i = 0; i < found.size(); ++i) {
                CHECK(seen.insert(found.index(i)).second);
                CHECK(found.index(i) >= 0 && found.index(i) < input_count(inputs));
                CHECK(std::isfinite(found.value(i)) && found.value(i) != 0);
            }
        }
    };
    check(Inputs::tesauro, Tesauro::describe());
    check(Inputs::endgame, Endgame::describe());
    check(Inputs::race, Race::describe());
    check(Inputs::contact, Contact::describe());
}

TEST("classes of well-known boards") {
    const auto kind = [](const char* text) {
        const Position board = Position::parse(text);
        return class_of(View(board, board.turn()));
    };
    CHECK(kind("4HPwATDgc/ABMA") == Class::other);  // the start
    CHECK(class_of(View(starting_checkers, starting_checkers)) == Class::other);
    Checkers home_side, other_side;
    home_side[5] = 15;
    other_side[3] = 10;
    CHECK(class_of(View(home_side, other_side)) == Class::endgame);
    other_side[8] = 5;
    CHECK(class_of(View(home_side, other_side)) == Class::race);
    for (const Position& board : random_boards(10)) {
        const View view(board, board.turn());
        const Class large = class_of(view), small = small_class_of(view);
        CHECK((large == Class::endgame) == (small == Class::endgame));
        CHECK((large == Class::race) == (small == Class::race));
        CHECK_EQUAL(large == Class::endgame || large == Class::race, board.is_race());
    }
}

TEST("a view and its reverse say the same of the outputs") {
    for (const Heads heads : {Heads::seven, Heads::five})
        for (const int points : {-3, -2, -1, 1, 2, 3}) {
            CHECK(turned(heads, certain(heads, points)) == certain(heads, -points));
            CHECK_EQUAL(equity(heads, certain(heads, points)), static_cast<float>(points));
        }
}

TEST("targets of one game are those of the formula") {
    // With the rate at 0 nothing moves, and the errors of a game are those between targets and outputs.
    const Modular networks = random_networks(small_shape(), 3);
    Trainer trainer(networks, nullptr, 11);
    const float lambda = 0.7F;
    const Tally tally = trainer.run(1, {.lambda = lambda, .rates = {0, 0}});
    const auto& record = trainer.sample();
    std::vector<double> values;  // of the boards before each roll, the mover's view
    for (const Position& before : record.before()) values.push_back(networks.equity(View(before, before.turn())));
    // V'(s_t) = -(V(s_t+1) + λ (V'(s_t+1) - V(s_t+1))): equity is linear in the outputs, so it obeys the same rule.
    const Position& last = record.position();
    double target = sign(last.turn()) * last.outcome(true).points, sum = 0;
    for (std::size_t t = values.size(); t-- > 0;) {
        target = -(t + 1 < values.size() ? values[t + 1] + lambda * (target - values[t + 1]) : target);
        sum += std::abs(target - values[t]);
    }
    CHECK_EQUAL(tally.positions, values.size());
    CHECK(std::abs(tally.absolute_error - sum) < 1e-3);
}

TEST("a bear-off is learned to what is known of it") {
    // Three checkers a side, one step of TD(0) after each roll, as exact chances know nothing of it.
    Modular networks = random_networks(small_shape(), 1);
    Random random(2);
    const TwoSided exact(3);
    const int size = exact.index().size();
    const auto board = [&](int own, int theirs) {
        return Position(exact.index().checkers(own), exact.index().checkers(theirs), Side::first);
    };
    const auto chance = [&] {
        double error = 0, count = 0;
        for (int own = 1; own < size; own += 5)
            for (int theirs = 1; theirs < size; theirs += 5) {
                const Position position = board(own, theirs);
                const double win = exact.win(position.checkers(Side::first), position.checkers(Side::second));
                error += std::abs(networks.equity(View(position, Side::first)) - (2 * win - 1));
                ++count;
            }
        return error / count;
    };
    const double before = chance();
    constexpr int steps = 200'000;
    for (int step = 0; step < steps; ++step) {
        const Position position = board(1 + static_cast<int>(random.below(static_cast<std::uint64_t>(size - 1))),
                                        1 + static_cast<int>(random.below(static_cast<std::uint64_t>(size - 1))));
        const Judge judge(networks);
        Lookahead search(judge);
        const auto choice = choose(search, position.after(any_roll(random)));
        networks.learn(View(position, Side::first), choice.value, {.weights = step < steps / 2 ? 0.05F : 0.005F});
    }
    const double after = chance();
    CHECK(before > 0.5);
    CHECK(after < 0.15);
}

TEST("pubeval plays legal moves, and opens as it is known to") {
    const Position start = Position::start();
    CHECK_EQUAL(start.move_text(pubeval_choice(start.after(roll(3, 1)))), "8/5 6/5");
    CHECK_EQUAL(start.move_text(pubeval_choice(start.after(roll(4, 2)))), "8/4 6/4");
}

TEST("the boards that looking ahead expects learn by their probability") {
    // A game of one move: the step must be down the slope of what looking ahead expects, found here by small
    // differences. The network is small, so that its weights can be tried one by one.
    const ModularShape shape{Architecture::single, Heads::seven, Activation::sigmoid, {Inputs::tesauro}, {2}};
    Modular learner = random_networks(shape, 9);
    const std::vector<double> weights = learner.weights();
    const Position board = random_boards(1)[20];
    const auto expected = [&](const std::vector<double>& tried) {
        const Modular other(shape, tried);
        const Judge judge(other);
        return Lookahead(judge).value(board, 1);
    };
    const auto said = expected(weights);
    Checkers gone, left = starting_checkers;
    const Position over =
        board.turn() == Side::first ? Position(gone, left, Side::second) : Position(left, gone, Side::first);
    const auto target = certain(Heads::seven, 3);  // a backgammon for the side that is to roll on the board
    Tally tally;
    const float rate = 1e-3F;
    Teacher(learner).learn({{board, over}, {said}, turned(Heads::seven, target), {}},
                           {.rule = Rule::leaf, .rates = {rate, 0}, .care = {.plies = 1}}, tally);
    CHECK(std::abs(tally.absolute_error - std::abs(3 - equity(Heads::seven, said))) < 1e-5);
    const std::vector<double> learned = learner.weights();
    std::size_t telling = 0;
    for (std::size_t w = 0; w < 198 * 2; w += 3) {
        std::vector<double> above = weights, below = weights;
        above[w] += 1e-3;
        below[w] -= 1e-3;
        const auto high = expected(above), low = expected(below);
        double slope = 0;
        for (std::size_t o = 0; o < 7; ++o) slope += (target[o] - said[o]) * (high[o] - low[o]) / 2e-3;
        CHECK(std::abs((learned[w] - weights[w]) / rate - slope) < 2e-4 + 0.03 * std::abs(slope));
        telling += std::abs(slope) > 0.01;
    }
    CHECK(telling > 3);
}

TEST("every rule learns from games in which it looks ahead") {
    const ModularShape shape{Architecture::single, Heads::five, Activation::symmetric, {Inputs::tesauro}, {4}};
    for (const Rule rule : {Rule::td, Rule::leaf, Rule::root, Rule::tree}) {
        const Modular networks = random_networks(shape, 4);
        Trainer trainer(networks, nullptr, 5);
        const Tally tally =
            trainer.run(2, {.rule = rule, .rates = {0.01F, 0.01F}, .care = {.plies = 1, .candidates = 2}});
        CHECK_EQUAL(tally.games, 2U);
        CHECK(tally.positions > 20 && tally.absolute_error > 0);
        CHECK(trainer.learner().weights() != networks.weights());
    }
}

TEST("the root learns what looking ahead expects of it") {
    const ModularShape shape{Architecture::single, Heads::seven, Activation::sigmoid, {Inputs::tesauro}, {4}};
    const Modular networks = random_networks(shape, 4);
    Trainer trainer(networks, nullptr, 5);
    const Tally tally = trainer.run(1, {.rule = Rule::root, .rates = {0, 0}, .care = {.plies = 1}});
    const Judge judge(networks);
    double sum = 0;
    for (const Position& before : trainer.sample().before()) {
        const Position board(before.checkers(Side::first), before.checkers(Side::second), before.turn());
        sum += std::abs(equity(Heads::seven, Lookahead(judge).value(board, 1)) -
                        networks.equity(View(board, board.turn())));
    }
    CHECK(std::abs(tally.absolute_error - sum) < 1e-3);
}

TEST("online and offline are the same for small steps") {
    for (const Heads heads : {Heads::seven, Heads::five})
        for (const float lambda : {0.0F, 0.6F, 1.0F}) {
            ModularShape shape = small_shape();
            shape.heads = heads;
            const Modular networks = random_networks(shape, 8);
            std::vector<std::vector<double>> moved;
            for (const bool online : {false, true}) {
                Trainer trainer(networks, nullptr, 6);
                trainer.run(1, {.lambda = lambda, .rates = {1e-4F, 1e-4F}, .online = online});
                moved.push_back(trainer.learner().weights());
            }
            const std::vector<double> start = networks.weights();
            double apart = 0, far = 0;
            for (std::size_t w = 0; w < start.size(); ++w) {
                apart += std::pow(moved[0][w] - moved[1][w], 2);
                far += std::pow(moved[0][w] - start[w], 2);
            }
            CHECK(far > 0);
            CHECK(std::sqrt(apart / far) < 0.05);
        }
}
