// The same games teach networks the same as they did before there was one pipeline for all games. To go with the
// classes it compares with.
#include <cmath>
#include <vector>

#include "backgammon/modules.hpp"
#include "backgammon/trainer.hpp"
#include "check.hpp"
#include "selfplay/expectimax_chooser.hpp"
#include "selfplay/online.hpp"

using namespace leafstrap::backgammon;
using leafstrap::Activation;
using leafstrap::BatchSettings;
using leafstrap::ExpectimaxChooser;
using leafstrap::Games;
using leafstrap::LookAhead;
using leafstrap::OnlineChooser;
using leafstrap::Outputs;
using leafstrap::OutputScheme;
using leafstrap::Random;
using leafstrap::Recorded;
using leafstrap::SelfPlay;
using Board = leafstrap::backgammon::Position;

namespace {

struct Both {
    ModularShape old_shape;
    Modules modules;
    std::vector<double> weights;

    explicit Both(Heads heads)
        : old_shape{Architecture::small,
                    heads,
                    Activation::sigmoid,
                    {Inputs::endgame, Inputs::race, Inputs::contact},
                    {4, 4, 4}},
          modules(Classifier::small, heads == Heads::seven ? seven_outputs : five_outputs, Activation::sigmoid,
                  {InputSet::endgame, InputSet::race, InputSet::contact}, {4, 4, 4}),
          weights(old_shape.weight_count()) {
        Random random(3);
        for (double& weight : weights) weight = static_cast<double>(random.below(2001)) / 10'000 - 0.1;
    }
};

// V'(s_t) = -(V(s_t+1) + λ (V'(s_t+1) - V(s_t+1))) of one game.
std::vector<double> td_targets(const Games<Board>& games, const OutputScheme& scheme, float lambda) {
    const std::size_t width = scheme.size(), count = games.positions.size();
    std::vector<double> targets(count * width);
    Outputs target{};
    for (std::size_t o = 0; o < width; ++o) target[o] = games.final_outputs[o];
    for (std::size_t t = count; t-- > 0;) {
        if (t + 1 < count)
            for (std::size_t o = 0; o < width; ++o) {
                const float next = games.outputs[(t + 1) * width + o];
                target[o] = next + lambda * (target[o] - next);
            }
        target = scheme.swapped(target);
        for (std::size_t o = 0; o < width; ++o) targets[t * width + o] = target[o];
    }
    return targets;
}

}  // namespace

