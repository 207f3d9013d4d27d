"""Games of backgammon by the hundred: the core plays a lot of them, and learns from each as it ends.

A game takes the core a millisecond or two, so that Python would be most of the work if it took part in each. A
worker learns from a snapshot of the weights, and what it has learned is added to those of the run.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from leafstrap._core.backgammon import Networks, Trainer
from leafstrap.experience.record import Meeting, Stats
from leafstrap.games.result import result_text
from leafstrap.learn.schedule import Schedule


class SharedWeights(Protocol):
    """The weights of a run, which several lots learn at once."""

    def snapshot(self) -> Networks:
        """The newest, as the core uses them."""

    def step_size(self) -> tuple[int, float]:
        """How many games have been finished, and the step size after them."""

    def shift(self, displacement: NDArray[np.float64]) -> None:
        """Move the weights."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """How a lot is played, and learned from."""

    games: int
    rule: str  # as the core calls it
    experience: str  # self-play, versus or observe
    lambda_: Schedule
    sensitivity_step: float
    expert: Networks | None
    expert_name: str
    expert_values: bool
    plies: int  # throws that are looked through after a move
    candidates: int  # moves that are looked ahead from, 0: all
    online: bool  # weights move after every move
    outputs: str  # outputs of the learner, by their name

    @property
    def names(self) -> tuple[str, str]:
        """The players of a lot's first game, in which the learner is the first."""
        first = self.expert_name if self.experience == "observe" else "learner"
        return first, "learner" if self.experience == "self-play" else self.expert_name


@dataclass(slots=True)
class BatchRecord:
    """A finished lot; the line is its first game."""

    number: int
    games: int
    line: Any
    names: tuple[str, str]
    points: float  # a game, of the learner; in self-play of the first player
    seconds: float
    stats: Stats
    meeting: Meeting | None = None
    events: tuple[str, ...] = ()

    def headers(self, event: str) -> dict[str, str]:
        """The tags of the first game's record."""
        first, second = self.names
        names = {"Event": event, "Round": str(self.number * self.games + 1), "White": first, "Black": second}
        return {**names, "Result": result_text(self.line.outcome())}

    def summary(self) -> dict[str, Any]:
        """What the metrics of a run say about it."""
        stats = self.stats
        return {
            "number": self.number,
            "games": self.games,
            "points_per_game": round(self.points, 4),
            "plies": round(stats.searches / self.games, 2),
            "nodes": stats.nodes,
            "positions": stats.positions,
            "mean_error": stats.abs_error / max(stats.positions, 1),
            "rms_error": math.sqrt(stats.squared_error / max(stats.positions, 1)),
            "seconds": round(self.seconds, 6),
        }


class Batches:
    """Lots of games, one after the other in one thread."""

    def __init__(self, weights: SharedWeights, lesson: Lesson) -> None:
        self._weights = weights
        self._lesson = lesson

    def play(self, number: int, random: Random) -> BatchRecord:
        """Play a lot and learn from it."""
        began = time.monotonic()
        lesson = self._lesson
        start = self._weights.snapshot()
        games, step_size = self._weights.step_size()
        trainer = Trainer(start, lesson.expert, random.getrandbits(63))
        stats = trainer.run(
            lesson.games,
            lesson.experience,
            rule=lesson.rule,
            lambda_=lesson.lambda_(games),
            rate=step_size,
            sensitivity_rate=lesson.sensitivity_step,
            expert_values=lesson.expert_values,
            plies=lesson.plies,
            candidates=lesson.candidates,
            online=lesson.online,
        )
        self._weights.shift(trainer.weights() - start.weights())
        learned = Stats(
            nodes=stats.evaluations,
            searches=stats.positions,
            positions=stats.positions,
            abs_error=stats.absolute_error,
            squared_error=stats.squared_error,
        )
        seconds = time.monotonic() - began
        points = stats.points / stats.games
        return BatchRecord(number, lesson.games, trainer.sample(), lesson.names, points, seconds, learned)

    def close(self) -> None:
        """Nothing to give back."""
