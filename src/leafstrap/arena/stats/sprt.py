"""Sequential probability ratio test on pair counts, with bounds in normalised Elo.

Normalised Elo measures a difference against the noise of the games, (mean - 1/2) / sd, so that equal bounds
need equally many games whatever the draw rate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from leafstrap.arena.stats.pairs import NELO_PER_SIGMA, Spread, spread
from leafstrap.errors import UsageError

Verdict = Literal["continue", "accept H0", "accept H1"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """H0: the normalised Elo is `nelo0`, against H1: it is `nelo1`; each kind of error at 5 % unless told."""

    nelo0: float
    nelo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.nelo0 < self.nelo1:
            raise UsageError(
                f"The first SPRT bound ({self.nelo0:g}) must be below the second ({self.nelo1:g})."
            )

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """`NELO0,NELO1`, such as `0,5`."""
        try:
            nelo0, nelo1 = (float(part) for part in text.split(","))
        except ValueError:
            raise UsageError(
                f"SPRT bounds are two numbers in normalised Elo such as 0,5, not {text!r}."
            ) from None
        if not (math.isfinite(nelo0) and math.isfinite(nelo1)):
            raise UsageError(f"SPRT bounds must be finite numbers, not {text!r}.")
        return cls(nelo0, nelo1)

    @property
    def lower(self) -> float:
        """At or below this log-likelihood ratio H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this log-likelihood ratio H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Log of how much better H1 explains the pairs than H0, each with the spread that suits it best."""
        if not any(counts):
            return 0.0
        seen = spread(counts)
        return _likelihood(seen, self.nelo1) - _likelihood(seen, self.nelo0)

    def verdict(self, counts: Sequence[int]) -> Verdict:
        """Whether the pairs decide the test."""
        llr = self.llr(counts)
        if llr >= self.upper:
            return "accept H1"
        return "accept H0" if llr <= self.lower else "continue"


def _likelihood(seen: Spread, nelo: float) -> float:
    """Log-likelihood of normal pair scores with (mean - 1/2) = t sd, at the sd that makes them most likely.

    With u = 1 / sd, d = mean - 1/2, A = variance + d², a pair adds log u - (A u² - 2 t d u + t²) / 2, whose
    maximum is at the positive root of A u² - t d u - 1 = 0. No iteration, and no case without an answer: all
    won, all lost and all even included.
    """
    t = math.sqrt(2) * nelo / NELO_PER_SIGMA
    lead = seen.mean - 0.5
    a = seen.variance + lead**2
    u = (t * lead + math.sqrt((t * lead) ** 2 + 4 * a)) / (2 * a)
    return seen.pairs * (math.log(u) - (a * u**2 - 2 * t * lead * u + t**2) / 2)
