// Several networks whose weights lie one after the other: those for the stages of a game, or for kinds of positions.
#pragma once

#include <cassert>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "eval/gradient.hpp"
#include "eval/network.hpp"

namespace leafstrap {

class NetworkList {
public:
    NetworkList(const std::vector<NetworkShape>& shapes, std::span<const double> weights);

    static std::size_t weight_count(const std::vector<NetworkShape>& shapes);
    std::size_t weight_count() const { return weight_count_; }
    std::vector<double> weights() const;

    std::size_t size() const { return networks_.size(); }
    const Network& operator[](std::size_t i) const {
        assert(i < size());
        return networks_[i];
    }
    Network& operator[](std::size_t i) {
        assert(i < size());
        return networks_[i];
    }
    // Of a number for every weight those of one network, and what follows.
    std::span<double> part(std::span<double> numbers, std::size_t i) const { return numbers.subspan(starts_[i]); }

    // Learning from one position after the other: what changes are copies.
    class Taught {
    public:
        explicit Taught(const NetworkList& before) : before_(before), taught_(before.size()) {}

        Network& operator[](std::size_t i) {
            if (!taught_[i]) taught_[i] = before_[i];
            return *taught_[i];
        }
        // What the weights have moved by, divided by the rate of each.
        Gradient moved(const Network::Rates& rates) const;

    private:
        const NetworkList& before_;
        std::vector<std::optional<Network>> taught_;  // those with something to learn
    };

private:
    std::size_t weight_count_;
    std::vector<Network> networks_;
    std::vector<std::size_t> starts_;  // where the weights of each begin
};

}  // namespace leafstrap
