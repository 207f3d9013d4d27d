// The feature sets of chess.
#pragma once

#include <tuple>

#include "chess/features/classical.hpp"
#include "chess/features/knightcap.hpp"
#include "chess/features/material.hpp"
#include "chess/features/meep.hpp"
#include "chess/features/neurochess.hpp"
#include "chess/features/wiering.hpp"

namespace leafstrap::bindings {

using ChessSets = std::tuple<chess::Material, chess::Meep, chess::KnightCap, chess::Classical, chess::General,
                             chess::KingsAndPawns, chess::Wiering, chess::NeuroChess>;

}  // namespace leafstrap::bindings
