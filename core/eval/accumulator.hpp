// The sums of a first layer, kept from one position to the next: only inputs that changed are added to them.
//
// Inputs are counted in quarters and weights are whole numbers, so sums are exact: what is kept is to the bit what
// would be found anew, whatever positions came before.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/feature_set.hpp"
#include "eval/input_layer.hpp"
#include "eval/network.hpp"
#include "eval/simd.hpp"

namespace leafstrap {

// What a set sees in a position, each concept added up, in quarters: a sink.
template <FeatureSet Set>
class QuarterCounts {
public:
    static constexpr int quarters = 4;

    void add(int index, float value) { add_quarters(index, value, 1); }
    void add_count(int index, int count, float unit) { add_quarters(index, unit, count); }

    // What is more here than there, and what is less.
    void changes_from(const QuarterCounts& before, SparseInputs<std::int32_t>& changes) const {
        changes.write([&](int* indices, std::int32_t* differences) {
            return simd::kernels().changes(counts_.data(), before.counts_.data(), size, indices, differences);
        });
    }

    // What has been counted of a concept.
    std::int16_t operator[](int index) const { return counts_[at(index)]; }

private:
    void add_quarters(int index, float unit, int count) {
        const int units = static_cast<int>(quarters * unit), sum = counts_[at(index)] + count * units;
        assert(static_cast<float>(units) == quarters * unit);
        assert(sum == static_cast<std::int16_t>(sum));
        counts_[at(index)] = static_cast<std::int16_t>(sum);
    }

    static constexpr std::size_t size = (Set::concepts + simd::count_width - 1) / simd::count_width * simd::count_width;
    static_assert(size <= simd::most_counts);

    static std::size_t at(int index) {
        assert(index >= 0 && index < Set::concepts);
        return static_cast<std::size_t>(index);
    }

    alignas(64) std::array<std::int16_t, size> counts_{};
};

// For one thread, and one network at a time.
template <FeatureSet Set>
class Accumulator {
public:
    // Moves on to what is seen now. There is a sum for each unit of the layer.
    std::span<const std::int32_t> move_to(const QuarterCounts<Set>& seen, const InputLayer<std::int32_t>& layer) {
        assert(static_cast<std::size_t>(layer.stride()) <= sums_.size());
        seen.changes_from(seen_, changes_);
        layer.add(changes_, sums_.data());
        seen_ = seen;
        assert(as_found_anew(layer));
        return {sums_.data(), static_cast<std::size_t>(layer.stride())};
    }

private:
    // Whether the sums are those of all that is seen, and whole numbers of this size can hold them.
    bool as_found_anew(const InputLayer<std::int32_t>& layer) const {
        std::vector<std::int64_t> sums(static_cast<std::size_t>(layer.stride()));
        for (int input = 0; input < Set::concepts; ++input)
            for (std::size_t unit = 0; seen_[input] != 0 && unit < sums.size(); ++unit)
                sums[unit] += std::int64_t{seen_[input]} * layer.row(input)[unit];
        return std::equal(sums.begin(), sums.end(), sums_.begin());
    }

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
        assert(serial != 0 && network < networks);
        if (serial != serial_) {
            serial_ = serial;
            accumulators_.assign(2 * networks, Accumulator<Set>{});
        }
        assert(accumulators_.size() == 2 * networks);
        return accumulators_[2 * network + static_cast<std::size_t>(index(turn))];
    }

private:
    std::uint64_t serial_ = 0;
    std::vector<Accumulator<Set>> accumulators_;
};

}  // namespace leafstrap
