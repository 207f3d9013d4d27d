// Networks over a feature set as Python sees them: what their weights are, the evaluators and searches made for them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/evaluators.hpp"
#include "eval/perceptron.hpp"
#include "search/values.hpp"

namespace leafstrap::bindings {

// What the network for a position is told, and what each of these inputs adds to its output: value times slope.
struct Influences {
    std::size_t network = 0;
    std::vector<int> inputs;
    std::vector<float> values, influences;
};

// Those of some sets that networks can be over.
template <class Sets>
struct OfNetworks;
template <class... Set>
struct OfNetworks<std::tuple<Set...>> {
    using Sets =
        decltype(std::tuple_cat(std::declval<std::conditional_t<NetworkSet<Set>, std::tuple<Set>, std::tuple<>>>()...));
};

// The evaluators over a set that learn and that play.
template <NetworkSet Set>
struct PerceptronOver {
    using Learning = Perceptron<Set>;
    using Playing = Perceptron<Set>;
};

template <Position Game>
class AnyNetworkArchitecture {
public:
    using P = Game;

    explicit AnyNetworkArchitecture(PerceptronShape shape) : shape_(std::move(shape)) {}
    virtual ~AnyNetworkArchitecture() = default;
    virtual std::size_t size() const = 0;
    // An evaluator whose output of 1 is a won game, in the unit of search values or `scale` times as much.
    virtual std::unique_ptr<AnyEvaluator<P>> evaluator(std::span<const double> weights, double scale) const = 0;
    virtual Influences influences(std::span<const double> weights, const P& position, Side perspective) const = 0;
    // Which of the networks speaks of a position.
    std::size_t network_of(const P& position) const {
        if constexpr (StagedPosition<P>)
            if (shape_.hidden.size() > 1) return static_cast<std::size_t>(position.stage());
        return 0;
    }

protected:
    PerceptronShape shape_;
};

template <NetworkSet Set>
class OneNetworkArchitecture final : public AnyNetworkArchitecture<typename Set::Position> {
public:
    using P = typename Set::Position;
    using AnyNetworkArchitecture<P>::AnyNetworkArchitecture;

    std::size_t size() const override { return Perceptron<Set>::weight_count(this->shape_); }
    std::unique_ptr<AnyEvaluator<P>> evaluator(std::span<const double> weights, double scale) const override {
        return std::make_unique<OneEvaluator<Perceptron<Set>>>(this->shape_, weights,
                                                               static_cast<float>(win_value * scale));
    }
    Influences influences(std::span<const double> weights, const P& position, Side perspective) const override {
        const Perceptron<Set> networks(this->shape_, weights, win_value);
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

}  // namespace leafstrap::bindings
