// The sums of a first layer, kept from one position to the next: only inputs that changed are added to them.
//
// Inputs are counted in quarters and weights are whole numbers, so sums are exact: what is kept is to the bit what
// would be found anew, whatever positions came before.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "eval/feature_set.hpp"
#include "eval/input_layer.hpp"
#include "eval/network.hpp"

namespace leafstrap {

// What a set sees in a position, each concept added up, in quarters: a sink.
template <FeatureSet Set>
class QuarterCounts {
public:
    static constexpr int quarters = 4;

    void add(int index, float value) { counts_[at(index)] += static_cast<std::int16_t>(quarters * value); }
    void add_count(int index, int count, float unit) {
        counts_[at(index)] += static_cast<std::int16_t>(count * static_cast<int>(quarters * unit));
    }

    // What is more here than there, and what is less. Which concepts changed is as good as random: no branch is taken
    // on it, neither to find the words with a change in them nor to go through these.
    void changes_from(const QuarterCounts& before, SparseInputs<std::int32_t>& changes) const {
        std::array<std::uint16_t, words> changed;
        std::size_t count = 0;
        for (std::size_t word = 0; word < words; ++word) {
            changed[count] = static_cast<std::uint16_t>(word);
            count += this->word(word) != before.word(word);
        }
        changes.clear();
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t first = changed[i] * lanes;
            for (std::size_t concept_index = first; concept_index < first + lanes; ++concept_index)
                changes.add_unless_zero(static_cast<int>(concept_index),
                                        counts_[concept_index] - before.counts_[concept_index]);
        }
    }

private:
    static constexpr std::size_t lanes = 4, words = (Set::concepts + lanes - 1) / lanes;

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    std::uint64_t word(std::size_t number) const {
        std::uint64_t word;
        std::memcpy(&word, counts_.data() + number * lanes, sizeof word);
        return word;
    }

    alignas(64) std::array<std::int16_t, words * lanes> counts_{};
};

// For one thread, and one network at a time.
template <FeatureSet Set>
class Accumulator {
public:
    // Moves on to what is seen now. There is a sum for each unit of the layer.
    std::span<const std::int32_t> move_to(const QuarterCounts<Set>& seen, const InputLayer<std::int32_t>& layer) {
        seen.changes_from(seen_, changes_);
        layer.add(changes_, sums_.data());
        seen_ = seen;
        return {sums_.data(), static_cast<std::size_t>(layer.stride())};
    }

private:
    QuarterCounts<Set> seen_;
    SparseInputs<std::int32_t> changes_;
    alignas(64) std::array<std::int32_t, Network::most_hidden> sums_{};
};

// The accumulators of one search: for each network one for either side to move, since what is seen changes with the
// turn more than with a move. They belong to one evaluator, and are made anew when another comes.
template <FeatureSet Set>
class Accumulators {
public:
    Accumulator<Set>& find(std::uint64_t serial, std::size_t networks, std::size_t network, Side turn) {
        if (serial != serial_) {
            serial_ = serial;
            accumulators_.assign(2 * networks, Accumulator<Set>{});
        }
        return accumulators_[2 * network + static_cast<std::size_t>(index(turn))];
    }

private:
    std::uint64_t serial_ = 0;
    std::vector<Accumulator<Set>> accumulators_;
};

}  // namespace leafstrap
