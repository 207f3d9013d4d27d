"""Evaluators as functions of what they are told: values, slopes, and how both change with the weights, for many boards.

Tangent-Prop (Simard, Victorri, LeCun & Denker 1992) fits slopes beside values. With x the inputs of a board, V a value
that is said of it, and r any direction, the slope along r is r·∂V/∂x, and its gradient by the weights is in closed form
here: one hidden layer has no more than a second derivative. Arrays are boards × outputs, and slopes and directions
boards × outputs × inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from leafstrap.evaluators.feature_rows import Array, FeatureRows
from leafstrap.evaluators.network_layout import NetworkLayout, activated


class Part(Protocol):
    """A function of the inputs with weights."""

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of inputs and of outputs."""

    def values(self, x: Array) -> Array:
        """V of each row."""

    def input_gradients(self, x: Array) -> Array:
        """∂V/∂x of each row."""

    def gradient(self, x: Array, e: Array, r: Array | None) -> Array:
        """∂/∂weights of Σ e V + r·∂V/∂x over rows and outputs, in the order of the weights; without r, of Σ e V."""


@dataclass(frozen=True, slots=True)
class Straight:
    """V = xw + c; linear weights have no c."""

    w: Array  # inputs × outputs
    c: Array | None

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of inputs and of outputs."""
        return self.w.shape[0], self.w.shape[1]

    def values(self, x: Array) -> Array:
        """V."""
        return x @ self.w if self.c is None else x @ self.w + self.c

    def input_gradients(self, x: Array) -> Array:
        """The weights themselves."""
        return np.broadcast_to(self.w.T, (len(x), *self.w.T.shape))

    def gradient(self, x: Array, e: Array, r: Array | None) -> Array:
        """Of a value the input, of a slope 1."""
        by_w = x.T @ e if r is None else x.T @ e + r.sum(axis=0).T
        return by_w.ravel() if self.c is None else np.concatenate([by_w.ravel(), e.sum(axis=0)])


@dataclass(frozen=True, slots=True)
class OneHidden:
    """V = σ(β(xW + b)) uᵀ + c."""

    activation: str
    W: Array  # inputs × units
    b: Array
    beta: Array
    u: Array  # outputs × units
    c: Array

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of inputs and of outputs."""
        return len(self.W), len(self.u)

    def values(self, x: Array) -> Array:
        """V."""
        return activated(self.activation, self.beta * (x @ self.W + self.b)) @ self.u.T + self.c

    def input_gradients(self, x: Array) -> Array:
        """∂V/∂x = W (u β σ')."""
        _, first, _ = derivatives(self.activation, self.beta * (x @ self.W + self.b))
        input_gradients: Array = np.tensordot(self.u * (self.beta * first)[:, None], self.W.T, 1)
        return input_gradients

    def gradient(self, x: Array, e: Array, r: Array | None) -> Array:
        """By back-propagation for the values, and once more through the derivative for the slopes along r."""
        sums, back = x @ self.W + self.b, e @ self.u
        value, first, second = derivatives(self.activation, self.beta * sums)
        by_sum, by_beta, by_u = self.beta * first * back, first * sums * back, e.T @ value
        by_slope: Array | float = 0.0
        if r is not None:
            # Of Σ u·(σ' β turned) over the outputs: by the units' sums, and by how fast they change along r.
            turned = np.tensordot(r, self.W, 1)
            pulled = np.einsum("oh,noh->nh", self.u, turned)
            by_sum += self.beta**2 * second * pulled
            by_beta += (second * self.beta * sums + first) * pulled
            by_u += np.einsum("nh,noh->oh", self.beta * first, turned)
            by_slope = np.tensordot(r, self.u * (self.beta * first)[:, None], ((0, 1), (0, 1)))
        all_of_them = (x.T @ by_sum + by_slope, by_sum.sum(axis=0), by_beta.sum(axis=0), by_u, e.sum(axis=0))
        return np.concatenate([each.ravel() for each in all_of_them])


@dataclass(frozen=True, slots=True)
class Tangents:
    """An evaluator of any form; numbers are the view of the side to move, in the unit that it learns in."""

    parts: tuple[Part, ...]
    interleaved: bool  # linear weights: those of one concept stand together

    @staticmethod
    def linear(concepts: int, weights: Array) -> Tangents:
        """A weight for every concept and stage, those of one concept side by side."""
        columns = weights.reshape(concepts, -1).T
        return Tangents(tuple(Straight(column[:, None], None) for column in columns), True)

    @staticmethod
    def networks(activation: str, layouts: Sequence[NetworkLayout], weights: Array) -> Tangents:
        """Networks, one after the other."""
        cuts = np.cumsum([layout.size for layout in layouts])[:-1]
        parts = zip(layouts, np.split(weights, cuts), strict=True)
        return Tangents(tuple(_network(activation, each, part) for each, part in parts), False)

    def values(self, boards: FeatureRows) -> Array:
        """V of each board, by output."""
        values = np.zeros_like(boards.inputs, shape=(len(boards), self.parts[0].shape[1]))
        for part, rows, share, x in self._speaking(boards):
            values[rows] += share[:, None] * part.values(x)
        return values

    def input_gradients(self, boards: FeatureRows) -> Array:
        """∂V/∂s of each board, by output."""
        outputs, concepts = self.parts[0].shape[1], boards.inputs.shape[1]
        input_gradients = np.zeros_like(boards.inputs, shape=(len(boards), outputs, concepts))
        for part, rows, share, x in self._speaking(boards):
            input_gradients[rows, :, : part.shape[0]] += share[:, None, None] * part.input_gradients(x)
        return input_gradients

    def gradient(self, boards: FeatureRows, errors: Array, directions: Array | None = None) -> Array:
        """The gradient, by the weights, of Σ errors·V + directions·∂V/∂s over the boards and outputs."""
        found = []
        for part, rows, share, x in self._speaking(boards):
            r = None
            if directions is not None:
                r = share[:, None, None] * directions[rows, :, : part.shape[0]]
            found.append(part.gradient(x, share[:, None] * errors[rows], r))
        return np.stack(found, axis=1).ravel() if self.interleaved else np.concatenate(found)

    def _speaking(self, boards: FeatureRows) -> Iterator[tuple[Part, NDArray[np.intp], Array, Array]]:
        """Every part with the boards that it has a share of: which they are, the shares, and what it is told."""
        for share, part in zip(boards.shares.T, self.parts, strict=True):
            rows = np.flatnonzero(share)
            yield part, rows, share[rows], boards.inputs[rows, : part.shape[0]]


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


def _network(activation: str, layout: NetworkLayout, weights: Array) -> Part:
    inputs, hidden, outputs = len(layout.inputs), layout.hidden, layout.outputs
    if hidden == 0:
        return Straight(weights[:-outputs].reshape(inputs, outputs), weights[-outputs:])
    rows = weights[:-outputs].reshape(-1, hidden)
    b, beta = rows[inputs : inputs + 2]
    return OneHidden(activation, rows[:inputs], b, beta, rows[inputs + 2 :], weights[-outputs:])
