// The feature sets of draughts.
#pragma once

#include <tuple>

#include "draughts/features/material.hpp"
#include "draughts/features/patterns.hpp"

namespace leafstrap::bindings {

using DraughtsSets = std::tuple<draughts::Material, draughts::Patterns>;

}  // namespace leafstrap::bindings
