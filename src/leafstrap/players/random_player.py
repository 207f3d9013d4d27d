"""A player that plays any legal move."""

from __future__ import annotations

from random import Random
from typing import Any

from leafstrap.players.choice import Choice
from leafstrap.search.limits import Limits


class RandomPlayer:
    """Every legal move with the same chance.

    >>> from leafstrap import games
    >>> line = games.get("chess").Line()
    >>> player = RandomPlayer(seed=1)
    >>> player.choose(line, Limits()).move in line.position.legal_moves()
    True
    """

    def __init__(self, name: str = "random", seed: int = 0) -> None:
        self.name = name
        self._random = Random(seed)

    def new_game(self, seed: int) -> None:
        """Start the sequence of moves that belongs to a seed."""
        self._random = Random(seed)

    def choose(self, line: Any, limits: Limits) -> Choice:
        """Any legal move; there is nothing to limit."""
        return Choice(self._random.choice(line.position.legal_moves()))

    def close(self) -> None:
        """Nothing to give back."""
