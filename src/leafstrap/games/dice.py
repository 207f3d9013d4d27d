"""Dice of a game: rolls that follow from a seed, so that the same ones can be played with sides swapped."""

from __future__ import annotations

from random import Random
from typing import cast

from leafstrap.types import Line, Position, Roll, RolledPosition, RollingLine


def is_chance(position: Position) -> bool:
    """Whether dice are rolled before anybody moves; positions of a game without dice need not say that they are not."""
    return bool(getattr(position, "is_chance", False))


def before_roll(position: Position) -> Position:
    """The board that dice were rolled for; itself in a game without dice."""
    board: Position = getattr(position, "before_roll", position)
    return board


class Dice:
    """Rolls of two dice, one after the other.

    >>> Dice("example").roll() == Dice("example").roll()
    True
    """

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def roll(self, *, opening: bool = False) -> Roll:
        """The next roll. The first of a game is one die of each player, rolled until they differ."""
        while True:
            one, other = self._random.randrange(1, 7), self._random.randrange(1, 7)
            if one != other or not opening:
                return one, other

    def roll_if_due(self, line: Line) -> Position:
        """Roll if it is chance's turn in a line; the position in which somebody is to move."""
        if is_chance(line.position):
            cast("RollingLine", line).roll(self.roll(opening=len(line) == 0))
        return line.position


class SharedRandomDice(Dice):
    """Dice that take each roll from random numbers which others draw from in between."""

    def __init__(self, random: Random) -> None:
        self._shared = random

    def roll(self, *, opening: bool = False) -> tuple[int, int]:
        """The next roll: one number is drawn for it, however often the opening is rolled again."""
        return Dice(str(self._shared.getrandbits(63))).roll(opening=opening)


def roll_of(position: Position) -> Roll:
    """What was rolled in a position in which somebody is to move."""
    dice = cast("RolledPosition", position).dice
    assert dice is not None
    return dice


def roll_again(line: Line, position: Position) -> None:
    """Roll in a line what was rolled in a position of another."""
    cast("RollingLine", line).roll(roll_of(position))
