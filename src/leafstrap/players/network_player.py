"""A player that looks at every board a throw can lead to, and takes the one its networks like best."""

from __future__ import annotations

from typing import Any

from leafstrap.evaluators import NetworkEvaluator
from leafstrap.players.choice import Choice
from leafstrap.search.limits import Limits


class NetworkPlayer:
    """Plays backgammon. In the endgame it may look only at moves that bear off the most checkers."""

    def __init__(self, name: str, evaluator: NetworkEvaluator, *, bear_off_most: bool = False) -> None:
        self.name = name
        self._networks = evaluator.snapshot()
        self._bear_off_most = bear_off_most

    def new_game(self, seed: int) -> None:
        """Nothing to forget."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        """The best move."""
        return Choice(self._networks.choose(line.position, self._bear_off_most))

    def close(self) -> None:
        """Nothing to give back."""
