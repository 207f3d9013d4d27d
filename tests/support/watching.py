"""A learner that plays and learns nothing: what tests of experience look at."""

from __future__ import annotations

from typing import Any

import numpy as np

from leafstrap._core import Outcome, Side, StopFlag
from leafstrap.experience import LearningPlayer
from leafstrap.games.chess import CHESS
from leafstrap.learn import Step, Update
from leafstrap.learn.rule import PlainRule
from leafstrap.search import Limits
from support.own import own

FEATURES = own(CHESS.feature_sets["material"])


class Watcher(PlainRule):
    """A rule that learns nothing and remembers everything."""

    def __init__(self, updates_each_move: bool = True) -> None:
        self.updates_each_move = updates_each_move
        self.sides: list[Side | None] = []
        self.steps: list[Step] = []
        self.outcomes: list[Outcome | None] = []

    def begin(self, learner: Side | None, games: int = 0) -> Watcher:
        self.sides.append(learner)
        return self

    def observe(self, step: Step) -> Update | None:
        self.steps.append(step)
        return Update(np.ones(FEATURES.size), 3, 6.0, 12.0)

    def finish(self, outcome: Outcome | None) -> Update | None:
        self.outcomes.append(outcome)
        return None


class Weights:
    """Weights that count how often they were asked for and moved."""

    def __init__(self) -> None:
        self.weights = np.array([1.0, 3, 3, 5, 9])
        self.snapshots = 0
        self.updates = 0

    def snapshot(self) -> Any:
        self.snapshots += 1
        return FEATURES.linear(self.weights)

    def apply(self, update: Update) -> None:
        self.updates += 1


def player(
    watcher: Watcher, weights: Weights, limits: Limits, stop: StopFlag | None = None, least_moves: int = 0
) -> LearningPlayer:
    """The learner; what it was told before its first game is forgotten."""
    search, arguments = FEATURES.alphabeta(12), {"depth": limits.depth or 0, "nodes": limits.nodes or 0}
    learner = LearningPlayer(watcher, "root", search, weights, arguments, stop or StopFlag(), least_moves)
    watcher.sides.clear()
    weights.snapshots = 0
    return learner
