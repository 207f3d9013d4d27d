"""What the outputs of an evaluator say of a game that is over, or even: in the unit that it learns in.

The view is that of the side to move, or to roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from leafstrap._core import EVALUATION_LIMIT, WIN
from leafstrap.evaluators.feature_rows import Array
from leafstrap.evaluators.modular_architecture import ModularArchitecture
from leafstrap.evaluators.network_architecture import NetworkArchitecture

LARGEST_RESULT = 3  # of backgammon, in points


@dataclass(frozen=True, slots=True, eq=False)
class Outputs:
    """One number, or backgammon's seven or five."""

    results: Mapping[int, Array]  # of games that are over, by points
    even: Array  # of an even game, whose results nobody knows
    worth: Array  # what each adds to the evaluation
    most: float  # beyond it, up or down, nothing can be meant

    def __len__(self) -> int:
        return len(self.even)


def outputs_of(architecture: Any) -> Outputs:
    """The outputs of a form.

    >>> outputs_of(ModularArchitecture.of("tesauro")).results[-2].tolist()  # a gammon lost: the mean, won 1 to 3, lost 1 to 3
    [-2.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]
    """
    if isinstance(architecture, ModularArchitecture):
        return DICE[architecture.outputs]
    return NETWORK if isinstance(architecture, NetworkArchitecture) else LINEAR


def _single(won: float) -> Outputs:
    results = {points: np.array([points * won]) for points in (-1, 0, 1)}
    return Outputs(results, np.zeros(1), np.ones(1), EVALUATION_LIMIT / WIN * won)


def _dice(results: Mapping[int, Any], even: Any, worth: Any) -> Outputs:
    arrays = {points: np.array(outputs, dtype=np.float64) for points, outputs in results.items()}
    return Outputs(arrays, np.array(even), np.array(worth), LARGEST_RESULT)


POINTS = (1, 2, 3, -1, -2, -3)
LINEAR, NETWORK = _single(WIN), _single(1.0)
DICE = {
    # The mean, and how often each result comes; the mean counts half, what the others come to the other half.
    "seven": _dice(
        {points: (points, *(points == each for each in POINTS)) for points in POINTS},
        (0.0,) * 7,
        (0.5, *(each / 2 for each in POINTS)),
    ),
    # Chances to win, to win two points or more, three, and to lose so.
    "five": _dice(
        {each: (each > 0, each > 1, each > 2, each < -1, each < -2) for each in POINTS},
        (0.5, 0.0, 0.0, 0.0, 0.0),
        (2.0, 1.0, 1.0, -1.0, -1.0),
    ),
}
