"""Squashing: evaluations as expected results between -1 and 1 (KnightCap, section 4.1)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leafstrap.games.outputs import Outputs
from leafstrap.search.playing import PAWN_AFTER_TANH

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Identity:
    """Values stay in the evaluator's own unit: of its weights, where a win is 9,999 (Meep, section 5), or of wins."""

    beta: float = 0.0

    def result(self, rewards: Values, outputs: Outputs) -> Values:
        """Games that are over, as the evaluator's outputs tell them."""
        return rewards

    def value(self, raw: Values) -> Values:
        """Evaluations as they are."""
        return raw

    def slope(self, value: Values) -> Values:
        """∂value/∂raw, from the value."""
        return np.ones_like(value)


@dataclass(frozen=True, slots=True)
class Tanh:
    """v = tanh(βJ); a win is 1, a draw 0, a loss -1."""

    beta: float

    @staticmethod
    def for_pawn(pawn: float) -> Tanh:
        """The β that makes a pawn worth 0.25."""
        return Tanh(math.atanh(PAWN_AFTER_TANH) / pawn)

    def result(self, rewards: Values, outputs: Outputs) -> Values:
        """Games that are over, the most that can be won as 1."""
        return rewards / outputs.result(max(outputs.results))

    def value(self, raw: Values) -> Values:
        """Evaluations as expected results."""
        return np.tanh(self.beta * raw)

    def slope(self, value: Values) -> Values:
        """∂v/∂J = β(1 - v²), from v."""
        return self.beta * (1.0 - value**2)


Squash = Identity | Tanh
