"""Positions as rows of numbers: what an evaluator is told of each, for computations in NumPy.

An evaluator is made of parts: the stages of a feature set, whose weights are mixed, or networks, one of which speaks.
Networks may be told different things. A row is then of a kind, the features that its network is told, and the rest of
it is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Side
from leafstrap.types import FeatureSet, Positions

Array = NDArray[np.floating[Any]]  # of any precision, which computations keep


@dataclass(frozen=True, slots=True)
class FeatureRows:
    """A row for every position, the view of the side to move: its concepts, and the share of each part."""

    inputs: Array  # positions × concepts
    shares: Array  # positions × parts; each row sums to 1

    def __len__(self) -> int:
        return len(self.inputs)

    def chosen(self, rows: NDArray[np.intp]) -> FeatureRows:
        """Some of them."""
        return FeatureRows(self.inputs[rows], self.shares[rows])


@dataclass(frozen=True, slots=True)
class RowKind:
    """What rows of a kind tell."""

    name: str  # of the features
    digest: str  # of their meanings
    width: int  # their number


def read_inputs(feature_set: FeatureSet, positions: Positions) -> Array:
    """The concepts of each position, the view of the side to move.

    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> black_to_move = chess.Position.parse("4k3/8/8/8/8/8/8/R3K3 b - - 0 1")
    >>> read_inputs(chess.feature_sets["material"], [black_to_move]).astype(int).tolist()
    [[0, 0, 0, -1, 0]]
    """
    # Features that are counted in whole numbers or quarters single precision holds exactly.
    inputs = np.zeros((len(positions), feature_set.size // feature_set.stages), dtype=np.float32)
    signs = np.array([position.turn.sign for position in positions], dtype=np.float32)
    # An asymmetric set sees a position as the program of the side to move does.
    sides = [Side.first] if feature_set.symmetric else [Side.first, Side.second]
    for side in sides:
        which = (
            range(len(positions)) if feature_set.symmetric else np.flatnonzero(signs == side.sign).tolist()
        )
        starts, indices, values = feature_set.rows([positions[i] for i in which], side)
        rows = np.repeat(np.array(which, dtype=np.intp), np.diff(starts))
        # What a concept counts in the stages adds up to all of it, as their shares add up to 1.
        np.add.at(inputs, (rows, indices // feature_set.stages), values)
    return inputs if feature_set.movers_view else inputs * signs[:, None]


def shares_of(parts: Sequence[int], count: int) -> Array:
    """Of positions of which one part speaks each."""
    shares: Array = np.eye(count, dtype=np.float32)[list(parts)]
    return shares
