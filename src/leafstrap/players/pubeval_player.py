"""Tesauro's public evaluator, the usual yardstick of backgammon programs."""

from __future__ import annotations

from typing import Any

from leafstrap._core.backgammon import pubeval
from leafstrap.players.choice import Choice
from leafstrap.search.limits import Limits


class PubevalPlayer:
    """Two linear functions, one for races; a serious beginner."""

    def __init__(self, name: str = "pubeval") -> None:
        self.name = name

    def new_game(self, seed: int) -> None:
        """Nothing to forget."""

    def choose(self, line: Any, limits: Limits) -> Choice:
        """Its move."""
        return Choice(pubeval(line.position))

    def close(self) -> None:
        """Nothing to give back."""
