"""A player that looks at every board a throw can lead to, and at what may follow, and takes what its networks like."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from leafstrap._core.backgammon import Networks, OneSided
from leafstrap.evaluators import NetworkEvaluator
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.players.choice import Choice
from leafstrap.players.cube import Chances, CubeDecision, CubeOwner, MoneyCube, simple_double, simple_take
from leafstrap.search.limits import Limits

CANDIDATES = 5
MOST_DEPTH = 4  # three throws
SEVEN = 7  # outputs: the mean result, then a share for each

# By tables; as the networks think best; as they think best of the moves that bear off the most checkers.
BearOff = Literal["exact", "best", "most"]


@cache
def bearoff_tables() -> OneSided:
    """Made once, in half a second, when the first player needs them."""
    return OneSided()


class NetworkPlayer:
    """Plays backgammon: with depth 1 by the boards its moves lead to, with more after so many throws and answers.

    Looking further ahead, only the best candidates are considered (0: all moves). Once all checkers of both sides are
    at home, tables know more than networks, unless it is the networks that are to be tested.
    """

    def __init__(
        self,
        name: str,
        evaluator: NetworkEvaluator,
        *,
        candidates: int = CANDIDATES,
        bear_off: BearOff = "exact",
        simple_cube: bool = False,
    ) -> None:
        self.name = name
        self._networks = evaluator.snapshot()
        self._candidates = candidates
        self._bear_off_most = bear_off == "most"
        self._bearoffs = bearoff_tables() if bear_off == "exact" else None
        self._simple_cube = simple_cube

    def new_game(self, seed: int) -> None:
        """Nothing to forget."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        """The best move; without a depth it does not look ahead."""
        depth = min(limits.depth or 1, MOST_DEPTH)
        move, equity = self._networks.choose(
            line.position, depth - 1, self._candidates, self._bear_off_most, self._bearoffs
        )
        return Choice(move, round(100 * equity), depth=depth)

    def doubles(self, position: Any, cube: DoublingCube) -> bool:
        """By Janowski's model, or by the simple rule of Wiering et al."""
        chances = chances_of(self._networks, position, self._bearoffs)
        if self._simple_cube:
            return simple_double(chances.equity)
        return _decision(chances, cube).double

    def takes(self, position: Any, cube: DoublingCube) -> bool:
        """The same for the other side."""
        chances = chances_of(self._networks, position, self._bearoffs)  # the doubler's view
        if self._simple_cube:
            return simple_take(-chances.equity)
        return _decision(chances, cube).take

    def close(self) -> None:
        """Nothing to give back."""


def _decision(chances: Chances, cube: DoublingCube) -> CubeDecision:
    owner = CubeOwner.nobody if cube.owner is None else CubeOwner.own  # who doubles may
    return MoneyCube.of(chances).decision(chances.win, owner)


def chances_of(networks: Networks, position: Any, bearoffs: OneSided | None = None) -> Chances:
    """How a game will end for the side that is to throw; outputs that are no chances are brought into order."""
    outputs = networks.outputs(position, bearoffs)
    if len(outputs) == SEVEN:
        shares = [max(share, 0.0) for share in outputs[1:]]
        whole = sum(shares) or 1.0
        won, lost = ([sum(side[i:]) / whole for i in range(3)] for side in (shares[:3], shares[3:]))
    else:
        win = min(max(outputs[0], 0.0), 1.0)
        won, lost = [win, *outputs[1:3]], [1 - win, *outputs[3:]]
        for side in (won, lost):
            for i in (1, 2):
                side[i] = min(max(side[i], 0.0), side[i - 1])
    return Chances(won[0], won[1], won[2], lost[1], lost[2])
