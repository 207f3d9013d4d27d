// Several networks as one evaluator: a classifier picks the network for each position.
//
// Modules says how: it has a type Position, and for an architecture
//     size()                               how many networks there are,
//     network(i)                           the shape of each,
//     scheme()                             what their outputs mean,
//     network_of(position)                 the number of the network for a position,
//     visit(network, position, sink)       tells a sink what that network is to see of it;
// and where it is quicker to look at many positions at once
//     visit_all(positions, use)            use(number, what its network is to see) of each, in their order.
// All is seen by the side to move.
#pragma once

#include <cassert>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "eval/network.hpp"
#include "eval/outputs.hpp"
#include "eval/traces.hpp"

namespace leafstrap {

template <class Modules>
class Modular final : public OutputEvaluator<typename Modules::Position> {
public:
    using Position = typename Modules::Position;

    static std::size_t weight_count(const Modules& modules) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < modules.size(); ++i) count += Network::weight_count(modules.network(i));
        return count;
    }

    // Weights are those of the networks one after the other.
    Modular(const Modules& modules, std::span<const double> weights) : modules_(modules) {
        if (weights.size() != weight_count(modules))
            throw std::invalid_argument("these networks have " + std::to_string(weight_count(modules)) + " weights");
        for (const double weight : weights)
            if (!std::isfinite(static_cast<float>(weight)))
                throw std::invalid_argument("a weight is not a finite number");
        for (std::size_t i = 0; i < modules.size(); ++i) {
            assert(modules.network(i).outputs == modules.scheme().count);
            networks_.emplace_back(modules.network(i)).read(weights.subspan(size_));
            starts_.push_back(size_);
            size_ += Network::weight_count(modules.network(i));
        }
    }

    std::vector<double> weights() const {
        std::vector<double> weights(size_);
        for (std::size_t i = 0; i < networks_.size(); ++i) networks_[i].write(std::span(weights).subspan(starts_[i]));
        return weights;
    }
    const Modules& modules() const { return modules_; }

    NetworkInputs inputs(const Position& position) const { return inputs(modules_.network_of(position), position); }

    const OutputScheme& scheme() const override { return modules_.scheme(); }
    Outputs outputs(const Position& position) const override {
        const std::size_t network = modules_.network_of(position);
        assert(network < networks_.size());
        return networks_[network].evaluate(inputs(network, position));
    }

    std::vector<float> outputs(std::span<const Position> positions) const override {
        std::vector<float> all;
        all.reserve(positions.size() * scheme().size());
        each_input(positions, [&](std::size_t, std::size_t network, const NetworkInputs& told) {
            const Outputs said = networks_[network].evaluate(told);
            all.insert(all.end(), said.begin(), said.begin() + scheme().count);
        });
        return all;
    }

    Gradient output_gradient(std::span<const Position> positions, std::span<const double> errors) const override {
        const std::size_t count = scheme().size();
        assert(errors.size() == positions.size() * count);
        Gradient gradient{{}, std::vector<double>(size_)};
        each_input(positions, [&](std::size_t i, std::size_t network, const NetworkInputs& told) {
            const Outputs error = outputs_at(errors, i, count);
            if (error == Outputs{}) return;
            networks_[network].add_gradient(told, error, std::span(gradient.values).subspan(starts_[network]));
        });
        return gradient;
    }

    Gradient output_gradient_in_turn(std::span<const Position> positions, std::span<const double> targets,
                                     const Network::Rates& rates) const override {
        return in_turn(positions, rates, [&](Network& network, const NetworkInputs& told, std::size_t i) {
            network.learn(told, outputs_at(targets, i, scheme().size()), rates);
        });
    }
    Gradient output_errors_in_turn(std::span<const Position> positions, std::span<const double> errors,
                                   const Network::Rates& rates) const override {
        return in_turn(positions, rates, [&](Network& network, const NetworkInputs& told, std::size_t i) {
            const Outputs error = outputs_at(errors, i, scheme().size());
            if (error != Outputs{}) network.push(told, error, rates);
        });
    }

    // How much the equity changes when each of the inputs is taken away, in their order.
    std::vector<float> influences(const Position& position, const NetworkInputs& all) const {
        const Network& network = networks_[modules_.network_of(position)];
        const float whole = scheme().equity(network.evaluate(all));
        std::vector<float> influences;
        for (std::size_t left_out = 0; left_out < all.size(); ++left_out) {
            NetworkInputs rest;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (i != left_out) rest.add(all.index(i), all.value(i));
            influences.push_back(whole - scheme().equity(network.evaluate(rest)));
        }
        return influences;
    }

    // Online learning: traces of each network. What it says of a position leaves its mark on those of its network; then
    // all weights move by the errors of the outputs.
    std::vector<Traces> traces() const {
        std::vector<Traces> all;
        for (const Network& network : networks_) all.emplace_back(network.shape());
        return all;
    }
    void mark(const Position& position, std::vector<Traces>& traces) const {
        assert(traces.size() == networks_.size());
        const std::size_t network = modules_.network_of(position);
        traces[network].add(networks_[network], inputs(network, position));
    }
    void step(std::vector<Traces>& traces, const Outputs& errors, const Network::Rates& rates) {
        for (std::size_t i = 0; i < networks_.size(); ++i) traces[i].step(networks_[i], errors, rates);
    }

private:
    // teach(network, what it is told, the number of the position), one position after the other.
    template <class Teach>
    Gradient in_turn(std::span<const Position> positions, const Network::Rates& rates, Teach teach) const {
        std::vector<std::optional<Network>> taught(networks_.size());  // those with something to learn
        each_input(positions, [&](std::size_t i, std::size_t network, const NetworkInputs& told) {
            if (!taught[network]) taught[network] = networks_[network];
            teach(*taught[network], told, i);
        });
        Gradient gradient{{}, std::vector<double>(size_)};
        for (std::size_t n = 0; n < taught.size(); ++n)
            if (taught[n])
                moved_by_rate(networks_[n], *taught[n], rates, std::span(gradient.values).subspan(starts_[n]));
        return gradient;
    }

    // use(number of the position, its network, what that is told) of all positions, in their order.
    template <class Use>
    void each_input(std::span<const Position> positions, Use use) const {
        if constexpr (requires { modules_.visit_all(positions, [](std::size_t, const NetworkInputs&) {}); }) {
            modules_.visit_all(positions, [&](std::size_t i, const NetworkInputs& told) {
                use(i, modules_.network_of(positions[i]), told);
            });
        } else {
            for (std::size_t i = 0; i < positions.size(); ++i) {
                const std::size_t network = modules_.network_of(positions[i]);
                use(i, network, inputs(network, positions[i]));
            }
        }
    }

    NetworkInputs inputs(std::size_t network, const Position& position) const {
        assert(network < networks_.size());
        NetworkInputs inputs;
        modules_.visit(network, position, inputs);
        return inputs;
    }

    Modules modules_;
    std::size_t size_ = 0;
    std::vector<Network> networks_;
    std::vector<std::size_t> starts_;  // where the weights of each begin
};

}  // namespace leafstrap
