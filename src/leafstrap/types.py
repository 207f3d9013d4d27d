"""What the rest of the package may expect of the core's types, whatever the game; and short names for common types.

A position, a line and a move are of the game that they belong to: a move that one position gave is not for another.
Python's types cannot say so, and where they would have to, they say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from leafstrap._core import Outcome, Side

JsonObject = dict[str, Any]  # an object as JSON has it
Axes = Any  # of matplotlib, which tells no types
Move = Any  # of one position: it has a text, and can be compared


class Position(Protocol):
    """A value: it never changes."""

    @property
    def turn(self) -> Side:
        """Who is to move, or to roll."""

    @property
    def is_chance(self) -> bool:
        """Whether dice are to be rolled before anybody moves."""

    def legal_moves(self) -> Sequence[Move]:
        """All moves; none if the game is over."""

    def move(self, text: str) -> Move:
        """A legal move by its text; `ValueError` for anything else."""

    def move_text(self, move: Move) -> str:
        """A legal move as text."""

    def after(self, move: Move) -> Any:
        """The position after a legal move."""

    def outcome(self) -> Outcome | None:
        """How the game ended, as far as the position tells; None if it goes on."""

    def perft(self, depth: int) -> int:
        """How many sequences of so many moves there are."""


class Line(Protocol):
    """A game so far: where it began, the moves (and rolls), and what depends on the way, such as repetition."""

    @property
    def start(self) -> Any:
        """The position it began with."""

    @property
    def position(self) -> Any:
        """The position that it has come to."""

    @property
    def moves(self) -> Sequence[Move]:
        """All moves."""

    @property
    def before(self) -> Sequence[Any]:
        """The position before each move."""

    def __len__(self) -> int: ...

    def push(self, move: Move) -> None:
        """Make a move."""

    def pop(self) -> Move:
        """Take the last one back."""

    def copy(self) -> Any:
        """One of the same moves."""

    def outcome(self) -> Outcome | None:
        """How the game ended; None if it goes on."""


Positions = Sequence[Any]  # of one game: a list, or the core's own sequence
