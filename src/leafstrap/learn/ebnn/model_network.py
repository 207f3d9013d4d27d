"""The network of a model while it learns."""

from __future__ import annotations

import numpy as np

from leafstrap.evaluators.feature_rows import Array
from leafstrap.types import Singles


class ModelNetwork:
    """It foresees boards in standard deviations, in single precision, and learns a batch at a time, by Adam."""

    def __init__(self, weights: tuple[Singles, Singles, Singles, Singles]) -> None:
        self.weights = weights
        self._first = [np.zeros_like(each) for each in weights]
        self._second = [np.zeros_like(each) for each in weights]
        self._steps = 0

    @staticmethod
    def begin(inputs: int, hidden: int, seed: int) -> ModelNetwork:
        """Small weights, and no change foreseen."""
        random = np.random.default_rng(seed)
        A = random.normal(0, 1 / np.sqrt(inputs), (inputs, hidden))  # noqa: N806
        a, B, b = (np.zeros(shape, dtype=np.float32) for shape in (hidden, (hidden, inputs), inputs))  # noqa: N806
        return ModelNetwork((A.astype(np.float32), a, B, b))

    def foreseen(self, z: Array) -> Array:
        """The boards after these."""
        A, a, B, b = self.weights  # noqa: N806
        later: Array = z + 1 / (1 + np.exp(-(z @ A + a))) @ B + b
        return later

    def learn(self, z: Array, after: Array, step: float) -> None:
        """One step towards the boards that came after these."""
        A, a, B, b = self.weights  # noqa: N806
        units = 1 / (1 + np.exp(-(z @ A + a)))
        error = (z + units @ B + b - after) / len(z)
        back = (error @ B.T) * units * (1 - units)
        self._steps += 1
        rise = step * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        gradients = (z.T @ back, back.sum(axis=0), units.T @ error, error.sum(axis=0))
        for weight, gradient, first, second in zip(
            self.weights, gradients, self._first, self._second, strict=True
        ):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            weight -= np.float32(rise) * first / (np.sqrt(second) + np.float32(1e-8))
