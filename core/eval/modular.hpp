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
#include <span>
#include <vector>

#include "eval/network_list.hpp"
#include "eval/outputs.hpp"
#include "eval/traces.hpp"

namespace leafstrap {

template <class Modules>
class Modular final : public OutputEvaluator<typename Modules::Position> {
public:
    using Position = typename Modules::Position;

    static std::size_t weight_count(const Modules& modules) { return NetworkList::weight_count(shapes(modules)); }

    // Weights are those of the networks one after the other.
    Modular(const Modules& modules, std::span<const double> weights)
        : modules_(modules), networks_(shapes(modules), weights) {}

    std::vector<double> weights() const { return networks_.weights(); }
    const Modules& modules() const { return modules_; }

    NetworkInputs inputs(const Position& position) const { return inputs(modules_.network_of(position), position); }

    const OutputScheme& scheme() const override { return modules_.scheme(); }
    Outputs outputs(const Position& position) const override {
        const std::size_t network = modules_.network_of(position);
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
        Gradient gradient{{}, std::vector<double>(networks_.weight_count())};
        each_input(positions, [&](std::size_t i, std::size_t network, const NetworkInputs& told) {
            const Outputs error = outputs_at(errors, i, count);
            if (error == Outputs{}) return;
            networks_[network].add_gradient(told, error, networks_.part(gradient.values, network));
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
        for (std::size_t i = 0; i < networks_.size(); ++i) all.emplace_back(networks_[i].shape());
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
    static std::vector<NetworkShape> shapes(const Modules& modules) {
        std::vector<NetworkShape> shapes;
        for (std::size_t i = 0; i < modules.size(); ++i) {
            shapes.push_back(modules.network(i));
            assert(shapes.back().outputs == modules.scheme().count);
        }
        return shapes;
    }

    // teach(network, what it is told, the number of the position), one position after the other.
    template <class Teach>
    Gradient in_turn(std::span<const Position> positions, const Network::Rates& rates, Teach teach) const {
        NetworkList::Taught taught(networks_);
        each_input(positions, [&](std::size_t i, std::size_t network, const NetworkInputs& told) {
            teach(taught[network], told, i);
        });
        return taught.moved(rates);
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
    NetworkList networks_;
};

}  // namespace leafstrap
