"""Boards as rows of numbers: what an evaluator is told of each position, for computations in NumPy.

An evaluator is made of parts: the stages of a feature set, whose weights are mixed, or networks, one of which speaks.
Networks of backgammon are told different things. A board is then of a kind, the features that its network is told, and
the rest of its row is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Side
from leafstrap.evaluators.feature_set import feature_hash, hash_of
from leafstrap.evaluators.modular_architecture import ModularArchitecture
from leafstrap.evaluators.network_architecture import NetworkArchitecture

Array = NDArray[np.floating[Any]]  # of any precision, which computations keep


@dataclass(frozen=True, slots=True)
class FeatureRows:
    """A row for every position, the view of the side to move: its concepts, and the share of each part."""

    inputs: Array  # positions × concepts
    shares: Array  # positions × parts; each row sums to 1

    def __len__(self) -> int:
        return len(self.inputs)

    def chosen(self, rows: Any) -> FeatureRows:
        """Some of them."""
        return FeatureRows(self.inputs[rows], self.shares[rows])


@dataclass(frozen=True, slots=True)
class RowKind:
    """What boards of a kind are told by."""

    name: str  # of the features
    digest: str  # of their meanings
    width: int  # their number


@cache
def row_kinds(architecture: Any) -> tuple[RowKind, ...]:
    """The kinds of boards that an evaluator tells apart.

    >>> [(kind.name, kind.width) for kind in row_kinds(ModularArchitecture.of("small"))]
    [('endgame', 68), ('race', 277), ('contact', 393)]
    """
    if not isinstance(architecture, ModularArchitecture):
        features = architecture.feature_set if isinstance(architecture, NetworkArchitecture) else architecture
        return (RowKind(features.name, feature_hash(features), int(features.size // features.stages)),)
    told = {
        module.inputs: layout.inputs
        for module, layout in zip(architecture.modules, architecture.layouts, strict=True)
    }
    return tuple(RowKind(name, hash_of(inputs), len(inputs)) for name, inputs in told.items())


def kinds_of_parts(architecture: Any) -> NDArray[np.intp]:
    """The number of the kind of boards that each part of an evaluator is told."""
    if not isinstance(architecture, ModularArchitecture):
        return np.zeros(part_count(architecture), dtype=np.intp)
    names = [kind.name for kind in row_kinds(architecture)]
    return np.array([names.index(module.inputs) for module in architecture.modules], dtype=np.intp)


def concept_count(architecture: Any) -> int:
    """How many numbers a board is; of several kinds, one of the widest."""
    return max(kind.width for kind in row_kinds(architecture))


def part_count(architecture: Any) -> int:
    """How many parts the evaluator has."""
    return (
        len(architecture.hidden)
        if isinstance(architecture, NetworkArchitecture | ModularArchitecture)
        else int(architecture.stages)
    )


def read_inputs(architecture: Any, positions: Sequence[Any]) -> Array:
    """The concepts of each position, the view of the side to move.

    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> black_to_move = chess.Position.parse("4k3/8/8/8/8/8/8/R3K3 b - - 0 1")
    >>> read_inputs(chess.feature_sets["material"], [black_to_move]).astype(int).tolist()
    [[0, 0, 0, -1, 0]]
    """
    # Features of games without dice count in whole numbers or quarters, which single precision holds exactly.
    inputs = np.zeros((len(positions), concept_count(architecture)), dtype=np.float32)
    if isinstance(architecture, ModularArchitecture):
        for row, position in zip(inputs, positions, strict=True):
            for index, value in architecture.reader.inputs(position):
                row[index] += value
        return inputs
    features = architecture.feature_set if isinstance(architecture, NetworkArchitecture) else architecture
    signs = np.array([position.turn.sign for position in positions], dtype=np.float32)
    # An asymmetric set sees a position as the program of the side to move does.
    sides = [Side.first] if features.symmetric else [Side.first, Side.second]
    for side in sides:
        which = range(len(positions)) if features.symmetric else np.flatnonzero(signs == side.sign).tolist()
        starts, indices, values = features.rows([positions[i] for i in which], side)
        rows = np.repeat(np.array(which, dtype=np.intp), np.diff(starts))
        # What a concept counts in the stages adds up to all of it, as their shares add up to 1.
        np.add.at(inputs, (rows, indices // features.stages), values)
    return inputs * signs[:, None]


def read_feature_rows(architecture: Any, positions: Sequence[Any]) -> FeatureRows:
    """All that an evaluator of this form is told."""
    return FeatureRows(read_inputs(architecture, positions), _read_shares(architecture, positions))


def _read_shares(architecture: Any, positions: Sequence[Any]) -> Array:
    if part_count(architecture) == 1:
        return np.ones((len(positions), 1), dtype=np.float32)
    if not isinstance(architecture, NetworkArchitecture | ModularArchitecture):
        return np.array([architecture.mix(position) for position in positions], dtype=np.float32)
    if isinstance(architecture, ModularArchitecture):
        parts = [architecture.reader.module(position) for position in positions]
    else:
        parts = [position.stage for position in positions]
    shares: Array = np.eye(part_count(architecture), dtype=np.float32)[parts]
    return shares
