"""Pairs of games, the unit of every statistic here: five counts of them, and the points they brought.

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


@dataclass(frozen=True, slots=True)
class PointsScore:
    """What A won in pairs of games, or of matches, where a game can count more than one point.

    Both of a pair share their dice, so the spread is taken of pairs.

    >>> print(PointsScore().with_pair(2, 1).with_pair(-1, 0))
    +0.500 [-1.460, +2.460] points per game
    """

    pairs: int = 0
    total: int = 0
    squares: int = 0  # of the sums of pairs
    games: int = 0
    game_squares: int = 0  # of the numbers of games of pairs
    products: int = 0  # of the two sums

    def with_pair(self, first: int, second: int, games: int = 2) -> PointsScore:
        """The points after one more pair; pairs of matches have more than two games."""
        both = first + second
        return PointsScore(
            self.pairs + 1,
            self.total + both,
            self.squares + both * both,
            self.games + games,
            self.game_squares + games * games,
            self.products + both * games,
        )

    @property
    def per_game(self) -> float:
        """Mean points of a game; 0 before the first."""
        return self.total / self.games if self.games else 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval; a game can cost three points while only one pair is played."""
        if self.pairs < 2:
            return 3.0
        # Of a ratio: by how much each pair has more points than so many games have on average.
        ratio = self.per_game
        around = self.squares - 2 * ratio * self.products + ratio * ratio * self.game_squares
        return Z95 * math.sqrt(max(around, 0.0) * self.pairs / (self.pairs - 1)) / self.games

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval."""
        return self.per_game - self.margin

    @property
    def high(self) -> float:
        """Upper end of the 95 % interval."""
        return self.per_game + self.margin

    def __str__(self) -> str:
        return f"{self.per_game:+.3f} [{self.low:+.3f}, {self.high:+.3f}] points per game"
