"""How training games are kept from being all the same: openings, random plies, random moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from leafstrap.games.dice import SharedRandomDice
from leafstrap.types import Line


@dataclass(frozen=True, slots=True)
class Exploration:
    """Where a game starts, and when it leaves the move that the search found best."""

    openings: Sequence[Line]  # lines, at least one
    random_plies: int = 0
    epsilon: float = 0.0

    def start(self, random: Random) -> Line:
        """Give a line to play on from: an opening, then plies at random."""
        dice = SharedRandomDice(random)
        while True:
            line = random.choice(self.openings).copy()
            for _ in range(self.random_plies):
                if line.outcome() is not None:
                    break
                line.push(random.choice(dice.roll_if_due(line).legal_moves()))
            if line.outcome() is None:
                return line

    def departs(self, random: Random) -> bool:
        """Decide whether the next move is a random one."""
        return self.epsilon > 0 and random.random() < self.epsilon
