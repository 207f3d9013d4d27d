"""The error of weights on labelled positions, and how it changes with them.

The result that an evaluation v expects is 1 / (1 + exp(-K v)), and the error is the cross entropy of the results. K,
the scale, says what a unit of the evaluation is in log-odds of winning.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import LogisticRows
from leafstrap.errors import UsageError
from leafstrap.evaluators import Architecture
from leafstrap.games.outputs import turns_of
from leafstrap.training.fit.data import FeatureMatrix, LabelledPositions
from leafstrap.types import Position, SparseRows

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

CHUNK = 4096  # positions that a network is asked of at once
FEW = 8192  # rows for which it takes longer to start threads


@dataclass(frozen=True, slots=True)
class Error:
    """Means over examples, and the gradient of the first by the weights."""

    cross_entropy: float
    squares: float  # (result - expected result)²: what is called the error in Texel tuning
    gradient: Array


class Examples(ABC):
    """Positions with results, as weights of one architecture see them."""

    count: int
    size: int  # number of weights

    @abstractmethod
    def error(self, weights: Array, scale: float, numbers: Numbers | None = None) -> Error:
        """Over the examples of these numbers, or over all."""

    @abstractmethod
    def chosen(self, numbers: Numbers) -> Examples:
        """Some of them."""

    def spread(self) -> Array:
        """How far each weight moves the evaluation of these examples, the root of the mean square; 1 if not known."""
        return np.ones(self.size)


class RowExamples(Examples):
    """Of linear evaluators: a row times the weights is the evaluation, and the rows are kept."""

    def __init__(self, rows: SparseRows, results: NDArray[np.float32], size: int, threads: int = 1) -> None:
        self.count, self.size = len(results), size
        self._rows, self._results, self._threads = rows, results, threads
        self._core = LogisticRows(*rows, results, size)

    @staticmethod
    def of(data: FeatureMatrix, threads: int = 1) -> RowExamples:
        """Rows of somebody's own."""
        return RowExamples(data.rows, data.results, len(data.names), threads)

    def error(self, weights: Array, scale: float, numbers: Numbers | None = None) -> Error:
        """In one pass over the rows, in the core."""
        count = self.count if numbers is None else len(numbers)
        entropy, squares, gradient = self._core.error(
            np.ascontiguousarray(weights), scale, numbers, self._threads if count > FEW else 1
        )
        return Error(entropy / count, squares / count, gradient / count)

    def chosen(self, numbers: Numbers) -> RowExamples:
        """Rows of these numbers, copied."""
        indptr, indices, values = self._rows
        lengths = np.diff(indptr)[numbers]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        places = np.repeat(indptr[:-1][numbers] - starts[:-1], lengths) + np.arange(starts[-1])
        rows = (starts, indices[places], values[places])
        return RowExamples(rows, self._results[numbers], self.size, self._threads)

    def spread(self) -> Array:
        """Of the columns."""
        squares = np.bincount(
            self._rows[1], weights=self._rows[2].astype(np.float64) ** 2, minlength=self.size
        )
        return np.sqrt(squares / self.count)


class PositionExamples(Examples):
    """Of evaluators of any kind that say one value: positions are looked at anew every time."""

    def __init__(
        self, architecture: Architecture, positions: Sequence[Position], results: NDArray[np.float32]
    ) -> None:
        self.count, self.size = len(results), architecture.size
        self._architecture, self._positions, self._results = architecture, positions, results

    def error(self, weights: Array, scale: float, numbers: Numbers | None = None) -> Error:
        """Forward and backward, some positions at a time."""
        snapshot = self._architecture.snapshot(np.ascontiguousarray(weights))
        chosen = np.arange(self.count) if numbers is None else numbers
        entropy = squares = 0.0
        gradient = np.zeros(self.size)
        for start in range(0, len(chosen), CHUNK):
            some = chosen[start : start + CHUNK].tolist()
            positions = [self._positions[number] for number in some]
            results = self._results[some].astype(np.float64)
            turns = turns_of(positions)
            odds = scale * turns * snapshot.outputs(positions)[:, 0].astype(np.float64)
            expected = 1 / (1 + np.exp(-np.clip(odds, -700, 700)))
            entropy += float((np.logaddexp(0, odds) - results * odds).sum())
            squares += float(((results - expected) ** 2).sum())
            errors = np.ascontiguousarray((scale * turns * (expected - results))[:, None])
            part, indices = snapshot.output_gradient(positions, errors)
            gradient[slice(None) if indices is None else indices] += part
        count = len(chosen)
        return Error(entropy / count, squares / count, gradient / count)

    def chosen(self, numbers: Numbers) -> PositionExamples:
        """Positions of these numbers."""
        positions = [self._positions[number] for number in numbers.tolist()]
        return PositionExamples(self._architecture, positions, self._results[numbers])


def examples_of(architecture: Architecture, data: LabelledPositions, threads: int = 1) -> Examples:
    """Labelled positions as an architecture sees them; what is linear is kept as rows."""
    if len(architecture.outputs) > 1:
        raise UsageError("Results are fitted by evaluators that say one value: choose evaluator.outputs one.")
    results = np.array(data.results, dtype=np.float32)
    rows = architecture.linear_rows(data.positions)
    if rows is None:
        return PositionExamples(architecture, data.positions, results)
    return RowExamples(rows, results, architecture.size, threads)


def fitted_scale(examples: Examples, weights: Array, start: float = 1.0) -> float:
    """The K at which the evaluations as they are expect the results best: a minimum along a line, by bisection.

    The cross entropy is convex in K, so its slope changes sign once.
    """

    def slope(scale: float) -> float:
        # K only ever stands beside the weights: ∂/∂K = gradient · weights / K.
        return float(examples.error(weights, scale).gradient @ weights) / scale

    low = high = start
    for _ in range(60):
        if slope(high) > 0:
            break
        low, high = high, 2 * high
    for _ in range(60):
        if slope(low) <= 0:
            break
        low, high = low / 2, low
    while high / low > 1 + 1e-6:
        middle = float(np.sqrt(low * high))
        low, high = (low, middle) if slope(middle) > 0 else (middle, high)
    return float(np.sqrt(low * high))
