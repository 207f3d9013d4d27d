"""Players that measure others: the random one, and Tesauro's public evaluator of backgammon."""

from __future__ import annotations

from random import Random
from typing import cast

from leafstrap._core.backgammon import pubeval
from leafstrap.games.backgammon import BACKGAMMON, Position
from leafstrap.players.kind import PlayerKind, only, plain, register
from leafstrap.players.player import Choice
from leafstrap.search.limits import Limits
from leafstrap.types import Line


class RandomPlayer:
    """Every legal move with the same chance.

    >>> from leafstrap import games
    >>> line = games.get("chess").Line()
    >>> player = RandomPlayer(seed=1)
    >>> player.choose(line, Limits()).move in line.position.legal_moves()
    True
    """

    def __init__(self, name: str = "random", seed: int = 0) -> None:
        self.name = name
        self._random = Random(seed)

    def new_game(self, seed: int) -> None:
        """Start the sequence of moves that belongs to a seed."""
        self._random = Random(seed)

    def choose(self, line: Line, limits: Limits) -> Choice:
        """Any legal move; there is nothing to limit."""
        return Choice(self._random.choice(line.position.legal_moves()))

    def close(self) -> None:
        """Nothing to give back."""


class PubevalPlayer:
    """Two linear functions, one for races; a serious beginner."""

    def __init__(self, name: str = "pubeval") -> None:
        self.name = name

    def new_game(self, seed: int) -> None:
        """Nothing to forget."""

    def choose(self, line: Line, limits: Limits) -> Choice:
        """Its move."""
        return Choice(pubeval(cast("Position", line.position)))

    def close(self) -> None:
        """Nothing to give back."""


register(PlayerKind("random", "any legal move", plain(RandomPlayer)))
register(
    PlayerKind(
        "pubeval",
        "in backgammon: Tesauro's public evaluator of 1993, the usual yardstick",
        plain(PubevalPlayer),
        plays=only(BACKGAMMON),
        refusal="There is no player {player!r} for {game}: pubeval plays backgammon.",
    )
)
