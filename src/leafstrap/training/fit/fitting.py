"""Fit weights to results: all examples at once until nothing is to be gained, or in small batches by an optimiser."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import UsageError
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.settings import setting
from leafstrap.training.fit.lbfgs import minimise
from leafstrap.training.fit.objective import Error, Examples, fitted_scale
from leafstrap.types import JsonObject

Array = NDArray[np.float64]

LBFGS = "lbfgs"
CENTIPAWN = math.log(10) / 400  # log-odds: as ratings have it, 400 are ten to one
# No further gain: the mean error fell by less than this share of itself in each of so many steps.
LEAST_GAIN, PATIENCE = 1e-9, 3


@dataclass(frozen=True, slots=True)
class FitSettings:
    """How weights are fitted."""

    scale: float | None = setting(
        None,
        "K, log-odds of winning for one unit of the evaluation; not set: fitted to the initial weights, or ours",
    )
    l2: float = setting(1e-6, "½ · l2 · Σ (K · change of a weight)² is added to the mean error", low=0)
    optimiser: str = setting(
        LBFGS,
        "lbfgs: all examples at once, to the end; or one for small batches",
        choices=(LBFGS, *OPTIMISERS),
    )
    iterations: int = setting(1000, "steps of lbfgs, or passes over the examples, at most", low=0)
    step_size: float | None = setting(
        None, "of small batches, in log-odds; not set: 0.2 for adagrad, 1 for plain", low=0
    )
    batch: int = setting(1024, "examples in a small batch", low=1)
    held_out: float = setting(0.1, "share of the games or lines that is not learned from", low=0, high=0.9)
    seed: int = setting(0, "which are held out, and the order of small batches", low=0)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a fit is."""

    iteration: int
    of: int  # at most
    seconds: float
    error: float  # mean cross entropy
    held_out: float | None

    def __str__(self) -> str:
        outside = "" if self.held_out is None else f", held out {self.held_out:.5f}"
        left = f"{self.seconds:.0f} s, at most {self.seconds_left:.0f} s left"
        return f"step {self.iteration} of {self.of}: error {self.error:.5f}{outside}; {left}"

    @property
    def seconds_left(self) -> float:
        """If all iterations are needed."""
        return self.seconds / max(self.iteration, 1) * (self.of - self.iteration)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Weights, and how well they tell results before and after."""

    weights: Array
    scale: float
    examples: int
    held_out_examples: int
    iterations: int
    seconds: float
    converged: bool
    interrupted: bool
    first: Error
    last: Error
    first_held_out: Error | None = None
    last_held_out: Error | None = None
    curve: tuple[tuple[int, float, float | None], ...] = ()  # iteration, error, held-out error

    def as_json(self) -> JsonObject:
        """All but the weights."""
        found: JsonObject = {
            "examples": self.examples,
            "held_out_examples": self.held_out_examples,
            "scale": self.scale,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "converged": self.converged,
            "interrupted": self.interrupted,
        }
        pairs = {"": (self.first, self.last), "held_out_": (self.first_held_out, self.last_held_out)}
        for which, (before, after) in pairs.items():
            for word, error in (("before", before), ("after", after)):
                if error is not None:
                    found[f"{which}error_{word}"] = error.cross_entropy
                    found[f"{which}squares_{word}"] = error.squares
        return found


def fit_weights(
    examples: Examples,
    start: Array,
    settings: FitSettings,
    *,
    groups: NDArray[np.int64] | None = None,
    fixed: NDArray[np.bool_] | None = None,
    default_scale: float = CENTIPAWN,
    start_tells: bool = True,
    tell: Callable[[Progress], bool] = lambda progress: True,
) -> Fit:
    """Weights that tell the results of examples best, from `start` on; `tell` says after each step whether to go on.

    Examples of one group are held out together, or not at all. The scale is the one that is set; else, where there are
    initial weights that tell something, the one that they tell results best with; else `default_scale`.
    """
    train, held_out = _split(examples, settings, groups)
    scale = settings.scale
    if scale is None:
        scale = fitted_scale(train, start, default_scale) if start_tells and start.any() else default_scale
    if not 0 < scale < math.inf:
        raise UsageError("The scale is a number above 0: log-odds of winning for one unit of the evaluation.")
    free = np.ones(examples.size) if fixed is None else np.where(fixed, 0.0, 1.0)
    began = time.perf_counter()
    first = train.error(start, scale)
    first_held_out = None if held_out is None else held_out.error(start, scale)
    steps = _converging if settings.optimiser == LBFGS else _in_batches
    weights, before, iteration, idle = start, first.cross_entropy, 0, 0
    converged = interrupted = False
    curve: list[tuple[int, float, float | None]] = []
    taken = islice(steps(train, start, scale, free, settings), settings.iterations)
    for iteration, (weights, error) in enumerate(taken, 1):
        if not math.isfinite(error):
            raise UsageError("The weights grew beyond all bounds: choose a smaller step size.")
        outside = None if held_out is None else held_out.error(weights, scale).cross_entropy
        curve.append((iteration, error, outside))
        seconds = time.perf_counter() - began
        interrupted = not tell(Progress(iteration, settings.iterations, seconds, error, outside))
        idle = idle + 1 if abs(before - error) <= LEAST_GAIN * error else 0
        converged, before = idle >= PATIENCE, error
        if interrupted or converged:
            break
    else:
        converged = iteration < settings.iterations  # no step leads down any more
    return Fit(
        weights,
        scale,
        train.count,
        0 if held_out is None else held_out.count,
        iteration,
        time.perf_counter() - began,
        converged,
        interrupted,
        first,
        train.error(weights, scale),
        first_held_out,
        None if held_out is None else held_out.error(weights, scale),
        tuple(curve),
    )


def _split(
    examples: Examples, settings: FitSettings, groups: NDArray[np.int64] | None
) -> tuple[Examples, Examples | None]:
    """What is learned from, and what is not."""
    groups = np.arange(examples.count) if groups is None else np.asarray(groups)
    count = int(groups.max()) + 1 if len(groups) else 0
    apart = round(settings.held_out * count)
    if not apart:
        return examples, None
    held = np.zeros(count, dtype=np.bool_)
    held[np.random.default_rng(settings.seed).permutation(count)[:apart]] = True
    out = held[groups]
    return examples.chosen(np.flatnonzero(~out)), examples.chosen(np.flatnonzero(out))


def _converging(
    examples: Examples, start: Array, scale: float, free: Array, settings: FitSettings
) -> Iterator[tuple[Array, float]]:
    """L-BFGS, on weights in units in which each moves the evaluations of the examples alike."""
    spread = examples.spread()
    unit = np.where(spread > 0, 1 / np.maximum(spread, spread.max() * 1e-3 + 1e-300), 1.0) / scale

    def penalty(x: Array) -> float:
        return 0.5 * settings.l2 * float(((scale * unit * x) ** 2).sum())

    def objective(x: Array) -> tuple[float, Array]:
        error = examples.error(start + unit * x, scale)
        gradient = error.gradient + settings.l2 * scale**2 * unit * x
        return error.cross_entropy + penalty(x), gradient * unit * free

    for x, value in minimise(objective, np.zeros(examples.size)):
        yield start + unit * x, value - penalty(x)


def _in_batches(
    examples: Examples, start: Array, scale: float, free: Array, settings: FitSettings
) -> Iterator[tuple[Array, float]]:
    """Passes over the examples in random order; weights move after every batch, in log-odds."""
    optimiser, random = OPTIMISERS[settings.optimiser], np.random.default_rng(settings.seed)
    step = settings.step_size
    if step is None:
        step = 1.0 if settings.optimiser == "plain" else 0.2
    weights, squares = start.copy(), np.zeros(examples.size)
    while True:
        order = random.permutation(examples.count).astype(np.int64)
        for begin in range(0, examples.count, settings.batch):
            gradient = examples.error(weights, scale, order[begin : begin + settings.batch]).gradient / scale
            gradient += settings.l2 * scale * (weights - start)
            weights = weights + step / scale * optimiser.direction(-gradient * free, squares)
        yield weights, examples.error(weights, scale).cross_entropy
