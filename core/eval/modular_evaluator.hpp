// Modular networks as an evaluator like the others of the game: its value is the points to expect.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "eval/any_evaluator.hpp"
#include "eval/modular.hpp"

namespace leafstrap {

template <class Modules>
class ModularEvaluator final : public AnyEvaluator<typename Modules::Position> {
public:
    using P = typename Modules::Position;
    using typename AnyEvaluator<P>::Scratch, typename AnyEvaluator<P>::Sum;

    const std::shared_ptr<const Modular<Modules>> networks;

    // Inputs: the names of the feature sets they are over. The unit says how many units of the evaluation a point is.
    ModularEvaluator(const Modules& modules, std::span<const double> weights, std::string inputs, float unit = 1)
        : AnyEvaluator<P>(false, true),
          networks(std::make_shared<const Modular<Modules>>(modules, weights)),
          inputs_(std::move(inputs)),
          unit_(unit) {}

    float value(const P& position, Side perspective, Scratch&) const override { return value(position, perspective); }
    float value(const P& position, Side) const override {
        return static_cast<float>(sign(position.turn())) * unit_ * scheme().equity(networks->outputs(position));
    }
    std::vector<float> values(std::span<const P> positions, Side) const override {
        const std::vector<float> all = networks->outputs(positions);
        std::vector<float> values;
        values.reserve(positions.size());
        const auto width = static_cast<std::ptrdiff_t>(scheme().size());
        for (auto said = all.begin(); said != all.end(); said += width) {
            Outputs outputs{};
            std::copy_n(said, width, outputs.begin());
            values.push_back(static_cast<float>(sign(positions[values.size()].turn())) * unit_ *
                             scheme().equity(outputs));
        }
        return values;
    }

    std::vector<float> weights() const override {
        const std::vector<double> weights = networks->weights();
        return {weights.begin(), weights.end()};
    }
    float unit() const override { return unit_; }
    Sum gradient_sum() const override { return Sum(std::make_unique<Terms>(*networks)); }
    Rows rows(std::span<const P> positions, Side) const override {
        if constexpr (requires { networks->modules().rows(positions); })
            return networks->modules().rows(positions);
        else
            throw std::invalid_argument(
                "modular networks see a position through several feature sets: ask each for rows");
    }
    Gradient gradient_in_turn(std::span<const P> positions, std::span<const Side>, std::span<const double> targets,
                              const Network::Rates& rates) const override {
        if (scheme().count != 1)
            throw std::invalid_argument("several outputs have a target each: use output_gradient_in_turn");
        std::vector<double> movers(targets.begin(), targets.end());
        for (std::size_t i = 0; i < positions.size(); ++i) movers[i] *= sign(positions[i].turn());
        return networks->output_gradient_in_turn(positions, movers, rates);
    }

    std::string feature_set() const override { return inputs_; }
    EvaluatorKind kind() const override { return EvaluatorKind::network; }
    std::shared_ptr<const OutputEvaluator<P>> speaker() const override { return networks; }

private:
    // All at once in the end, since networks are quicker with many positions.
    class Terms final : public Sum::Terms {
    public:
        explicit Terms(const Modular<Modules>& networks) : networks_(networks) {}

        void add(const P& position, Side, double error) override {
            positions_.push_back(position);
            const OutputScheme& scheme = networks_.scheme();
            for (std::size_t o = 0; o < scheme.size(); ++o)
                errors_.push_back(sign(position.turn()) * error * scheme.points[o]);
        }
        Gradient take() override {
            return networks_.output_gradient(std::exchange(positions_, {}), std::exchange(errors_, {}));
        }

    private:
        const Modular<Modules>& networks_;
        std::vector<P> positions_;
        std::vector<double> errors_;
    };

    const OutputScheme& scheme() const { return networks->scheme(); }

    std::string inputs_;
    float unit_;
};

}  // namespace leafstrap
