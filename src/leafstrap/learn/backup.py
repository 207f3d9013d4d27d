"""What a learning rule is: it watches the searches of a game and says how the weights should move.

A backup never touches the weights. It gives sums of error times gradient, and the learner multiplies by the step size,
so every rule runs under the same conditions. The gradient is the evaluator's affair, and so is the unit of errors: that
of the weights of a linear evaluator, a won game for a network.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Outcome, Side

SearchKind = Literal["alphabeta", "minimax"]


@dataclass(frozen=True, slots=True)
class Step:
    """One searched position of a training game, shown to the backup right after its search."""

    position: Any
    result: Any  # its value is the mover's view
    search: Any  # its tree is that of this position only until the next search
    evaluator: Any  # the snapshot of the weights that the search used
    predicted: bool = (
        True  # the opponent's move that led here was the one we expected; always so in self-play
    )
    explored: bool = False  # the move that led here was random: no difference is taken across it
    opponent_stronger: bool = False  # the opponent is rated above the learner (KnightCap, note 3)


@dataclass(slots=True)
class Update:
    """The sum of error times gradient over some positions, in the unit of the backup."""

    gradient: NDArray[np.float64]
    positions: int
    abs_error: float
    squared_error: float
    indices: NDArray[np.int32] | None = None  # the weights that the gradient is for; None: all of them

    def dense(self, size: int) -> NDArray[np.float64]:
        """The gradient of all weights, of which there are so many."""
        if self.indices is None:
            return self.gradient
        gradient = np.zeros(size)
        gradient[self.indices] = self.gradient
        return gradient


class GameBackup(Protocol):
    """A backup at work on one game."""

    def observe(self, step: Step) -> Update | None:
        """Take in a searched position; rules that learn from every search answer at once."""

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Take in how the game ended (None: it was broken off); rules that learn from whole games answer now."""


class Backup(Protocol):
    """A learning rule with its settings."""

    @property
    def name(self) -> str:
        """What recipes call it."""

    @property
    def search(self) -> SearchKind:
        """The training search it learns from."""

    @property
    def updates_each_move(self) -> bool:
        """Whether each search uses the newest weights, or one snapshot serves the whole game."""

    def begin(self, learner: Side | None, games: int = 0) -> GameBackup:
        """Start on a game in which `learner` learns; None is self-play, where both sides do.

        `games` were played before it, for what changes over a run.
        """
