"""The step size α of a learning rule, constant, in stages or annealed."""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap.learn.schedule import Schedule


@dataclass(frozen=True, slots=True)
class StepSize:
    """α_n = α · τ / (τ + n) after n games: halved at n = τ, towards zero for ever after; as scheduled without τ.

    >>> constant = Schedule.read("backup.step_size", 1.0)
    >>> [StepSize(constant, halved_after=100)(n) for n in (0, 100, 300)]
    [1.0, 0.5, 0.25]
    >>> StepSize(Schedule.read("backup.step_size", "0 for 25, 1"))(25)
    1.0
    """

    scheduled: Schedule
    halved_after: float = 0.0

    def __call__(self, games: int) -> float:
        """The step size after so many games."""
        alpha = self.scheduled(games)
        if self.halved_after <= 0.0:
            return alpha
        return alpha * self.halved_after / (self.halved_after + games)
