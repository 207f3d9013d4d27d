"""The model of results (`games/result_model.py`) fitted to positions of games by maximum likelihood, and checked."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leafstrap.arena.games.judged import JudgedPosition
from leafstrap.games.result_model import ResultModel

Numbers = NDArray[np.float64]
STEPS = 200
CLOSE = 1e-7  # a slope this small, for each position, ends it
TINY = 1e-12


@dataclass(frozen=True, slots=True)
class Bin:
    """Positions with scores between two bounds: what was expected of them, and what came."""

    low: float
    high: float
    positions: int
    expected: tuple[float, float, float]
    seen: tuple[float, float, float]


def fit_results(positions: Sequence[JudgedPosition], *, by_pieces: bool = True) -> ResultModel:
    """The most likely model; without `by_pieces` one that looks at the score alone."""
    score, share, result = _arrays(positions)
    start = [math.log(150.0), 0.0, math.log(80.0), 0.0]
    free = np.array([True, by_pieces, True, by_pieces])
    at = np.array(start)
    # Newton's method with the curvature taken from the slopes, damped so that no step goes up.
    damping = 1e-3
    value, slope = _loss(at, score, share, result)
    for _ in range(STEPS):
        if np.abs(slope[free]).max() < CLOSE:
            break
        curvature = np.stack(
            [(_loss(at + step, score, share, result)[1] - slope) / 1e-5 for step in np.eye(4) * 1e-5]
        )
        curvature = (curvature + curvature.T) / 2 + damping * np.eye(4)
        step = np.zeros(4)
        step[free] = -np.linalg.solve(curvature[np.ix_(free, free)], slope[free])
        new_value, new_slope = _loss(at + step, score, share, result)
        if new_value <= value:
            at, value, slope, damping = at + step, new_value, new_slope, damping / 10
        else:
            damping *= 10
    return ResultModel(*(round(float(number), 4) for number in at))


def mean_loss(model: ResultModel, positions: Sequence[JudgedPosition]) -> float:
    """The mean of minus the logarithm of the chance of what came: less is better."""
    at = np.array([model.even, model.even_pieces, model.spread, model.spread_pieces])
    return _loss(at, *_arrays(positions))[0]


def calibration(
    model: ResultModel, positions: Sequence[JudgedPosition], bounds: Sequence[float]
) -> list[Bin]:
    """Positions by their scores: where the model holds, what is expected is what comes."""
    edges = [-math.inf, *bounds, math.inf]
    bins = []
    for low, high in itertools.pairwise(edges):
        inside = [each for each in positions if low <= each.score < high]
        if not inside:
            continue
        chances = np.array([model.chances(each.score, each.share) for each in inside]).mean(axis=0)
        seen = [sum(each.result == result for each in inside) / len(inside) for result in (1, 0, -1)]
        expected = (float(chances[0]), float(chances[1]), float(chances[2]))
        bins.append(Bin(low, high, len(inside), expected, (seen[0], seen[1], seen[2])))
    return bins


def _arrays(positions: Sequence[JudgedPosition]) -> tuple[Numbers, Numbers, Numbers]:
    columns = np.array([(each.score, each.share, each.result) for each in positions], dtype=np.float64)
    return columns[:, 0], columns[:, 1], columns[:, 2]


def _loss(at: Numbers, score: Numbers, share: Numbers, result: Numbers) -> tuple[float, Numbers]:
    """The mean loss, and its slope in the four numbers of the model."""
    even, spread = np.exp(at[0] + at[1] * share), np.exp(at[2] + at[3] * share)
    x, y = np.clip((score - even) / spread, -500, 500), np.clip((-score - even) / spread, -500, 500)
    won, lost = 1 / (1 + np.exp(-x)), 1 / (1 + np.exp(-y))
    drawn = np.maximum(1 - won - lost, TINY)
    chance = np.where(result > 0, won, np.where(result < 0, lost, drawn))
    loss = -np.log(np.maximum(chance, TINY))
    # d loss / dx and / dy: won' = won (1 - won), and what is won or lost more is drawn less.
    dx = np.where(result > 0, won - 1, np.where(result < 0, 0.0, won * (1 - won) / drawn))
    dy = np.where(result < 0, lost - 1, np.where(result > 0, 0.0, lost * (1 - lost) / drawn))
    d_even = -(dx + dy) * even / spread
    d_spread = -(dx * x + dy * y)
    slope = np.array(
        [d_even.mean(), (d_even * share).mean(), d_spread.mean(), (d_spread * share).mean()], dtype=np.float64
    )
    return float(loss.mean()), slope
