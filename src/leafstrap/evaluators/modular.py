"""Networks with their weights, for games with dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core.backgammon import Networks
from leafstrap.evaluators.modular_architecture import ModularArchitecture
from leafstrap.games import Game


@dataclass(frozen=True, slots=True, eq=False)
class ModularEvaluator:
    """Weights with the form they belong to. Values are those of the side whose turn it is, in points."""

    game: Game
    architecture: ModularArchitecture
    weights: NDArray[np.float64]

    def snapshot(self) -> Networks:
        """The weights as the core uses them, in single precision; later changes here do not reach it."""
        return self.architecture.networks(self.weights)

    def value(self, position: Any) -> float:
        """The points to expect, before the dice are rolled."""
        return self.snapshot().equity(position)
