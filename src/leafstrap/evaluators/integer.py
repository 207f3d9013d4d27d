"""Evaluators for play: the learned weights in whole numbers and in centipawns."""

from __future__ import annotations

from leafstrap.evaluators.feature_set import Evaluator
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.piece_values import piece_values

# What the five kinds of pieces are usually worth together, in pawns: 1 + 3 + 3 + 5 + 9. Of learned weights their sum
# is far steadier than the pawn alone, whose worth depends on where it stands.
USUAL_WORTH = 21.0


def centipawns_per_unit(linear: Linear) -> float:
    """How many centipawns one unit of the weights is; 1 for weights to which pieces are worth nothing.

    >>> import numpy as np
    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> centipawns_per_unit(Linear(chess, chess.feature_sets["material"], np.array([2.0, 6, 6, 10, 18])))
    50.0
    """
    worth = sum(piece_values(linear.feature_set).of(linear.weights).values())
    return 100 * USUAL_WORTH / worth if worth > 0 else 1.0


def integer(linear: Linear) -> Evaluator:
    """The evaluator that the tournament search plays with; it differs from the learned one by rounding only."""
    return linear.feature_set.integer(linear.weights, centipawns_per_unit(linear))
