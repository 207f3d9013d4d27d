"""A player that looks ahead by UCT: a tree that grows where it pays, its new positions valued by an evaluator.

Meep's conclusion proposes a learned evaluation as the prior knowledge of UCT (after Gelly & Silver 2007). With `prior`
visits every new position starts from what the evaluation says of it; with 0 it starts from nothing. What a simulation
comes to is the evaluation, or, with a `playout`, the end of so many plies of random play.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Any

from leafstrap._core import EVALUATION_LIMIT, StopFlag
from leafstrap.errors import UsageError
from leafstrap.evaluators import Evaluator, centipawns_per_unit
from leafstrap.players.player import Choice
from leafstrap.search.limits import Limits
from leafstrap.search.playing import PAWN_AFTER_TANH
from leafstrap.search.tablebase import DEFAULT, tablebase
from leafstrap.types import Line


@dataclass(frozen=True, slots=True)
class UctSettings:
    """How the tree grows; results are between -1 and 1, and a pawn is 0.25."""

    prior: float = 10.0
    playout: int = 0
    exploration: float = 0.3

    def __post_init__(self) -> None:
        if self.prior < 0 or self.playout < 0 or not 0 <= self.exploration < math.inf:
            raise UsageError("The settings prior, playout and exploration of a player are at least 0.")


class UctPlayer:
    """Plays the move that UCT visited most; the seed decides what random play does."""

    def __init__(
        self, name: str, evaluator: Evaluator, settings: UctSettings, *, seed: int = 0, pieces: int = DEFAULT
    ) -> None:
        self.name = name
        self._evaluator = evaluator.snapshot()
        self._centipawns = centipawns_per_unit(evaluator.architecture, evaluator.weights)
        core: Any = evaluator.architecture.core
        self._search = core.uct(
            exploration=settings.exploration,
            prior=settings.prior,
            playout=settings.playout,
            beta=math.atanh(PAWN_AFTER_TANH) * self._centipawns / 100,
        )
        if (known := tablebase(evaluator.game, pieces)) is not None:
            self._search.use_tablebase(known)
        self._random = Random(seed)
        self._stop = StopFlag()

    def new_game(self, seed: int) -> None:
        """Start anew; every search begins with an empty tree."""
        self._random = Random(seed)

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The move visited most within the limits."""
        seconds = limits.seconds_for_move()
        if not limits.nodes and not seconds:
            raise UsageError(
                f"{self.name} looks ahead by UCT, which has no depth: limit its nodes or its time."
            )
        found = self._search.run(
            self._evaluator,
            line,
            nodes=limits.nodes or 0,
            seconds=seconds,
            seed=self._random.getrandbits(32),
            stop=self._stop,
        )
        won = found.value > EVALUATION_LIMIT
        score = None if won else round(found.value * self._centipawns)
        return Choice(found.move, score, 1 if won else None, found.depth, found.nodes)

    def close(self) -> None:
        """End a search that is under way; it answers at once with what it has."""
        self._stop.set()
