// Any evaluator of single values as one with outputs: the value in its own unit, in the view of the side to move.
#pragma once

#include <cassert>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/outputs.hpp"

namespace leafstrap {

template <DifferentiableEvaluator E>
class SingleOutput final : public OutputEvaluator<typename E::Position> {
public:
    using P = typename E::Position;

    explicit SingleOutput(std::shared_ptr<const E> evaluator) : evaluator_(std::move(evaluator)) {}

    const OutputScheme& scheme() const override { return one_output; }
    Outputs outputs(const P& position) const override {
        return {static_cast<float>(sign(position.turn())) * evaluator_->value(position, program) / evaluator_->unit()};
    }
    std::vector<float> outputs(std::span<const P> positions) const override {
        if constexpr (requires { evaluator_->values(positions, program); }) {
            std::vector<float> all = evaluator_->values(positions, program);
            for (std::size_t i = 0; i < all.size(); ++i)
                all[i] = static_cast<float>(sign(positions[i].turn())) * all[i] / evaluator_->unit();
            return all;
        } else {
            return OutputEvaluator<P>::outputs(positions);
        }
    }
    Gradient output_gradient(std::span<const P> positions, std::span<const double> errors) const override {
        assert(errors.size() == positions.size());
        auto&& sum = evaluator_->gradient_sum();
        for (std::size_t i = 0; i < positions.size(); ++i)
            if (errors[i] != 0) sum.add(positions[i], program, sign(positions[i].turn()) * errors[i]);
        return sum.take();
    }
    Gradient output_gradient_in_turn(std::span<const P> positions, std::span<const double> targets,
                                     const Network::Rates& rates) const override {
        assert(targets.size() == positions.size());
        const std::vector<Side> programs(positions.size(), program);
        std::vector<double> first_players(targets.begin(), targets.end());
        for (std::size_t i = 0; i < positions.size(); ++i) first_players[i] *= sign(positions[i].turn());
        if constexpr (requires { evaluator_->gradient_in_turn(positions, programs, first_players, rates); })
            return evaluator_->gradient_in_turn(positions, programs, first_players, rates);
        else
            throw std::invalid_argument("only networks learn from one position after the other");
    }
    Gradient output_errors_in_turn(std::span<const P>, std::span<const double>, const Network::Rates&) const override {
        throw std::invalid_argument("only modular networks learn from given errors one after the other");
    }

private:
    // Whose program it is matters only to sets that are not symmetric, which are learned in other ways.
    static constexpr Side program = Side::first;

    std::shared_ptr<const E> evaluator_;
};

}  // namespace leafstrap
