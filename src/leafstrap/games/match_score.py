"""The score of a match of backgammon, before one of its games."""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap._core import Side
from leafstrap.games.doubling_cube import DoublingCube


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Points of the first and the second player in a match to `length`.

    The game in which a player needs one more point for the first time is the Crawford game: nobody may double in it.

    >>> score = MatchScore(5).after(Side.first, 4)
    >>> score.points, score.crawford, score.after(Side.second, 1).crawford
    ((4, 0), True, False)
    >>> score.after(Side.first, 2).winner
    Side.first
    """

    length: int
    points: tuple[int, int] = (0, 0)
    crawford: bool = False

    def away(self, side: Side) -> int:
        """The points that a side still needs."""
        return self.length - self.points[side.value]

    def may_double(self, side: Side, cube: DoublingCube) -> bool:
        """Whether a side that has the cube may turn it; where a win is enough as it is, there is no point in it."""
        return not self.crawford and cube.value < self.away(side)

    def after(self, winner: Side | None, points: int) -> MatchScore:
        """The score after a game that somebody, or nobody, won by so many points."""
        first, second = (
            self.points[side.value] + points * (side == winner) for side in (Side.first, Side.second)
        )
        crawford = max(first, second) == self.length - 1 > max(self.points)
        return MatchScore(self.length, (first, second), crawford)

    @property
    def winner(self) -> Side | None:
        """Who has all the points, if anybody has."""
        return next((side for side in (Side.first, Side.second) if self.away(side) <= 0), None)
