"""Ratings of a pool by maximum likelihood: Bradley-Terry with Davidson's draws and an advantage for moving first.

With d = k (r_i - r_j + advantage), k = ln 10 / 400 times a scale, a game between i (first) and j ends

    won : drawn : lost  =  exp(d / 2) : ν : exp(-d / 2)

All games have one ν and one advantage. The logarithm of their likelihood is concave in ratings, advantage and ln ν,
so that Newton's method finds its only maximum, and the inverse of its curvature there says how sure that is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from leafstrap.arena.stats.pairs import Z95

Numbers = NDArray[np.float64]

# Won, drawn and lost games of the one who moves first, for (first, second).
Results = Mapping[tuple[str, str], tuple[int, int, int]]

LOGIT_PER_ELO = math.log(10) / 400
# A weak prior that keeps 100-0 finite: games as two tosses of a coin give them, together worth one game in a match
# of two, and at most one game a player in a pool, shared out over its opponents as the real games are.
PRIOR = np.array([0.25, 0.5, 0.25])
# Players that no chain of games connects are held together by this much, in Elo: it says "no idea".
THREAD = 10_000.0
STEPS = 100  # of Newton's method; some ten are usual
CLOSE = 1e-9  # a step this small, in logits, ends it


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its 95 % interval."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings of a pool with their covariance; without anchors their mean is 0."""

    names: tuple[str, ...]
    elo: Numbers
    covariance: Numbers
    advantage: float  # of moving first, in Elo
    draws: float  # the share of games that equal players draw

    def of(self, name: str) -> Rating:
        """The rating of one player."""
        index = self.names.index(name)
        elo, margin = float(self.elo[index]), Z95 * math.sqrt(self.covariance[index, index])
        return Rating(elo, elo - margin, elo + margin)

    def ranked(self) -> list[str]:
        """All players, the best first."""
        return [self.names[index] for index in np.argsort(-self.elo, kind="stable")]

    def los(self, a: str, b: str) -> float:
        """Likelihood of superiority: how probable it is that a is stronger than b."""
        i, j = self.names.index(a), self.names.index(b)
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        lead = float(self.elo[i] - self.elo[j])
        if variance <= 0:  # both are anchors
            return 0.5 + 0.5 * float(np.sign(lead))
        return NormalDist().cdf(lead / math.sqrt(variance))


def fit_ratings(
    names: Sequence[str], results: Results, anchors: Mapping[str, float] | None = None
) -> Ratings:
    """The most likely ratings; those of the anchors are known, and stay.

    >>> pool = fit_ratings(["a", "b"], {("a", "b"): (60, 20, 20), ("b", "a"): (20, 20, 60)}, {"b": 1000})
    >>> print(f"{pool.of('a').elo:.0f} [{pool.of('a').low:.0f}, {pool.of('a').high:.0f}]")
    1147 [1099, 1195]
    """
    games = _Games(names, results)
    fixed = np.array([name in (anchors or {}) for name in names])
    elo = np.array([(anchors or {}).get(name, 0.0) for name in names], dtype=np.float64)
    centre = float(elo[fixed].mean()) if fixed.any() else 0.0
    elo[~fixed] = centre
    # With draws a rating point is worth less in points: scaled so that small differences score what they do in Elo's
    # formula. The games alone say by how much, since anchors that contradict them would be explained by draws.
    nobody = np.zeros(len(names), dtype=np.bool_)
    _, _, nu, _ = _maximise(games, np.zeros(len(names)), nobody, 0.0, LOGIT_PER_ELO)
    k = LOGIT_PER_ELO * (2 + nu) / 2
    elo, advantage, nu, covariance = _maximise(games, elo, fixed, centre, k)
    if not fixed.any():
        centring = np.eye(len(names)) - 1.0 / len(names)
        elo, covariance = centring @ elo, centring @ covariance @ centring
    return Ratings(tuple(names), elo, covariance, advantage, nu / (2 + nu))


