// The feature sets of draughts. Each is made in the file of its features.
#pragma once

#include <array>
#include <memory>

#include "draughts/position.hpp"
#include "eval/any_feature_set.hpp"

namespace leafstrap::draughts {

std::unique_ptr<AnyFeatureSet<Position>> make_material();
std::unique_ptr<AnyFeatureSet<Position>> make_patterns();
std::unique_ptr<AnyFeatureSet<Position>> make_global();
std::unique_ptr<AnyFeatureSet<Position>> make_diagonals();
std::unique_ptr<AnyFeatureSet<Position>> make_structures();
std::unique_ptr<AnyFeatureSet<Position>> make_wiering();

inline constexpr std::array<FeatureSetMaker<Position>, 6> feature_sets{make_material,  make_patterns,   make_global,
                                                                       make_diagonals, make_structures, make_wiering};

}  // namespace leafstrap::draughts
