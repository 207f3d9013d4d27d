// Modular networks as Python sees them: an evaluator like the others of the game.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/evaluators.hpp"
#include "eval/modular.hpp"

namespace leafstrap::bindings {

// Values are the points to expect.
template <class Modules>
class ModularEvaluator final : public AnyEvaluator<typename Modules::Position> {
public:
    using P = typename Modules::Position;

    const std::shared_ptr<const Modular<Modules>> networks;

    // Inputs: the names of the feature sets they are over.
    ModularEvaluator(const Modules& modules, std::span<const double> weights, std::string inputs)
        : networks(std::make_shared<const Modular<Modules>>(modules, weights)), inputs_(std::move(inputs)) {}

    std::string feature_set() const override { return inputs_; }
    std::vector<float> weights() const override {
        const std::vector<double> weights = networks->weights();
        return {weights.begin(), weights.end()};
    }
    float unit() const override { return 1; }
    float value(const P& position, Side) const override {
        return static_cast<float>(sign(position.turn())) * scheme().equity(networks->outputs(position));
    }
    std::vector<float> values(std::span<const P> positions, Side perspective) const override {
        std::vector<float> values;
        values.reserve(positions.size());
        for (const P& position : positions) values.push_back(value(position, perspective));
        return values;
    }
    Gradient gradient(std::span<const P> positions, std::span<const double> errors,
                      const std::vector<Side>& perspectives) const override {
        if (positions.size() != errors.size() || positions.size() != perspectives.size())
            throw std::invalid_argument("every position has one error and one perspective");
        std::vector<double> output_errors;
        output_errors.reserve(positions.size() * scheme().size());
        for (std::size_t i = 0; i < positions.size(); ++i)
            for (std::size_t o = 0; o < scheme().size(); ++o)
                output_errors.push_back(sign(positions[i].turn()) * errors[i] * scheme().points[o]);
        return networks->output_gradient(positions, output_errors);
    }
    Gradient gradient_in_turn(std::span<const P> positions, std::span<const double> targets,
                              const std::vector<Side>& perspectives, const Network::Rates& rates) const override {
        if (positions.size() != targets.size() || positions.size() != perspectives.size())
            throw std::invalid_argument("every position has one target and one perspective");
        if (scheme().count != 1)
            throw std::invalid_argument("several outputs have a target each: use output_gradient_in_turn");
        std::vector<double> movers(targets.begin(), targets.end());
        for (std::size_t i = 0; i < positions.size(); ++i) movers[i] *= sign(positions[i].turn());
        return networks->output_gradient_in_turn(positions, movers, rates);
    }
    std::shared_ptr<const OutputEvaluator<P>> speaker() const override { return networks; }

private:
    const OutputScheme& scheme() const { return networks->scheme(); }

    std::string inputs_;
};

}  // namespace leafstrap::bindings
