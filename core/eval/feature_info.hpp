// What every weight is called and means: the docs, `explain` and the check of weights files are made from this.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
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
    void add(Block block, const std::function<Entry(int row, int column)>& entry);
    void add(Block block, const std::string& name, const std::string& meaning);

    // One entry a weight, stage fastest. A set with a single stage has no stage in its names.
    std::vector<FeatureInfo> spell_out(std::span<const std::string_view> stages) const;

private:
    std::string family_;
    std::vector<FeatureInfo> concepts_;
};

}  // namespace leafstrap
