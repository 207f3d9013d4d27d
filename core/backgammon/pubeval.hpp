// Tesauro's public evaluator as a player.
#pragma once

#include "backgammon/position.hpp"

namespace leafstrap::backgammon {

// Its move. Which of its two functions it uses is decided by the position before the move.
Move pubeval_choice(const Position& position);

}  // namespace leafstrap::backgammon
