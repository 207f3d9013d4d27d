"""What a learning rule is: it watches the searches of a game and says how the weights should move.

A backup never touches the weights. It gives sums of error times gradient, and the learner multiplies by the step size,
so every rule runs under the same conditions. The gradient is the evaluator's affair, and so is the unit of errors: that
of the weights of a linear evaluator, a won game for a network.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Outcome, Side

if TYPE_CHECKING:
    from leafstrap.evaluators.game_model import GameModel
    from leafstrap.learn.ring_buffer import RingBuffer

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


class GameLearner(Protocol):
    """A backup at work on one game."""

    def observe(self, step: Step) -> Update | None:
        """Take in a searched position; rules that learn from every search answer at once."""

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Take in how the game ended (None: it was broken off); rules that learn from whole games answer now."""


class Rule(Protocol):
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

    def begin(self, learner: Side | None, games: int = 0) -> GameLearner:
        """Start on a game in which `learner` learns; None is self-play, where both sides do.

        `games` were played before it, for what changes over a run.
        """

    @property
    def sees_every_board(self) -> bool:
        """Whether it is shown all boards of a game, and leaves out by itself those that are not quiet."""

    @property
    def lacks_model(self) -> bool:
        """Whether it cannot begin before it is given a model of the game to look through."""

    def with_model(self, model: GameModel) -> Rule:
        """The same with a model."""

    def memory(self, stored: Mapping[str, NDArray[Any]]) -> RingBuffer | None:
        """What its games share beside the weights, empty or as it was stored; None: nothing."""

    def sharing(self, memory: RingBuffer) -> Rule:
        """The same with a memory that others have as well."""


class Unaided:
    """What most rules are: they look at a game without a model, and remember nothing of earlier ones."""

    __slots__ = ()

    @property
    def sees_every_board(self) -> bool:
        """What is not quiet can be left out for it."""
        return False

    @property
    def lacks_model(self) -> bool:
        """It needs none."""
        return False

    def with_model(self, model: GameModel) -> Self:
        """It would never look at it."""
        return self

    def memory(self, stored: Mapping[str, NDArray[Any]]) -> RingBuffer | None:
        """Nothing."""
        return None

    def sharing(self, memory: RingBuffer) -> Self:
        """There is nothing to share."""
        return self
