"""The pieces of a game as material: what they are usually worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leafstrap._core import Side
from leafstrap.types import Position

Removal = tuple[str, Side, Position]  # the kind of a piece, whose it was, and the position without it


@dataclass(frozen=True)
class Pieces:
    """Kinds of pieces that can be counted."""

    unit: str  # the kind that evaluations are told in
    worths: Mapping[str, float]  # usually, in that unit; together they set the scale of learned weights
    first: Mapping[str, float]  # what a program that knows only material begins with
    count: Callable[[Any], int]  # of all pieces of a position
    removals: Callable[[Any], Sequence[Removal]]  # of every piece of a position, where that leaves a position
