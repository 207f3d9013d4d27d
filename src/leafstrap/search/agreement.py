"""Whether the leaf of a search still stands for what the search found (KnightCap learned from no others)."""

from __future__ import annotations

import math

# KnightCap, section 4.1: "a value of tanh[βJ] = 0.25 was equivalent to a material superiority of 1 pawn".
PAWN_AFTER_TANH = 0.25
AGREEMENT = 0.05  # of expected results between -1 and 1; KnightCap's program


def expected_result(centipawns: float) -> float:
    """An evaluation as a result between -1 and 1.

    >>> round(expected_result(100), 4)
    0.25
    """
    return math.tanh(math.atanh(PAWN_AFTER_TANH) * centipawns / 100)


def agree(leaf: float, score: float, tolerance: float = AGREEMENT) -> bool:
    """Whether the evaluation of a leaf is near enough to the score of the search, both in centipawns.

    A variation that the table cut short may end elsewhere. A score of 0 may come from the rules, not from a leaf; and
    without tolerance only a search that vouches for its leaf is believed.
    """
    return score != 0 and tolerance > 0 and abs(expected_result(leaf) - expected_result(score)) <= tolerance
