// The ends of a visit: what becomes of the concepts that a feature set sees in a position.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "eval/feature_set.hpp"
#include "eval/lanes.hpp"

namespace leafstrap {

// How many of something both players have, where it is known at once: one addition instead of two, except for a sink
// that asks for both. Each counts `unit`. A sink that adds whole numbers takes the count as it is.
template <class Sink>
void add_both(Sink& sink, int index, int first, int second, float unit = 1) {
    if constexpr (requires { sink.add_both(index, unit, unit); }) {
        sink.add_both(index, unit * static_cast<float>(first), unit * static_cast<float>(second));
    } else if constexpr (requires { sink.add_count(index, first, unit); }) {
        sink.add_count(index, first - second, unit);
    } else {
        sink.add(index, unit * static_cast<float>(first - second));
    }
}

// So many of something, each counting `unit`.
template <class Sink>
void add_times(Sink& sink, int index, int count, float unit = 1) {
    if constexpr (requires { sink.add_count(index, count, unit); }) {
        sink.add_count(index, count, unit);
    } else {
        sink.add(index, unit * static_cast<float>(count));
    }
}

// For play: the dot product with the weights, a sum for each stage.
template <class Number, int stages>
class Dot;

template <int stages>
class Dot<float, stages> {
public:
    explicit Dot(const float* weights) : weights_(weights) {}

    void add(int index, float value) { sums_ += Lanes::load(weights_ + index * stages) * value; }

    std::array<float, stages> sums() const { return sums_.array(); }

private:
    using Lanes = leafstrap::Lanes<float, stages>;

    const float* weights_;
    Lanes sums_{};
};

// The same in whole numbers. Features count in ones or in quarters. Nearly all values are constants of the visitor, and
// most of them 1 or -1: ones are summed apart, so that these are an addition or a subtraction and nothing else.
template <int stages>
class Dot<std::int32_t, stages> {
public:
    static constexpr int quarters = 4;

    explicit Dot(const std::int32_t* weights) : weights_(weights) {}

    void add(int index, float value) {
        if (value == 1) {
            ones_ += load(index);
        } else if (value == -1) {
            ones_ -= load(index);
        } else {
            assert(static_cast<float>(static_cast<int>(quarters * value)) == quarters * value);
            quarters_ += load(index) * static_cast<int>(quarters * value);
        }
    }
    void add_count(int index, int count, float unit) {
        (unit == 1 ? ones_ : quarters_) +=
            load(index) * (unit == 1 ? count : count * static_cast<int>(quarters * unit));
    }

    std::array<std::int32_t, stages> sums() const {
        for ([[maybe_unused]] const std::int32_t sum : ones_.array())
            assert(sum <= std::numeric_limits<std::int32_t>::max() / (2 * quarters) &&
                   sum >= std::numeric_limits<std::int32_t>::min() / (2 * quarters));
        Lanes sums = ones_ * quarters;
        sums += quarters_;
        return sums.array();
    }

private:
    using Lanes = leafstrap::Lanes<std::int32_t, stages>;

    Lanes load(int index) const {
        assert(index >= 0);
        return Lanes::load(weights_ + index * stages);
    }

    const std::int32_t* weights_;
    Lanes ones_{}, quarters_{};
};

// A sparse row: features in rising order, each once, none of them zero.
struct Row {
    std::vector<std::int32_t> indices;
    std::vector<float> values;

    void clear() {
        indices.clear();
        values.clear();
    }
};

// For learning: adds up each concept, so that what both sides have cancels, and writes rows.
template <FeatureSet Set>
class RowBuilder {
public:
    void add(int index, float value) {
        assert(index >= 0 && index < Set::concepts);
        sums_[index] += value;
        touched_[index / 64] |= std::uint64_t{1} << (index % 64);
    }

    // Appends what was added since the last call.
    void flush(const std::array<float, Set::stages>& mix, Row& row) {
        assert(are_shares(mix) && row.indices.size() == row.values.size());
        for (int word = 0; word < words; ++word) {
            for (std::uint64_t bits = touched_[word]; bits; bits &= bits - 1) {
                const int index = word * 64 + std::countr_zero(bits);
                for (int stage = 0; stage < Set::stages; ++stage) {
                    const float value = mix[stage] * sums_[index];
                    if (value == 0) continue;
                    row.indices.push_back(index * Set::stages + stage);
                    row.values.push_back(value);
                }
                sums_[index] = 0;
            }
            touched_[word] = 0;
        }
    }

private:
    static constexpr int words = (Set::concepts + 63) / 64;
    std::array<float, Set::concepts> sums_{};
    std::array<std::uint64_t, words> touched_{};
};

// The features of a position are the gradient of every linear evaluator over the set, in the view that the set has.
// Appends them to a row; the builder is lent so that many positions share one.
template <FeatureSet Set>
void append_row(const typename Set::Position& position, Side perspective, RowBuilder<Set>& builder, Row& row) {
    Set::features(position, perspective, builder);
    builder.flush(Set::mix(position), row);
}

// Many rows in one: row i has the features [starts[i], starts[i + 1]).
struct Rows {
    std::vector<std::int64_t> starts{0};
    Row features;
};

template <FeatureSet Set>
Rows feature_rows(std::span<const typename Set::Position> positions, Side perspective) {
    Rows rows;
    RowBuilder<Set> builder;
    for (const auto& position : positions) {
        append_row(position, perspective, builder, rows.features);
        rows.starts.push_back(static_cast<std::int64_t>(rows.features.indices.size()));
    }
    return rows;
}

// For explaining: what each side has of a concept, before the two cancel. A concept counts for the side whose sign its
// value has.
struct Share {
    int concept_index;
    float first = 0;
    float second = 0;
};

template <FeatureSet Set>
class Shares {
public:
    void add(int index, float value) {
        assert(index >= 0 && index < Set::concepts);
        (value < 0 ? second_ : first_)[index] += value;
    }
    void add_both(int index, float first, float second) {
        assert(index >= 0 && index < Set::concepts && first >= 0 && second >= 0);
        first_[index] += first;
        second_[index] -= second;
    }

    std::vector<Share> list() const {
        std::vector<Share> shares;
        for (int i = 0; i < Set::concepts; ++i)
            if (first_[i] != 0 || second_[i] != 0) shares.push_back({i, first_[i], second_[i]});
        return shares;
    }

private:
    std::array<float, Set::concepts> first_{};
    std::array<float, Set::concepts> second_{};
};

}  // namespace leafstrap
