"""A mean of the weights over the games of a run, the late ones counting most (polynomial-decay averaging).

Learning with a step size that is large enough to get anywhere never comes to rest: the weights wander about what they
are drawn to. Their mean lies nearer to it than any of them. With power k the weights after game n count as n^k:

    mean_n = mean_{n-1} + (k + 1) / (n + k) (weights_n - mean_{n-1})
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def averaged(mean: Array, weights: Array, games: int, power: int) -> Array:
    """The mean after so many games; with power 0 there is none, and the weights stand for themselves.

    >>> averaged(np.array([7.0]), np.array([4.0]), 1, power=3)
    array([4.])
    >>> averaged(np.array([4.0]), np.array([9.0]), 2, power=3)
    array([8.])
    """
    return weights if power == 0 else mean + (weights - mean) * ((power + 1) / (games + power))
