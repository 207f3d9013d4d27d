"""Evaluators for play: the learned weights in whole numbers and in centipawns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap.evaluators.feature_set import CoreEvaluator
from leafstrap.evaluators.network import Evaluator
from leafstrap.evaluators.piece_values import piece_values


def centipawns_per_unit(architecture: Any, weights: NDArray[np.float64]) -> float:
    """How many centipawns (in draughts hundredths of a man) one unit of the evaluation is; 1 where pieces mean nothing.

    In chess a pawn is here the 21st part of all five kinds together: of learned weights that sum is far steadier than
    the worth of a pawn, which depends on where it stands. Each counts by how much it matters: where learning begins,
    some seem worth less than none.

    >>> from leafstrap import games
    >>> centipawns_per_unit(games.get("chess").feature_sets["material"], np.array([2.0, 6, 6, 10, 18]))
    50.0
    """
    values = piece_values(architecture)
    default, found = values.pieces.worths, values.of(weights)
    worth = sum(abs(found[kind]) for kind in default)
    return 100 * sum(default.values()) / worth if worth > 0 else 1.0


def integer(evaluator: Evaluator) -> CoreEvaluator:
    """The evaluator that the tournament search plays with; it differs from the learned one by rounding only."""
    scale = centipawns_per_unit(evaluator.architecture, evaluator.weights)
    return evaluator.architecture.integer(evaluator.weights, scale)
