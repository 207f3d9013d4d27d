"""The linear evaluator: a weight for every feature, and the evaluation is their dot product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap.evaluators.feature_set import CoreEvaluator, FeatureSet
from leafstrap.games import Game


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """Weights with the feature set they belong to. Values are the first player's view.

    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> count = Linear(chess, chess.feature_sets["material"], np.array([1.0, 3, 3, 5, 9]))
    >>> count.value(chess.Position.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
    5.0
    """

    game: Game
    feature_set: FeatureSet
    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.weights.shape != (self.feature_set.size,):
            raise ValueError(
                f"the feature set {self.feature_set.name} has {self.feature_set.size} weights, "
                f"not an array of shape {self.weights.shape}"
            )

    @property
    def architecture(self) -> FeatureSet:
        """What the weights are: one for every feature of the set."""
        return self.feature_set

    def snapshot(self) -> CoreEvaluator:
        """The weights as the core uses them, in single precision; later changes here do not reach it."""
        return self.feature_set.linear(self.weights)

    def value(self, position: Any) -> float:
        """The evaluation of a position."""
        return self.snapshot().value(position)
