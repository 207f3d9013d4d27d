// The feature sets of draughts.
#pragma once

#include <tuple>

#include "draughts/features/material.hpp"
#include "draughts/features/patterns.hpp"
#include "draughts/features/wiering.hpp"

namespace leafstrap::bindings {

using DraughtsSets = std::tuple<draughts::Material, draughts::Patterns, draughts::Global, draughts::Diagonals,
                                draughts::Structures, draughts::Wiering>;

}  // namespace leafstrap::bindings
