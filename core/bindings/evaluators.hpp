// Evaluators as Python sees them: one class for all of a game, whatever template is behind it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/linear.hpp"
#include "eval/network.hpp"
#include "eval/single_output.hpp"

namespace leafstrap::bindings {

template <Position P>
class AnyEvaluator {
public:
    virtual ~AnyEvaluator() = default;
    virtual std::string feature_set() const = 0;
    virtual std::vector<float> weights() const = 0;
    virtual float unit() const = 0;
    virtual float value(const P& position, Side perspective) const = 0;
    virtual std::vector<float> values(std::span<const P> positions, Side perspective) const = 0;
    // Σ errors[i] * ∂(value of position i / unit)/∂weights, as the programs of these sides see the positions.
    virtual Gradient gradient(std::span<const P> positions, std::span<const double> errors,
                              const std::vector<Side>& perspectives) const = 0;
    // The same for networks, towards targets, where every position is learned before the next is looked at.
    virtual Gradient gradient_in_turn(std::span<const P> positions, std::span<const double> targets,
                                      const std::vector<Side>& perspectives, const Network::Rates& rates) const = 0;
    // What it says in the view of the side to move, in one number or several. Shared, so that a search may outlive the
    // Python object that it was started with.
    virtual std::shared_ptr<const OutputEvaluator<P>> speaker() const = 0;
};

template <DifferentiableEvaluator E>
class OneEvaluator final : public AnyEvaluator<typename E::Position> {
public:
    using P = typename E::Position;

    const std::shared_ptr<const E> evaluator;

    template <class... Arguments>
    explicit OneEvaluator(const Arguments&... arguments)
        : evaluator(std::make_shared<E>(arguments...)), speaker_(std::make_shared<SingleOutput<E>>(evaluator)) {}

    std::string feature_set() const override { return std::string(E::Features::name); }
    std::vector<float> weights() const override { return evaluator->weights(); }
    float unit() const override { return evaluator->unit(); }
    float value(const P& position, Side perspective) const override { return evaluator->value(position, perspective); }
    std::vector<float> values(std::span<const P> positions, Side perspective) const override {
        std::vector<float> values;
        values.reserve(positions.size());
        typename E::Scratch scratch;
        for (const P& position : positions) values.push_back(evaluator->value(position, perspective, scratch));
        return values;
    }
    Gradient gradient(std::span<const P> positions, std::span<const double> errors,
                      const std::vector<Side>& perspectives) const override {
        if (positions.size() != errors.size() || positions.size() != perspectives.size())
            throw std::invalid_argument("every position has one error and one perspective");
        auto&& sum = evaluator->gradient_sum();
        for (std::size_t i = 0; i < positions.size(); ++i)
            if (errors[i] != 0) sum.add(positions[i], perspectives[i], errors[i]);
        return sum.take();
    }
    Gradient gradient_in_turn(std::span<const P> positions, std::span<const double> targets,
                              const std::vector<Side>& perspectives, const Network::Rates& rates) const override {
        if (positions.size() != targets.size() || positions.size() != perspectives.size())
            throw std::invalid_argument("every position has one target and one perspective");
        if constexpr (requires { evaluator->gradient_in_turn(positions, perspectives, targets, rates); })
            return evaluator->gradient_in_turn(positions, perspectives, targets, rates);
        else
            throw std::invalid_argument("only networks learn from one position after the other");
    }
    std::shared_ptr<const OutputEvaluator<P>> speaker() const override { return speaker_; }

private:
    std::shared_ptr<const OutputEvaluator<P>> speaker_;
};

// What to hand to a search instead of the wrong kind of evaluator.
template <class E>
inline constexpr std::string_view needs = "is for networks: make the evaluator by them";
template <class Set>
inline constexpr std::string_view needs<Linear<Set, float>> =
    "learns with real weights: make the evaluator by linear()";
template <class Set>
inline constexpr std::string_view needs<Linear<Set, std::int32_t>> =
    "plays with integer weights: make the evaluator by integer()";

// The evaluator behind the face, which must be one of this kind.
template <class E>
std::shared_ptr<const E> evaluator_behind(const AnyEvaluator<typename E::Position>& face) {
    if (const auto* found = dynamic_cast<const OneEvaluator<E>*>(&face)) return found->evaluator;
    const std::string wanted(E::Features::name);
    if (face.feature_set() != wanted)
        throw std::invalid_argument("the evaluator is over the feature set " + face.feature_set() + ", not over " +
                                    wanted);
    throw std::invalid_argument("this search " + std::string(needs<E>));
}

}  // namespace leafstrap::bindings
