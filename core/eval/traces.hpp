// Eligibility traces of a network: for every output, how much each weight has had to do with what it said lately
// (Wiering et al., section 3.3: e_t = λ e_t-1 + ∂V(s_t)/∂w, for each output its own).
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "eval/network.hpp"
#include "eval/simd.hpp"

namespace leafstrap {

// Where an output comes from when the view changes, and with which sign.
struct Turning {
    std::array<std::size_t, Network::most_outputs> from{};
    std::array<float, Network::most_outputs> sign{};
};

class Traces {
public:
    explicit Traces(const NetworkShape& shape);

    // All fade, and are seen by the other side from now on. Swap says how: each output comes `from` one, with a `sign`.
    template <class Swap>
    void fade(float lambda, const Swap& swap) {
        assert(lambda >= 0 && lambda <= 1);
        std::vector<Network> before = std::move(traces_);
        traces_.clear();
        for (std::size_t o = 0; o < before.size(); ++o) {
            assert(swap.from[o] < before.size());
            traces_.push_back(before[swap.from[o]]);
            for (std::vector<float>* weights : parts(traces_.back()))
                simd::kernels().scale(lambda * swap.sign[o], weights->size(), weights->data());
        }
    }

    // What the network says of these inputs leaves its mark.
    void add(const Network& network, const NetworkInputs& inputs);

    // Every weight moves by the errors of the outputs, as far as it had to do with them.
    void step(Network& network, const Network::Outputs& errors, const Network::Rates& rates);

private:
    static std::array<std::vector<float>*, 5> parts(Network& network) {
        return {&network.first_.weights(), &network.bias_, &network.sensitivity_, &network.second_,
                &network.output_bias_};
    }

    std::vector<Network> traces_;  // one for each output, with the shape of the network
};

}  // namespace leafstrap
