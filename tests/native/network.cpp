// A network against itself written out plainly in double precision: what it says, and how it learns.
#include "eval/network.hpp"

#include <cmath>
#include <vector>

#include "check.hpp"
#include "search/random.hpp"

using leafstrap::Activation;
using leafstrap::Network;
using leafstrap::NetworkInputs;
using leafstrap::NetworkShape;
using leafstrap::Random;

namespace {

double uniform(Random& random) { return static_cast<double>(random.below(2'000'001)) / 1e6 - 1; }

struct Plain {
    NetworkShape shape;
    std::vector<double> weights;

    int hidden() const { return shape.hidden; }
    double& first(int i, int h) { return weights[static_cast<std::size_t>(i * hidden() + h)]; }
    double& bias(int h) { return first(shape.inputs, h); }
    double& beta(int h) { return first(shape.inputs + 1, h); }
    double& second(int o, int h) { return first(shape.inputs + 2 + o, h); }
    double& output_bias(int o) { return first(shape.inputs + 2 + shape.outputs, o); }

    double squash(double y) const {
        if (shape.activation == Activation::sigmoid) return 1 / (1 + std::exp(-y));
        if (shape.activation == Activation::symmetric) return y / (1 + std::abs(y));
        return std::exp(-y * y);
    }
    std::vector<double> evaluate(const std::vector<double>& inputs) {
        std::vector<double> outputs;
        for (int o = 0; o < shape.outputs; ++o) {
            double sum = output_bias(o);
            for (int h = 0; h < hidden(); ++h) {
                double net = bias(h);
                for (int i = 0; i < shape.inputs; ++i) net += inputs[static_cast<std::size_t>(i)] * first(i, h);
                sum += second(o, h) * squash(beta(h) * net);
            }
            outputs.push_back(sum);
        }
        return outputs;
    }
    double loss(const std::vector<double>& inputs, const std::vector<float>& targets) {
        double sum = 0;
        const auto outputs = evaluate(inputs);
        for (std::size_t o = 0; o < outputs.size(); ++o) sum += std::pow(targets[o] - outputs[o], 2) / 2;
        return sum;
    }
};

void compare(Activation activation, int hidden) {
    Random random(static_cast<std::uint64_t>(hidden) + 10);
    Plain plain{{30, hidden, 3, activation}, {}};
    plain.weights.resize(Network::weight_count(plain.shape));
    for (double& weight : plain.weights) weight = static_cast<float>(uniform(random) / 2);
    for (int h = 0; h < hidden; ++h) plain.beta(h) = static_cast<float>(1 + uniform(random) / 2);
    Network network(plain.shape);
    network.read(plain.weights);

    for (int round = 0; round < 3; ++round) {
        std::vector<double> dense(30);
        NetworkInputs inputs;
        for (int i = 0; i < 30; ++i) {
            if (random.below(2)) continue;
            dense[static_cast<std::size_t>(i)] = static_cast<float>(uniform(random));
            inputs.add(i, static_cast<float>(dense[static_cast<std::size_t>(i)]));
        }
        const std::vector<float> targets{0.5F, -1, 0.25F};
        const auto expected = plain.evaluate(dense);
        const auto said = network.evaluate(inputs);
        for (std::size_t o = 0; o < 3; ++o) CHECK(std::abs(said[o] - expected[o]) < 1e-5);

        // One step down the slope, which is found here by small differences.
        const Network::Rates rates{0.05F, 0.02F};
        std::vector<double> slope;
        for (double& weight : plain.weights) {
            const double kept = weight, small = 1e-5;
            weight = kept + small;
            const double above = plain.loss(dense, targets);
            weight = kept - small;
            slope.push_back((above - plain.loss(dense, targets)) / (2 * small));
            weight = kept;
        }
        network.learn(inputs, targets, rates);
        std::vector<double> learned(plain.weights.size());
        network.write(learned);
        const std::size_t betas = static_cast<std::size_t>(31 * hidden);
        for (std::size_t w = 0; w < learned.size(); ++w) {
            const bool is_beta = w >= betas && w < betas + static_cast<std::size_t>(hidden);
            const double rate = is_beta ? rates.sensitivity : rates.weights;
            CHECK(std::abs(learned[w] - (plain.weights[w] - rate * slope[w])) < 2e-6);
        }
        plain.weights = learned;
    }
}

}  // namespace

TEST("a network says and learns what its formulas say") {
    for (const Activation activation : {Activation::sigmoid, Activation::symmetric, Activation::radial})
        for (const int hidden : {1, 8, 20, 40, 100}) compare(activation, hidden);
}
