// What every weight is called and means: the docs, `explain` and the check of weights files are made from this.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/block.hpp"

namespace leafstrap {

struct FeatureInfo {
    std::string name;
    std::string family;
    std::string meaning;
};

// Collects the concepts of a feature set block by block, then spells out one entry a weight.
class FeatureTable {
public:
    struct Entry {
        std::string name;
        std::string meaning;
    };

    // All blocks added from here on belong to this family.
    void family(std::string_view name) { family_ = name; }

    // entry(row, column) names one concept. Blocks come in the order of their numbers, without gaps: a name at the
    // wrong weight would be worse than none.
    template <class EntryOf>
    void add(Block block, EntryOf entry) {
        if (block.first != static_cast<int>(concepts_.size())) throw std::logic_error("feature blocks out of order");
        for (int row = 0; row < block.rows; ++row) {
            for (int column = 0; column < block.columns; ++column) {
                auto [name, meaning] = entry(row, column);
                concepts_.push_back({std::move(name), family_, std::move(meaning)});
            }
        }
    }
    void add(Block block, std::string name, std::string meaning) {
        add(block, [&](int, int) { return Entry{name, meaning}; });
    }

    // One entry a weight, stage fastest. A set with a single stage has no stage in its names.
    std::vector<FeatureInfo> spell_out(std::span<const std::string_view> stages) const {
        std::vector<FeatureInfo> features;
        features.reserve(concepts_.size() * stages.size());
        for (const FeatureInfo& info : concepts_) {
            for (const std::string_view stage : stages) {
                features.push_back(info);
                if (stages.size() > 1) features.back().name.append(".").append(stage);
            }
        }
        return features;
    }

private:
    std::string family_;
    std::vector<FeatureInfo> concepts_;
};

}  // namespace leafstrap
