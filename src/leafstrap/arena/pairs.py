"""Counts of game pairs: the unit of every statistic here.

The two games of a pair start from one opening with sides swapped, so their results depend on each other;
pairs do not. Five counts of pairs instead of three of games keep that dependence out of the intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Score of a pair from A's view: both lost, loss and draw, even, win and draw, both won.
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)

Z95 = 1.959964  # half the width of a 95 % interval, in standard errors
# Normalised Elo of one standard deviation of a game; for a pair of games (mean - 1/2) / sd is sqrt(2) larger.
NELO_PER_SIGMA = 800 / math.log(10)

# A weak prior in pairs, worth one game: what four tosses of a coin give, counted half. It keeps 100-0 finite
# and decides little once some ten pairs are played.
PRIOR = tuple(0.5 * share / 16 for share in (1, 4, 6, 4, 1))


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and variance of the score of a pair, prior included, and the number of pairs behind them."""

    pairs: float
    mean: float
    variance: float

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return math.sqrt(self.variance / self.pairs)


def spread(counts: Sequence[int]) -> Spread:
    """What five counts of pairs say about the next pair."""
    weights = [count + prior for count, prior in zip(counts, PRIOR, strict=True)]
    pairs = math.fsum(weights)
    mean = math.fsum(w * s for w, s in zip(weights, SCORES, strict=True)) / pairs
    variance = math.fsum(w * (s - mean) ** 2 for w, s in zip(weights, SCORES, strict=True)) / pairs
    return Spread(pairs, mean, variance)


def normalised_elo(counts: Sequence[int]) -> tuple[float, float]:
    """Normalised Elo and the half width of its 95 % interval."""
    seen = spread(counts)
    t = (seen.mean - 0.5) / math.sqrt(2 * seen.variance)
    return NELO_PER_SIGMA * t, Z95 * NELO_PER_SIGMA / math.sqrt(2 * seen.pairs)


def pair_index(first: float, second: float) -> int:
    """Which of the five counts two games (each 0, 1/2 or 1 for A) belong to."""
    return round(2 * (first + second))
