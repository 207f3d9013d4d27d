"""Networks over a feature set with their weights, for games without dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap.evaluators.feature_set import CoreEvaluator
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.network_architecture import NetworkArchitecture
from leafstrap.games import Game


@dataclass(frozen=True, slots=True, eq=False)
class NetworkEvaluator:
    """Weights with the form they belong to. Values are the first player's view; an output of 1, a won game, is 9999.

    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> count = NetworkArchitecture.of(chess, "material", [0])  # no hidden units: a weight a piece, and a bias
    >>> network = NetworkEvaluator(chess, count, np.array([0.1, 0.3, 0.3, 0.5, 0.9, 0.0]))
    >>> round(network.value(chess.Position.parse("4k3/8/8/8/8/8/8/R3K3 b - - 0 1")) / 9999, 3)
    0.5
    """

    game: Game
    architecture: NetworkArchitecture
    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.weights.shape != (self.architecture.size,):
            raise ValueError(
                f"{self.architecture.name} has {self.architecture.size} weights, "
                f"not an array of shape {self.weights.shape}"
            )

    def snapshot(self) -> CoreEvaluator:
        """The weights as the core uses them, in single precision; later changes here do not reach it."""
        return self.architecture.evaluator(self.weights)

    def value(self, position: Any) -> float:
        """The evaluation of a position."""
        return self.snapshot().value(position)


Evaluator = Linear | NetworkEvaluator
