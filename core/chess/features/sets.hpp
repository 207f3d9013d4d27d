// The feature sets of chess. Each is made in the file of its features.
#pragma once

#include <array>
#include <memory>

#include "chess/position.hpp"
#include "eval/any_feature_set.hpp"

namespace leafstrap::chess {

std::unique_ptr<AnyFeatureSet<Position>> make_material();
std::unique_ptr<AnyFeatureSet<Position>> make_meep();
std::unique_ptr<AnyFeatureSet<Position>> make_knightcap();
std::unique_ptr<AnyFeatureSet<Position>> make_classical();
std::unique_ptr<AnyFeatureSet<Position>> make_general();
std::unique_ptr<AnyFeatureSet<Position>> make_kings_and_pawns();
std::unique_ptr<AnyFeatureSet<Position>> make_wiering();
std::unique_ptr<AnyFeatureSet<Position>> make_neurochess();
std::unique_ptr<AnyFeatureSet<Position>> make_gnuchess();

inline constexpr std::array<FeatureSetMaker<Position>, 9> feature_sets{
    make_material,        make_meep,    make_knightcap,  make_classical, make_general,
    make_kings_and_pawns, make_wiering, make_neurochess, make_gnuchess};

}  // namespace leafstrap::chess
