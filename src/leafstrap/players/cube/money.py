"""The doubling cube at money play: from the chances of a game to double, take or pass.

Two answers: the simple rule that Wiering, Patist and Mannen gave their players (section 4.1 of their paper), and
Rick Janowski's model (Take-Points in Money Games, 1993), which puts every cube between one that nobody will turn
again (dead) and one that is always turned at the perfect moment (live), by its efficiency x.

All numbers are points per unit of the cube before the decision, in the view of whoever may double. Gammons count
whether or not the cube was turned: there is no Jacoby rule here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from leafstrap.errors import LeafstrapError
from leafstrap.players.cube.chances import Chances

EFFICIENCY = 0.68  # what is commonly taken for positions with contact


class CubeOwner(Enum):
    """Who may turn the cube."""

    nobody = 0  # it is in the middle: both may
    own = 1
    other = -1


def simple_double(equity: float) -> bool:
    """Wiering et al., section 4.1: double if the evaluation is between 0.5 and 1."""
    return 0.5 <= equity <= 1.0


def simple_take(equity: float) -> bool:
    """Wiering et al., section 4.1: take if the evaluation, in the view of who was doubled, is above -0.5."""
    return equity > -0.5


@dataclass(frozen=True)
class CubeDecision:
    """What the three things that can happen are worth to the player who may double."""

    no_double: float
    double_take: float
    double_pass: float

    @property
    def double(self) -> bool:
        """Whether to double: the other side will do what is worse for the doubler."""
        return min(self.double_take, self.double_pass) > self.no_double

    @property
    def take(self) -> bool:
        """Whether the other side should take, if it is doubled."""
        return self.double_take <= self.double_pass

    @property
    def too_good(self) -> bool:
        """Whether playing on for a gammon is better than being paid at once."""
        return not self.take and self.no_double >= self.double_pass


@dataclass(frozen=True)
class MoneyCube:
    """Janowski's model for one position.

    `W` and `L` are the points of an average win and an average loss. Equities are lines in the chance p of winning,
    and each point below is where two of them meet. Without gammons, the cube can be taken down to 1/4 of the wins if
    it is dead, and down to 1/5 if it is live:

    >>> MoneyCube(1, 1, efficiency=0).take_point, MoneyCube(1, 1, efficiency=1).take_point
    (0.25, 0.2)
    """

    W: float
    L: float
    efficiency: float = EFFICIENCY

    @classmethod
    def of(cls, chances: Chances, efficiency: float = EFFICIENCY) -> MoneyCube:
        """The cube for a position with these chances."""
        won, lost = (
            sum(points * share for points, share in enumerate(s, start=1))
            for s in (chances.won, chances.lost)
        )
        return cls(won, lost, efficiency)

    def _where(self, y: float) -> float:
        """The p at which p (W + L + x/2) - L, the equity of one's own cube, is y."""
        return (self.L + y) / (self.W + self.L + self.efficiency / 2)

    @property
    def take_point(self) -> float:
        """Where taking costs as much as passing, one's own cube of 2 then being worth -1: y = -1/2."""
        return self._where(-1 / 2)

    @property
    def cash_point(self) -> float:
        """Where the other side begins to pass: the other's cube of 2 is worth 1, y = (1 + x)/2."""
        return self._where((1 + self.efficiency) / 2)

    @property
    def double_point(self) -> float:
        """Where the first double begins: the other's cube of 2 is worth what one in the middle is."""
        x = self.efficiency
        # 2 (y - x/2) = 4/(4 - x) (y - x/4). A live cube (x = 1) is turned where the other side may as well pass.
        return self._where(x * (3 - x) / (2 * (2 - x)))

    @property
    def redouble_point(self) -> float:
        """Where redoubling begins: the other's cube of 2 is worth what one's own cube is, y = x."""
        return self._where(self.efficiency)

    @property
    def too_good_point(self) -> float:
        """Where playing on for a gammon is worth as much as the pass, y = 1."""
        return self._where(1)

    def equity(self, p: float, owner: CubeOwner) -> float:
        """Points per unit of the cube."""
        corners = [(0.0, -self.L)]
        if owner != CubeOwner.own:
            corners.append((self._where(self.efficiency / 2 - 1), -1.0))  # the other side's too_good_point
        if owner != CubeOwner.other:
            corners.append((self.too_good_point, 1.0))
        return on_line([*corners, (1.0, self.W)], p)

    def decision(self, p: float, owner: CubeOwner = CubeOwner.nobody) -> CubeDecision:
        """What doubling is worth; the cube must not be the other side's."""
        if owner == CubeOwner.other:
            raise LeafstrapError("The cube belongs to the other side, so there is nothing to decide.")
        return CubeDecision(self.equity(p, owner), 2 * self.equity(p, CubeOwner.other), 1.0)


def on_line(corners: Sequence[tuple[float, float]], p: float) -> float:
    """The value at p of the line through corners, which are in order of their p.

    >>> on_line([(0, -1), (0.5, 1), (1, 1)], 0.25)
    0.0
    """
    after = min(max(bisect_right([at for at, _ in corners], p), 1), len(corners) - 1)
    (left, low), (right, high) = corners[after - 1], corners[after]
    return low if right <= left else low + (high - low) * (p - left) / (right - left)
