// An evaluator of several networks: a rule picks the one for each position.
#pragma once

#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "backgammon/classes.hpp"
#include "backgammon/features/contact.hpp"
#include "backgammon/features/endgame.hpp"
#include "backgammon/features/tesauro.hpp"
#include "backgammon/verdict.hpp"
#include "eval/network.hpp"
#include "eval/traces.hpp"

namespace leafstrap::backgammon {

enum class Inputs : std::uint8_t { tesauro, endgame, race, contact };

inline int input_count(Inputs inputs) {
    constexpr std::array counts{Tesauro::concepts, Endgame::concepts, Race::concepts, Contact::concepts};
    return counts[static_cast<std::size_t>(inputs)];
}

template <class Sink>
void visit(Inputs inputs, const View& view, Sink& sink) {
    switch (inputs) {
        case Inputs::tesauro:
            return Tesauro::visit(view, sink);
        case Inputs::endgame:
            return Endgame::visit(view, sink);
        case Inputs::race:
            return Race::visit(view, sink);
        case Inputs::contact:
            return Contact::visit(view, sink);
    }
}

// How positions are told apart: not at all, in three kinds, or in nine.
enum class Architecture : std::uint8_t { single, small, large };

struct ModularShape {
    Architecture architecture = Architecture::single;
    Heads heads = Heads::seven;
    Activation activation = Activation::sigmoid;
    std::vector<Inputs> inputs;  // of each network: one; endgame, race, other; or the nine classes in their order
    std::vector<int> hidden;     // units of each

    std::size_t size() const {
        constexpr std::array<std::size_t, 3> numbers{1, 3, class_count};
        return numbers[static_cast<std::size_t>(architecture)];
    }
    NetworkShape network(std::size_t i) const {
        return {input_count(inputs[i]), hidden[i], head_count(heads), activation};
    }
    std::size_t weight_count() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < size(); ++i) count += Network::weight_count(network(i));
        return count;
    }
};

class Modular {
public:
    // Weights are those of the networks one after the other.
    Modular(const ModularShape& shape, std::span<const double> weights) : shape_(shape) {
        if (shape.inputs.size() != shape.size() || shape.hidden.size() != shape.size())
            throw std::invalid_argument("this architecture has " + std::to_string(shape.size()) + " networks");
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (shape.hidden[i] < 1) throw std::invalid_argument("backgammon's networks have hidden units");
            networks_.emplace_back(shape.network(i));
        }
        if (weights.size() != shape.weight_count())
            throw std::invalid_argument("these networks have " + std::to_string(shape.weight_count()) + " weights");
        for (std::size_t i = 0; i < networks_.size(); ++i) {
            const std::size_t count = Network::weight_count(shape.network(i));
            networks_[i].read(weights.first(count));
            weights = weights.subspan(count);
        }
    }

    std::vector<double> weights() const {
        std::vector<double> weights(shape_.weight_count());
        std::span<double> rest = weights;
        for (std::size_t i = 0; i < networks_.size(); ++i) {
            const std::size_t count = Network::weight_count(shape_.network(i));
            networks_[i].write(rest.first(count));
            rest = rest.subspan(count);
        }
        return weights;
    }

    const ModularShape& shape() const { return shape_; }
    Heads heads() const { return shape_.heads; }

    // Which network a position is for.
    std::size_t module_of(const View& view) const {
        switch (shape_.architecture) {
            case Architecture::single:
                return 0;
            case Architecture::small: {
                const Class kind = small_class_of(view);
                return kind == Class::endgame ? 0 : kind == Class::race ? 1 : 2;
            }
            default:
                return static_cast<std::size_t>(class_of(view));
        }
    }

    // For the side that is to roll.
    Network::Outputs evaluate(const View& view) const {
        const std::size_t module = module_of(view);
        NetworkInputs inputs;
        visit(shape_.inputs[module], view, inputs);
        return networks_[module].evaluate(inputs);
    }
    float equity(const View& view) const { return backgammon::equity(heads(), evaluate(view)); }

    // How much the equity changes when each input is taken away.
    std::vector<std::pair<int, float>> influences(const View& view) const {
        const std::size_t module = module_of(view);
        NetworkInputs all;
        visit(shape_.inputs[module], view, all);
        const float whole = backgammon::equity(heads(), networks_[module].evaluate(all));
        std::vector<std::pair<int, float>> influences;
        for (std::size_t left_out = 0; left_out < all.size(); ++left_out) {
            NetworkInputs rest;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (i != left_out) rest.add(all.index(i), all.value(i));
            const float without = backgammon::equity(heads(), networks_[module].evaluate(rest));
            influences.emplace_back(all.index(left_out), whole - without);
        }
        return influences;
    }

    Network::Outputs learn(const View& view, const Network::Outputs& targets, const Network::Rates& rates) {
        const std::size_t module = module_of(view);
        NetworkInputs inputs;
        visit(shape_.inputs[module], view, inputs);
        return networks_[module].learn(inputs, targets, rates);
    }

    // A step of gradient descent for errors of the outputs that are told instead of found.
    void push(const View& view, const Network::Outputs& errors, const Network::Rates& rates) {
        const std::size_t module = module_of(view);
        NetworkInputs inputs;
        visit(shape_.inputs[module], view, inputs);
        networks_[module].push(inputs, errors, rates);
    }

    // Online learning: traces of each network.
    std::vector<Traces> traces() const {
        std::vector<Traces> all;
        for (const Network& network : networks_) all.emplace_back(network.shape());
        return all;
    }
    void mark(const View& view, std::vector<Traces>& traces) const {
        const std::size_t module = module_of(view);
        NetworkInputs inputs;
        visit(shape_.inputs[module], view, inputs);
        traces[module].add(networks_[module], inputs);
    }
    void step(std::vector<Traces>& traces, const Network::Outputs& errors, const Network::Rates& rates) {
        for (std::size_t i = 0; i < networks_.size(); ++i) traces[i].step(networks_[i], errors, rates);
    }

private:
    ModularShape shape_;
    std::vector<Network> networks_;
};

}  // namespace leafstrap::backgammon
