"""One game of a match with its cube: what a chance to win it is worth in chances to win the match.

The model is the one that match equity tables have been computed with since Zadeh (1977): with a live cube the
chance of winning moves without jumps, so a player doubles exactly where the other may as well pass. Where that is
follows from the same question about the next cube, up to the one that nobody has a use for. A real cube is put
between the live and the dead one by its efficiency, as at money play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from leafstrap.players.cube import EFFICIENCY, CubeDecision, CubeOwner, on_line

Shares = tuple[float, float, float]  # of single games, gammons, backgammons


@dataclass(frozen=True)
class MatchGame:
    """A game at a score. All values are chances to win the match, in the view of the player called own.

    `worth` tells the chances after the game, from the points that both still need; none or less is a match won.
    """

    own_away: int
    other_away: int
    worth: Callable[[int, int], float]
    won: Shares
    lost: Shares
    efficiency: float = EFFICIENCY

    def value(self, p: float, cube: int, owner: CubeOwner) -> float:
        """What the game is worth if own wins it with probability p."""
        low, high = (0.0, self.all_lost(cube)), (1.0, self.all_won(cube))
        corners = [low]
        if owner != CubeOwner.own and cube < self.other_away:
            corners.append((self.take_point(cube), self.worth(self.own_away, self.other_away - cube)))
        if owner != CubeOwner.other and cube < self.own_away:
            corners.append((self.cash_point(cube), self.worth(self.own_away - cube, self.other_away)))
        live, dead = on_line([*corners, high], p), on_line([low, high], p)
        return self.efficiency * live + (1 - self.efficiency) * dead

    def decision(self, p: float, cube: int, owner: CubeOwner) -> CubeDecision:
        """What doubling is worth to own, who must be allowed to."""
        return CubeDecision(
            self.value(p, cube, owner),
            self.value(p, 2 * cube, CubeOwner.other),
            self.worth(self.own_away - cube, self.other_away),
        )

    def all_won(self, cube: int) -> float:
        """What winning is worth, by a single game, a gammon or a backgammon."""
        return sum(
            share * self.worth(self.own_away - points * cube, self.other_away)
            for points, share in enumerate(self.won, start=1)
        )

    def all_lost(self, cube: int) -> float:
        """What is left if the game is lost."""
        return sum(
            share * self.worth(self.own_away, self.other_away - points * cube)
            for points, share in enumerate(self.lost, start=1)
        )

    def cash_point(self, cube: int) -> float:
        """The p at which the other side may as well pass a live cube that is turned to twice its value."""
        after = 2 * cube
        low = (0.0, self.all_lost(after))
        if after < self.other_away:  # it can turn it back
            low = (self.take_point(after), self.worth(self.own_away, self.other_away - after))
        passed = self.worth(self.own_away - cube, self.other_away)
        return _where(passed, low, (1.0, self.all_won(after)))

    def take_point(self, cube: int) -> float:
        """The p at which own may as well pass a live cube that is turned to twice its value."""
        after = 2 * cube
        high = (1.0, self.all_won(after))
        if after < self.own_away:
            high = (self.cash_point(after), self.worth(self.own_away - after, self.other_away))
        passed = self.worth(self.own_away, self.other_away - cube)
        return _where(passed, (0.0, self.all_lost(after)), high)


def _where(value: float, low: tuple[float, float], high: tuple[float, float]) -> float:
    """The p at which the line between two corners has a value."""
    (left, least), (right, most) = low, high
    if most <= least:
        return right
    return min(max(left + (right - left) * (value - least) / (most - least), 0.0), 1.0)
