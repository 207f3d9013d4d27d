// A feature set behind AnyFeatureSet: all evaluators over it are compiled where this is used.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "eval/any_feature_set.hpp"
#include "eval/linear.hpp"
#include "eval/perceptron.hpp"
#include "search/values.hpp"

namespace leafstrap {

template <NetworkSet Set>
class OneNetworkArchitecture final : public AnyNetworkArchitecture<typename Set::Position> {
public:
    using P = typename Set::Position;

    explicit OneNetworkArchitecture(const PerceptronShape& shape)
        : AnyNetworkArchitecture<P>(std::string(Set::name), shape) {}

    std::size_t size() const override { return Perceptron<Set>::weight_count(this->shape()); }
    std::shared_ptr<AnyEvaluator<P>> evaluator(std::span<const double> weights, double scale) const override {
        return std::make_shared<OneEvaluator<Perceptron<Set>>>(EvaluatorKind::network, this->shape(), weights,
                                                               static_cast<float>(win_value * scale));
    }
    Influences influences(std::span<const double> weights, const P& position, Side perspective) const override {
        const Perceptron<Set> networks(this->shape(), weights, win_value);
        const NetworkInputs inputs = networks.inputs(position, perspective);
        Influences found{networks.network_of(position), {}, {}, networks.slopes(position, inputs)};
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            found.inputs.push_back(inputs.index(i));
            found.values.push_back(inputs.value(i));
            found.influences[i] *= inputs.value(i);
        }
        return found;
    }
};

template <FeatureSet Set>
class OneFeatureSet final : public AnyFeatureSet<typename Set::Position> {
public:
    using P = typename Set::Position;

    std::string name() const override { return std::string(Set::name); }
    int concepts() const override { return Set::concepts; }
    std::vector<std::string> stages() const override { return {Set::stage_names.begin(), Set::stage_names.end()}; }
    bool symmetric() const override { return Set::symmetric; }
    bool movers_view() const override { return leafstrap::movers_view<Set>; }
    const std::vector<FeatureInfo>& features() const override { return Set::describe(); }
    Rows rows(std::span<const P> positions, Side perspective) const override {
        return feature_rows<Set>(positions, perspective);
    }
    std::vector<float> mix(const P& position) const override {
        const auto mix = Set::mix(position);
        return {mix.begin(), mix.end()};
    }
    std::vector<Share> shares(const P& position, Side perspective) const override {
        Shares<Set> shares;
        Set::features(position, perspective, shares);
        return shares.list();
    }
    std::shared_ptr<AnyEvaluator<P>> linear(std::span<const double> weights) const override {
        return std::make_shared<OneEvaluator<Linear<Set>>>(EvaluatorKind::real, weights);
    }
    std::shared_ptr<AnyEvaluator<P>> integer(std::span<const double> weights, double scale) const override {
        if constexpr (fractional<Set>)
            throw std::invalid_argument("the features of " + name() + " are too fine for whole numbers");
        else
            return std::make_shared<OneEvaluator<Linear<Set, std::int32_t>>>(EvaluatorKind::integer, weights, scale);
    }
    std::unique_ptr<AnyNetworkArchitecture<P>> perceptron(const PerceptronShape& shape,
                                                          const OutputScheme& scheme) const override {
        if (scheme.count != 1)
            throw std::invalid_argument("networks over the feature set " + name() + " have one output");
        if constexpr (NetworkSet<Set>)
            return std::make_unique<OneNetworkArchitecture<Set>>(shape);
        else
            throw std::invalid_argument(
                "the feature set " + name() +
                (movers_view() ? " is for modular networks" : " has too many concepts for networks"));
    }
};

template <FeatureSet Set>
std::unique_ptr<AnyFeatureSet<typename Set::Position>> make_feature_set() {
    return std::make_unique<OneFeatureSet<Set>>();
}

}  // namespace leafstrap
