"""The chess model M of NeuroChess, for any game and feature set: from a board to the one two half-moves later.

Boards are rows of features, the view of the side to move (Thrun 1995, section 3 and figure 2). Inside they are counted
in standard deviations from their mean, so that no feature matters more because it is counted in smaller parts. Where
dice are rolled in between, the board that is expected is the mean of those that may come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from leafstrap.evaluators.feature_rows import Array
from leafstrap.evaluators.network_layout import activated

MOST_SUM = 30.0


@dataclass(frozen=True, slots=True, eq=False)
class BoardModel:
    """M(z) = z + B σ(Az + a) + b, of boards z in standard deviations: the network tells what changes."""

    mean: Array
    deviation: Array
    A: Array  # inputs × hidden
    a: Array
    B: Array  # hidden × outputs
    b: Array
    worst: float = np.inf  # an error that 99 of 100 boards it has not seen stay below
    about: Mapping[str, str] = field(default_factory=dict)  # how it was made, and how well it foresees

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return len(self.a)

    def standard(self, inputs: Array) -> Array:
        """Boards in standard deviations."""
        return (inputs - self.mean) / self.deviation

    def foreseen(self, inputs: Array) -> Array:
        """The boards expected two half-moves later, in the unit of features."""
        z = self.standard(inputs)
        return self.mean + self.deviation * (z + self._units(z) @ self.B + self.b)

    def errors(self, before: Array, after: Array) -> Array:
        """How far each board was from the expected one: the mean square over the features, in deviations."""
        missed = (self.foreseen(before) - after) / self.deviation
        squares: Array = np.mean(missed**2, axis=1)
        return squares

    def trust(self, before: Array, after: Array) -> Array:
        """How much its slopes are to be believed: from 1, for what it foresaw exactly, down to 0."""
        believed: Array = np.clip(1 - self.errors(before, after) / self.worst, 0.0, 1.0)
        return believed

    def pulled_back(self, before: Array, input_gradients: Array) -> Array:
        """Slopes · ∂M(s)/∂s at each board: the chain rule through the model.

        Slopes are boards × outputs × features, and all are per deviation.
        """
        units = self._units(self.standard(before))
        through = np.tensordot(input_gradients, self.B.T, 1) * (units * (1 - units))[:, None]
        pulled: Array = input_gradients + np.tensordot(through, self.A.T, 1)
        return pulled

    def _units(self, z: Array) -> Array:
        # Beyond these sums a unit is as good as 0 or 1, and numbers so small that they slow the processor down.
        return activated("sigmoid", np.clip(z @ self.A + self.a, -MOST_SUM, MOST_SUM))