TEST("every rule learns the same from the same game") {
    const float rate = 1e-3F, lambda = 0.6F;
    for (const Heads heads : {Heads::seven, Heads::five})
        for (const Rule rule : {Rule::td, Rule::leaf, Rule::root, Rule::tree}) {
            const Both both(heads);
            const ModularNetworks networks(both.modules, both.weights);
            const OutputScheme& scheme = networks.scheme();
            const std::size_t width = scheme.size();
            const LookAhead<Board> ahead{.depth = rule == Rule::td ? 1 : 2, .candidates = 2};
            const Recorded recorded = rule == Rule::td     ? Recorded::board
                                      : rule == Rule::leaf ? Recorded::leaf
                                      : rule == Rule::root ? Recorded::root
                                                           : Recorded::tree;
            ExpectimaxChooser<Board> chooser(networks, networks, networks, ahead, recorded, nullptr);
            const Games<Board> games = SelfPlay<Board, ExpectimaxChooser<Board>>(chooser, {.seed = 7}).run();

            const leafstrap::backgammon::Modular old_networks(both.old_shape, both.weights);
            Trainer trainer(old_networks, nullptr, 0);
            trainer.study(games.line(0), {},
                          {.rule = rule,
                           .lambda = lambda,
                           .rates = {rate, 0},
                           .care = {.plies = ahead.depth - 1, .candidates = ahead.candidates}});
            const std::vector<double> old_weights = trainer.learner().weights();

            const std::vector<double> td = td_targets(games, scheme, lambda);
            std::vector<double> moved;
            if (rule == Rule::td) {
                moved = networks.output_gradient_in_turn(games.positions, td, {rate, 0}).values;
            } else if (rule == Rule::root) {
                const std::vector<double> targets(games.outputs.begin(), games.outputs.end());
                moved = networks.output_gradient_in_turn(games.positions, targets, {rate, 0}).values;
            } else if (rule == Rule::tree) {
                const std::vector<double> targets(games.nodes.targets.begin(), games.nodes.targets.end());
                moved = networks.output_gradient_in_turn(games.nodes.positions, targets, {rate, 0}).values;
            } else {
                std::vector<double> errors(games.leaves.positions.size() * width);
                for (std::size_t t = 0; t < games.positions.size(); ++t)
                    for (auto leaf = static_cast<std::size_t>(games.leaf_starts[t]);
                         leaf < static_cast<std::size_t>(games.leaf_starts[t + 1]); ++leaf) {
                        if (games.leaves.positions[leaf].outcome(true).over) continue;
                        Outputs error{};
                        for (std::size_t o = 0; o < width; ++o)
                            error[o] = static_cast<float>(td[t * width + o]) - games.outputs[t * width + o];
                        if (games.leaves.swapped[leaf]) error = scheme.difference_swapped(error);
                        for (std::size_t o = 0; o < width; ++o)
                            errors[leaf * width + o] = games.leaves.weights[leaf] * error[o];
                    }
                moved = networks.output_gradient(games.leaves.positions, errors).values;
                // Sensitivities have no rate in the old ones.
                std::size_t start = 0;
                for (std::size_t n = 0; n < both.modules.size(); ++n) {
                    const auto shape = both.modules.network(n);
                    std::fill_n(moved.begin() + static_cast<std::ptrdiff_t>(start) + (shape.inputs + 1) * shape.hidden,
                                shape.hidden, 0.0);
                    start += leafstrap::Network::weight_count(shape);
                }
            }
            double apart = 0, far = 0, most = 0;
            for (std::size_t w = 0; w < moved.size(); ++w) {
                const double difference = both.weights[w] + rate * moved[w] - old_weights[w];
                most = std::max(most, std::abs(difference));
                apart += difference * difference;
                far += std::pow(old_weights[w] - both.weights[w], 2);
            }
            CHECK(far > 0);
            // Leaves are pushed one after the other in the old ones, and summed up here.
            CHECK(most < (rule == Rule::leaf ? 1e-3 : 1e-5));
            CHECK(std::sqrt(apart / far) < (rule == Rule::leaf ? 0.05 : 1e-3));
        }
}

TEST("online learning is the same") {
    const Both both(Heads::seven);
    ModularNetworks learner(both.modules, both.weights);
    OnlineChooser<ModularNetworks> chooser(learner, learner, learner, {}, {0.6F, {1e-3F, 1e-3F}}, nullptr);
    const Games<Board> games = SelfPlay<Board, OnlineChooser<ModularNetworks>>(chooser, {.seed = 7}).run();

    leafstrap::backgammon::Modular old_networks(both.old_shape, both.weights);
    Teacher teacher(old_networks);
    Tally tally;
    teacher.begin();
    for (std::size_t t = 0; t < games.positions.size(); ++t) {
        const Board next = t + 1 < games.positions.size() ? games.positions[t + 1] : games.line(0).position();
        teacher.move_on(games.positions[t], next, {.lambda = 0.6F, .rates = {1e-3F, 1e-3F}, .online = true}, tally);
    }
    const std::vector<double> weights = learner.weights(), old_weights = old_networks.weights();
    double most = 0;
    for (std::size_t w = 0; w < weights.size(); ++w) most = std::max(most, std::abs(weights[w] - old_weights[w]));
    CHECK(weights != both.weights);
    CHECK(most < 1e-5);
}
