"""L-BFGS: a quasi-Newton method that remembers the last steps instead of a matrix (Nocedal & Wright, chapter 7)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Objective = Callable[[Array], tuple[float, Array]]  # value and gradient

REMEMBERED = 20
DECREASE, CURVATURE = 1e-4, 0.9  # of the strong Wolfe conditions
MOST_TRIALS = 25


def minimise(objective: Objective, start: Array) -> Iterator[tuple[Array, float]]:
    """Where it has come to after each step, and the value there; ends where no step leads down any more.

    >>> bowl = lambda x: (float(x @ x), 2 * x)
    >>> where, value = list(minimise(bowl, np.array([3.0, -4.0])))[-1]
    >>> value < 1e-12
    True
    """
    x, (value, gradient) = start, objective(start)
    steps: deque[tuple[Array, Array, float]] = deque(maxlen=REMEMBERED)  # s, y, 1 / (s · y)
    while True:
        direction = _direction(gradient, steps)
        slope = float(direction @ gradient)
        if not slope < 0:  # rounding has the last word
            if not steps:
                return
            steps.clear()
            continue
        first = 1.0 if steps else min(1.0, 1.0 / float(np.abs(gradient).sum()))
        found = _line_search(objective, x, value, slope, direction, first)
        if found is None:
            if not steps:
                return
            steps.clear()  # once more, straight down
            continue
        step, next_value, next_gradient = found
        s, y = step * direction, next_gradient - gradient
        if (curvature := float(s @ y)) > 0:
            steps.append((s, y, 1 / curvature))
        x, value, gradient = x + s, next_value, next_gradient
        yield x, value


def _direction(gradient: Array, steps: deque[tuple[Array, Array, float]]) -> Array:
    """Minus the gradient times what the steps tell of the inverse Hessian: the two-loop recursion."""
    direction = -gradient
    shares = []
    for s, y, rho in reversed(steps):
        shares.append(rho * float(s @ direction))
        direction = direction - shares[-1] * y
    if steps:
        s, y, rho = steps[-1]
        direction = direction / (rho * float(y @ y))
    for (s, y, rho), share in zip(steps, reversed(shares), strict=True):
        direction = direction + (share - rho * float(y @ direction)) * s
    return direction


def _line_search(
    objective: Objective, x: Array, value: float, slope: float, direction: Array, first: float
) -> tuple[float, float, Array] | None:
    """A step that goes down enough and leaves a flatter slope, by bisection between steps too short and too long."""
    low, high, step = 0.0, np.inf, first
    best: tuple[float, float, Array] | None = None
    for _ in range(MOST_TRIALS):
        there, gradient = objective(x + step * direction)
        if not there <= value + DECREASE * step * slope:
            high = step
        else:
            best = (step, there, gradient)
            slope_there = float(gradient @ direction)
            if abs(slope_there) <= -CURVATURE * slope:
                return best
            if slope_there < 0:
                low = step
            else:
                high = step
        step = 2 * low if np.isinf(high) else (low + high) / 2
    return best
