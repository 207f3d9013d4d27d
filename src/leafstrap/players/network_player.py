"""A player that looks at every board a throw can lead to, and at what may follow, and takes what its networks like."""

from __future__ import annotations

from typing import Any

from leafstrap.evaluators import NetworkEvaluator
from leafstrap.players.choice import Choice
from leafstrap.search.limits import Limits

CANDIDATES = 5
MOST_DEPTH = 4  # three throws


class NetworkPlayer:
    """Plays backgammon: with depth 1 by the boards its moves lead to, with more after so many throws and answers.

    Looking further ahead, only the best candidates are considered (0: all moves). In the endgame it may look only at
    moves that bear off the most checkers.
    """

    def __init__(
        self,
        name: str,
        evaluator: NetworkEvaluator,
        *,
        candidates: int = CANDIDATES,
        bear_off_most: bool = False,
    ) -> None:
        self.name = name
        self._networks = evaluator.snapshot()
        self._candidates = candidates
        self._bear_off_most = bear_off_most

    def new_game(self, seed: int) -> None:
        """Nothing to forget."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        """The best move; without a depth it does not look ahead."""
        depth = min(limits.depth or 1, MOST_DEPTH)
        move, equity = self._networks.choose(line.position, depth - 1, self._candidates, self._bear_off_most)
        return Choice(move, round(100 * equity), depth=depth)

    def close(self) -> None:
        """Nothing to give back."""
