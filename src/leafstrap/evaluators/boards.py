"""Boards as rows of numbers: what an evaluator is told of each position, for computations in NumPy.

An evaluator is made of parts: the stages of a feature set, whose weights are mixed, or networks, one of which speaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Side
from leafstrap.evaluators.perceptron_form import PerceptronForm

Array = NDArray[np.floating[Any]]  # of any precision, which computations keep


@dataclass(frozen=True, slots=True)
class Boards:
    """A row for every position, the view of the side to move: its concepts, and the share of each part."""

    inputs: Array  # positions × concepts
    shares: Array  # positions × parts; each row sums to 1

    def __len__(self) -> int:
        return len(self.inputs)


def feature_set_of(form: Any) -> Any:
    """What both linear weights and networks are over."""
    return form.feature_set if isinstance(form, PerceptronForm) else form


def concept_count(form: Any) -> int:
    """How many numbers a board is."""
    features = feature_set_of(form)
    return int(features.size // features.stages)


def part_count(form: Any) -> int:
    """How many parts the evaluator has."""
    return len(form.hidden) if isinstance(form, PerceptronForm) else int(form.stages)


def read_inputs(form: Any, positions: Sequence[Any]) -> Array:
    """The concepts of each position, the view of the side to move.

    >>> from leafstrap import games
    >>> chess = games.get("chess")
    >>> black_to_move = chess.Position.parse("4k3/8/8/8/8/8/8/R3K3 b - - 0 1")
    >>> read_inputs(chess.feature_sets["material"], [black_to_move]).astype(int).tolist()
    [[0, 0, 0, -1, 0]]
    """
    features = feature_set_of(form)
    # Features count in whole numbers or quarters, which single precision holds exactly.
    inputs = np.zeros((len(positions), concept_count(form)), dtype=np.float32)
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


def read_boards(form: Any, positions: Sequence[Any]) -> Boards:
    """All that an evaluator of this form is told."""
    shares = np.ones((len(positions), 1), dtype=np.float32)
    if part_count(form) > 1:
        if isinstance(form, PerceptronForm):
            shares = np.eye(part_count(form), dtype=np.float32)[[position.stage for position in positions]]
        else:
            shares = np.array([form.mix(position) for position in positions], dtype=np.float32)
    return Boards(read_inputs(form, positions), shares)
