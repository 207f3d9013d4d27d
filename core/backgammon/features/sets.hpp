// The feature sets of backgammon. They are made in features/describe.cpp.
#pragma once

#include <array>
#include <memory>

#include "backgammon/position.hpp"
#include "eval/any_feature_set.hpp"

namespace leafstrap::backgammon {

std::unique_ptr<AnyFeatureSet<Position>> make_tesauro();
std::unique_ptr<AnyFeatureSet<Position>> make_endgame();
std::unique_ptr<AnyFeatureSet<Position>> make_race();
std::unique_ptr<AnyFeatureSet<Position>> make_contact();

inline constexpr std::array<FeatureSetMaker<Position>, 4> feature_sets{make_tesauro, make_endgame, make_race,
                                                                       make_contact};

}  // namespace leafstrap::backgammon
