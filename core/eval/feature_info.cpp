#include "eval/feature_info.hpp"

#include <stdexcept>
#include <utility>

namespace leafstrap {

void FeatureTable::add(Block block, const std::function<Entry(int row, int column)>& entry) {
    if (block.first != static_cast<int>(concepts_.size())) throw std::logic_error("feature blocks out of order");
    for (int row = 0; row < block.rows; ++row) {
        for (int column = 0; column < block.columns; ++column) {
            auto [name, meaning] = entry(row, column);
            concepts_.push_back({std::move(name), family_, std::move(meaning)});
        }
    }
}
void FeatureTable::add(Block block, const std::string& name, const std::string& meaning) {
    add(block, [&](int, int) { return Entry{name, meaning}; });
}

std::vector<FeatureInfo> FeatureTable::spell_out(std::span<const std::string_view> stages) const {
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

}  // namespace leafstrap