class _Games:
    """All results as arrays, prior included: who moved first, who second, how often it ended how."""

    def __init__(self, names: Sequence[str], results: Results) -> None:
        index = {name: number for number, name in enumerate(names)}
        counts = {(index[a], index[b]): np.array(ends, dtype=np.float64) for (a, b), ends in results.items()}
        played = np.zeros((len(names), len(names)))
        for (a, b), ends in counts.items():
            played[a, b] += ends.sum()
        played += played.T
        totals = played.sum(axis=1)
        for a, b in zip(*np.nonzero(played), strict=True):
            weight = played[a, b] / max(totals[a], totals[b]) / 2  # this order of the two, and the other
            counts[a, b] = counts.get((a, b), np.zeros(3)) + weight * PRIOR
        self.first = np.array([a for a, _ in counts], dtype=np.intp)
        self.second = np.array([b for _, b in counts], dtype=np.intp)
        self.ends = np.array(list(counts.values()), dtype=np.float64).reshape(-1, 3)


def _maximise(
    games: _Games, elo: Numbers, fixed: NDArray[np.bool_], centre: float, k: float
) -> tuple[Numbers, float, float, Numbers]:
    """Ratings, advantage, ν and the covariance of the ratings, by Newton's method with steps that never go down."""
    count = len(elo)
    free = np.concatenate([~fixed, [True, True]])
    around = np.concatenate([np.full(count, centre * k), [0.0, 0.0]])
    where = np.concatenate([elo * k, [0.0, 0.0]])
    thread = np.where(free, (THREAD * LOGIT_PER_ELO) ** -2.0, 0.0)

    def height(at: Numbers) -> float:
        return float(_likelihood(games, at) - thread @ (at - around) ** 2 / 2)

    for _ in range(STEPS):
        slope, curvature = _derivatives(games, where)
        slope -= thread * (where - around)
        curvature += np.diag(thread)
        step = np.zeros(count + 2)
        step[free] = np.linalg.solve(curvature[np.ix_(free, free)], slope[free])
        before = height(where)
        while height(where + step) < before and np.abs(step).max() > CLOSE:
            step /= 2
        where = where + step
        if np.abs(step).max() <= CLOSE:
            break
    _, curvature = _derivatives(games, where)
    curvature += np.diag(thread)
    covariance = np.zeros((count + 2, count + 2))
    covariance[np.ix_(free, free)] = np.linalg.inv(curvature[np.ix_(free, free)])
    ratings = np.where(fixed, elo, where[:count] / k)
    return ratings, float(where[-2] / k), float(np.exp(where[-1])), covariance[:count, :count] / k**2


def _chances(games: _Games, at: Numbers) -> tuple[Numbers, Numbers]:
    """Of every pairing: the three exponents of the formula above, and the chances of the three ends."""
    lead = (at[games.first] - at[games.second] + at[-2]) / 2
    exponents = np.stack([lead, np.full_like(lead, at[-1]), -lead], axis=1)
    weights = np.exp(exponents - exponents.max(axis=1, keepdims=True))
    return exponents, weights / weights.sum(axis=1, keepdims=True)


def _likelihood(games: _Games, at: Numbers) -> float:
    exponents, chances = _chances(games, at)
    top = exponents.max(axis=1)
    # log chance = exponent - log of the sum of all three; the sum from the largest chance, which never vanishes.
    log_sum = top - np.log(chances.max(axis=1))
    return float((games.ends * (exponents - log_sum[:, None])).sum())


def _derivatives(games: _Games, at: Numbers) -> tuple[Numbers, Numbers]:
    """Slope and negated curvature of the log-likelihood in ratings, advantage and ln ν."""
    _, chances = _chances(games, at)
    won, drawn, lost = chances.T
    total = games.ends.sum(axis=1)
    # What the ends tell of the lead (1/2, 0, -1/2) and of drawing (0, 1, 0): seen less expected, and its spread.
    lead_seen = (games.ends[:, 0] - games.ends[:, 2]) / 2
    lead_expected = (won - lost) / 2
    lead_slope = lead_seen - total * lead_expected
    draw_slope = games.ends[:, 1] - total * drawn
    lead_spread = total * ((won + lost) / 4 - lead_expected**2)
    shared_spread = -total * lead_expected * drawn
    draw_spread = total * drawn * (1 - drawn)

    rows = len(total)
    leads = np.zeros((rows, len(at)))
    leads[np.arange(rows), games.first] += 1.0
    leads[np.arange(rows), games.second] -= 1.0
    leads[:, -2] = 1.0
    draws = np.zeros_like(leads)
    draws[:, -1] = 1.0
    mixed = leads.T @ (shared_spread[:, None] * draws)
    curvature = leads.T @ (lead_spread[:, None] * leads) + draws.T @ (draw_spread[:, None] * draws)
    return leads.T @ lead_slope + draws.T @ draw_slope, curvature + mixed + mixed.T
