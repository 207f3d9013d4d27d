"""The doubling cube of a game of backgammon: what it shows, and whose it is."""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap._core import Side

HIGHEST = 64


@dataclass(frozen=True, slots=True)
class DoublingCube:
    """A cube in the middle belongs to nobody, and both may turn it.

    >>> cube = DoublingCube().turned_by(Side.first)
    >>> cube.value, cube.may_turn(Side.first), cube.may_turn(Side.second)
    (2, False, True)
    """

    value: int = 1
    owner: Side | None = None

    def may_turn(self, side: Side) -> bool:
        """Whether a side may double before it rolls."""
        return self.owner in (None, side) and self.value < HIGHEST

    def turned_by(self, side: Side) -> DoublingCube:
        """The cube after a double that was taken."""
        return DoublingCube(2 * self.value, side.other)
