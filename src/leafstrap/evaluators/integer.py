"""Evaluators for play: the learned weights in whole numbers and in centipawns."""

from __future__ import annotations

from leafstrap.evaluators.feature_set import Evaluator
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.piece_values import centipawn


def centipawns_per_unit(linear: Linear) -> float:
    """How many centipawns one unit of the weights is; 1 for weights to which pieces are worth nothing."""
    unit = centipawn(linear)
    return 1.0 if unit is None else 1.0 / unit


def integer(linear: Linear) -> Evaluator:
    """The evaluator that the tournament search plays with; it differs from the learned one by rounding only."""
    return linear.feature_set.integer(linear.weights, centipawns_per_unit(linear))
