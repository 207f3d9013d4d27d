"""How an update moves the weights: all by one step size, or each by one of its own."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Optimiser(Protocol):
    """Turns the sum of an update into what is added to the weights, for step size 1."""

    remembers: bool  # whether it changes `squares`

    def direction(self, gradient: Array, squares: Array) -> Array:
        """Where to go. `squares` is what it remembers of earlier updates, changed in place."""


class Plain:
    """The papers' rule: the weights move by the gradient itself."""

    remembers = False

    def direction(self, gradient: Array, squares: Array) -> Array:
        """The gradient."""
        return gradient


class AdaGrad:
    """Each weight by its gradient over the root of the sum of the squares of all its gradients so far.

    A feature that is rarely seen keeps large steps until it has been seen often, and every step shrinks as experience
    grows. The first step of every weight is one step size, whatever the unit of the errors.

    >>> squares = np.zeros(2)
    >>> AdaGrad().direction(np.array([3.0, 0.0]), squares)
    array([1., 0.])
    >>> AdaGrad().direction(np.array([4.0, 0.5]), squares)
    array([0.8, 1. ])
    """

    remembers = True

    def direction(self, gradient: Array, squares: Array) -> Array:
        """The gradient in units of what was usual for each weight."""
        squares += gradient * gradient
        return np.divide(gradient, np.sqrt(squares), out=np.zeros_like(gradient), where=squares > 0)


OPTIMISERS: dict[str, Optimiser] = {"plain": Plain(), "adagrad": AdaGrad()}
