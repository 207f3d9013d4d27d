"""The step size α of a learning rule, constant or annealed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepSize:
    """α_n = α · τ / (τ + n) after n games: halved at n = τ, towards zero for ever after; constant without τ.

    >>> [StepSize(1.0, halved_after=100)(n) for n in (0, 100, 300)]
    [1.0, 0.5, 0.25]
    >>> StepSize(1e-6)(5000)
    1e-06
    """

    initial: float
    halved_after: float = 0.0

    def __call__(self, games: int) -> float:
        """The step size after so many games."""
        if self.halved_after <= 0.0:
            return self.initial
        return self.initial * self.halved_after / (self.halved_after + games)
