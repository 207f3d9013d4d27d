"""Squashing: evaluations as expected results between -1 and 1 (KnightCap, section 4.1)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import EVALUATION_LIMIT, WIN
from leafstrap.search.playing import PAWN_AFTER_TANH

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Identity:
    """Values stay in the evaluator's own unit: of its weights, where a win is 9,999 (Meep, section 5), or of wins."""

    beta: float = 0.0

    def won(self, unit: float) -> float:
        """A win, where the evaluator's own unit is so many units of the evaluation."""
        return WIN / unit

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

    def won(self, unit: float) -> float:
        """A win, whatever the evaluator's own unit."""
        return 1.0

    def value(self, raw: Values) -> Values:
        """Evaluations as expected results."""
        return np.tanh(self.beta * raw)

    def slope(self, value: Values) -> Values:
        """∂v/∂J = β(1 - v²), from v."""
        return self.beta * (1.0 - value**2)


Squash = Identity | Tanh


def truncated(raw: Values | float) -> Values:
    """Evaluations cut to ±9,900, so that none is mistaken for the end of a game (Meep, section 5)."""
    return np.clip(raw, -EVALUATION_LIMIT, EVALUATION_LIMIT)
