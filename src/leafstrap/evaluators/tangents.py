"""Evaluators as functions of what they are told: values, slopes, and how both change with the weights, for many boards.

Tangent-Prop (Simard, Victorri, LeCun & Denker 1992) fits slopes beside values. With x the inputs of a board, V the
value, and r any direction, the slope along r is r·∂V/∂x, and its gradient by the weights is in closed form here: one
hidden layer has no more than a second derivative.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from leafstrap.evaluators.boards import Array, Boards, concept_count
from leafstrap.evaluators.network_layout import activated
from leafstrap.evaluators.perceptron_form import PerceptronForm


class Part(Protocol):
    """A function of the inputs with weights."""

    def look(self, x: Array) -> tuple[Array, Array]:
        """V and ∂V/∂x of each row."""

    def gradient(self, x: Array, e: Array, r: Array) -> Array:
        """∂/∂weights of Σ e V + r·∂V/∂x over the rows, in the order of the weights."""


@dataclass(frozen=True, slots=True)
class Straight:
    """V = w·x + c; linear weights have no c."""

    w: Array
    c: Array  # of one number, or none

    def look(self, x: Array) -> tuple[Array, Array]:
        """V and the weights themselves."""
        return x @ self.w + self.c.sum(), np.broadcast_to(self.w, x.shape)

    def gradient(self, x: Array, e: Array, r: Array) -> Array:
        """Of a value the input, of a slope 1."""
        return np.concatenate([x.T @ e + r.sum(axis=0), np.full(self.c.size, e.sum(), x.dtype)])


@dataclass(frozen=True, slots=True)
class OneHidden:
    """V = u·σ(β(xW + b)) + c."""

    activation: str
    W: Array  # inputs × units
    b: Array
    beta: Array
    u: Array
    c: Array

    def look(self, x: Array) -> tuple[Array, Array]:
        """V and ∂V/∂x = W (u β σ')."""
        value, first, _ = derivatives(self.activation, self.beta * (x @ self.W + self.b))
        return value @ self.u + self.c, (self.u * self.beta * first) @ self.W.T

    def gradient(self, x: Array, e: Array, r: Array) -> Array:
        """By back-propagation for the values, and once more through the derivative for the slopes along r."""
        sums, turned = x @ self.W + self.b, r @ self.W  # turned: how fast the sums change along r
        value, first, second = derivatives(self.activation, self.beta * sums)
        e = e[:, None]
        # Of u·(e σ + σ' β turned): by the units' sums, and by how fast they change.
        by_sum = self.u * self.beta * (e * first + second * self.beta * turned)
        by_turned = self.u * self.beta * first
        by_beta = self.u * (e * first * sums + second * sums * self.beta * turned + first * turned)
        by_u = e * value + first * self.beta * turned
        return np.concatenate(
            [
                (x.T @ by_sum + r.T @ by_turned).ravel(),
                by_sum.sum(axis=0),
                by_beta.sum(axis=0),
                by_u.sum(axis=0),
                e.sum(axis=0),
            ]
        )


@dataclass(frozen=True, slots=True)
class Tangents:
    """An evaluator of any form; numbers are the view of the side to move, in the unit that it learns in."""

    parts: tuple[Part, ...]
    interleaved: bool  # linear weights: those of one concept stand together

    @staticmethod
    def of(form: Any, weights: Array) -> Tangents:
        """The weights of a form."""
        if not isinstance(form, PerceptronForm):
            columns = weights.reshape(concept_count(form), -1).T
            return Tangents(tuple(Straight(column, column[:0]) for column in columns), True)
        cuts = np.cumsum([layout.size for layout in form.layouts])[:-1]
        parts = zip(form.layouts, np.split(weights, cuts), strict=True)
        return Tangents(tuple(_network(form.activation, each, part) for each, part in parts), False)

    def look(self, boards: Boards) -> tuple[Array, Array]:
        """V and ∂V/∂s of each board."""
        values, slopes = np.zeros_like(boards.inputs[:, 0]), np.zeros_like(boards.inputs)
        for share, part in zip(boards.shares.T, self.parts, strict=True):
            part_values, part_slopes = part.look(boards.inputs)
            values = values + share * part_values
            slopes = slopes + share[:, None] * part_slopes
        return values, slopes

    def gradient(self, boards: Boards, errors: Array, directions: Array) -> Array:
        """The gradient, by the weights, of Σ errors·V + directions·∂V/∂s over the boards."""
        shares = boards.shares
        found = [
            part.gradient(boards.inputs, shares[:, k] * errors, shares[:, k, None] * directions)
            for k, part in enumerate(self.parts)
        ]
        return np.stack(found, axis=1).ravel() if self.interleaved else np.concatenate(found)


def derivatives(activation: str, y: Array) -> tuple[Array, Array, Array]:
    """σ(y), σ'(y) and σ''(y)."""
    value = activated(activation, y)
    if activation == "sigmoid":
        first = value * (1 - value)
        return value, first, first * (1 - 2 * value)
    if activation == "symmetric":
        first = 1 / (1 + np.abs(y)) ** 2
        return value, first, -2 * np.sign(y) * first / (1 + np.abs(y))
    return value, -2 * y * value, (4 * y**2 - 2) * value


def _network(activation: str, layout: Any, weights: Array) -> Part:
    inputs, hidden = len(layout.inputs), layout.hidden
    if hidden == 0:
        return Straight(weights[:-1], weights[-1:])
    first = weights[: inputs * hidden].reshape(inputs, hidden)
    b, beta, u = weights[inputs * hidden : -1].reshape(3, hidden)
    return OneHidden(activation, first, b, beta, u, weights[-1:])
