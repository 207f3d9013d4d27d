// The networks of backgammon: how positions are told apart, and what each network is told.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "backgammon/classes.hpp"
#include "backgammon/features/contact.hpp"
#include "backgammon/features/endgame.hpp"
#include "backgammon/features/tesauro.hpp"
#include "backgammon/outputs.hpp"
#include "eval/modular.hpp"

namespace leafstrap::backgammon {

// Positions are not told apart at all; endgame, race and all others; or the nine classes (classes.hpp).
enum class Classifier : std::uint8_t { single, small, large };

// In the order of the feature sets.
enum class InputSet : std::uint8_t { tesauro, endgame, race, contact };

// The Modules of eval/modular.hpp.
class Modules {
public:
    using Position = backgammon::Position;

    // Inputs and hidden units of each network, in the order of the classes.
    Modules(Classifier classifier, const OutputScheme& scheme, Activation activation, std::vector<InputSet> inputs,
            std::vector<int> hidden)
        : classifier_(classifier),
          scheme_(&scheme),
          activation_(activation),
          inputs_(std::move(inputs)),
          hidden_(std::move(hidden)) {
        if (inputs_.size() != size() || hidden_.size() != size())
            throw std::invalid_argument("this architecture has " + std::to_string(size()) + " networks");
        for (std::size_t i = 0; i < size(); ++i) Network::checked(network(i));
    }

    std::size_t size() const {
        constexpr std::array<std::size_t, 3> numbers{1, 3, class_count};
        return numbers[static_cast<std::size_t>(classifier_)];
    }
    NetworkShape network(std::size_t i) const {
        constexpr std::array counts{Tesauro::concepts, Endgame::concepts, Race::concepts, Contact::concepts};
        return {counts[static_cast<std::size_t>(inputs_[i])], hidden_[i], scheme_->count, activation_};
    }
    const OutputScheme& scheme() const { return *scheme_; }
    InputSet input_set(std::size_t network) const { return inputs_[network]; }

    std::size_t network_of(const Position& position) const {
        const View view(position, position.turn());
        switch (classifier_) {
            case Classifier::single:
                return 0;
            case Classifier::small: {
                const Class kind = small_class_of(view);
                return kind == Class::endgame ? 0 : kind == Class::race ? 1 : 2;
            }
            default:
                return static_cast<std::size_t>(class_of(view));
        }
    }
    template <class Sink>
    void visit(std::size_t network, const Position& position, Sink& sink) const {
        const View view(position, position.turn());
        switch (inputs_[network]) {
            case InputSet::tesauro:
                return Tesauro::visit(view, sink);
            case InputSet::endgame:
                return Endgame::visit(view, sink);
            case InputSet::race:
                return Race::visit(view, sink);
            case InputSet::contact:
                return Contact::visit(view, sink);
        }
    }

private:
    Classifier classifier_;
    const OutputScheme* scheme_;  // one of outputs.hpp
    Activation activation_;
    std::vector<InputSet> inputs_;
    std::vector<int> hidden_;
};

using ModularNetworks = leafstrap::Modular<Modules>;

}  // namespace leafstrap::backgammon
