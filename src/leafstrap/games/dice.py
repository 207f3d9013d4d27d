"""Dice of a game: throws that follow from a seed, so that the same ones can be played with sides swapped."""

from __future__ import annotations

from random import Random
from typing import Any


def is_chance(position: Any) -> bool:
    """Whether dice are rolled before anybody moves; positions of a game without dice need not say that they are not."""
    return bool(getattr(position, "is_chance", False))


class Dice:
    """Throws of two dice, one after the other.

    >>> Dice("example").throw() == Dice("example").throw()
    True
    """

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def throw(self, *, opening: bool = False) -> tuple[int, int]:
        """The next throw. The first of a game is one die of each player, thrown until they differ."""
        while True:
            one, other = self._random.randrange(1, 7), self._random.randrange(1, 7)
            if one != other or not opening:
                return one, other

    def settle(self, line: Any) -> Any:
        """Throw if it is chance's turn in a line; the position in which somebody is to move."""
        position = line.position
        if not is_chance(position):
            return position
        line.throw(self.throw(opening=len(line) == 0))
        return line.position
