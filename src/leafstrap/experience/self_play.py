"""Self-play: both sides share the weights, and play greedily outside the opening (Meep, section 6.0.1)."""

from __future__ import annotations

import time
from random import Random

from leafstrap._core import Outcome, Side
from leafstrap.experience.exploration import Exploration
from leafstrap.experience.learning_player import LearningPlayer
from leafstrap.experience.record import GameRecord
from leafstrap.search import Limits
from leafstrap.types import Line


class SelfPlay:
    """Games of the learner against itself, one after the other in one thread."""

    def __init__(
        self, player: LearningPlayer, limits: Limits, exploration: Exploration, max_plies: int
    ) -> None:
        self._player = player
        self._limits = limits
        self._exploration = exploration
        self._max_plies = max_plies

    def play(self, number: int, random: Random, most: int = 1) -> GameRecord | None:
        """Play one game and learn from it; None when it was broken off because the run is being stopped."""
        began = time.monotonic()
        line = self._exploration.start(random)
        self._player.begin(None, random, number)
        played = self.play_on(line, random, self._max_plies)
        if played is None:
            return None
        outcome, departures = played
        seconds = time.monotonic() - began
        return GameRecord(number, line, outcome, None, "learner", departures, seconds, self._player.stats)

    def play_on(self, line: Line, random: Random, max_plies: int) -> tuple[Outcome | None, int] | None:
        """Bring a game to its end, and learn; how it ended and the random moves in it, None when being stopped."""
        clocks = {side: self._limits.new_clock() for side in (Side.first, Side.second)}
        explored, departures = False, 0
        while (outcome := line.outcome()) is None and len(line) < max_plies:
            clock = clocks[line.position.turn]
            # The clock runs on through the update: in Meep learning took time from thinking (section 6.1).
            with clock.running():
                result = self._player.turn(line, clock.seconds_for_move(), explored=explored)
            if result is None:
                return None
            explored = self._exploration.departs(random)
            departures += explored
            line.push(random.choice(line.position.legal_moves()) if explored else result.move)
        # A random move breaks the chain of differences: what it led to says nothing about the position before it.
        self._player.end(None if explored else outcome)
        return outcome, departures

    def close(self) -> None:
        """Nothing to give back."""
