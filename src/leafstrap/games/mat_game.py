"""A game of backgammon in a `.mat` record, and what its writer and its reader both know of the format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from leafstrap._core import Side
from leafstrap._core.backgammon import Line, Position
from leafstrap.errors import LeafstrapError

CubeKind = Literal["double", "take", "drop", "beaver"]
LONGEST_NAME = 31  # GNU Backgammon reads no longer ones


class MatError(LeafstrapError):
    """A game in a record that cannot be played over; the sentence begins with the number of the line."""

    def __init__(self, number: int, reason: str) -> None:
        self.number = number
        self.reason = reason.removesuffix(".")
        super().__init__(f"line {number}: {self.reason}")


@dataclass(frozen=True)
class CubeAction:
    """What a player did with the cube, after so many moves of the game."""

    ply: int
    side: Side
    kind: CubeKind
    cube: int  # that is offered, or accepted, or refused


@dataclass(frozen=True)
class MatGame:
    """One game. The player on the left is the first, whoever began."""

    players: tuple[str, str]
    match_length: int  # points; 0 is a money session
    score: tuple[int, int]  # before the game
    line: Line
    points: int | None  # the first player's view, the cube counted; None if the record ends before the game
    cube: tuple[CubeAction, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


def standard_start(turn: Side) -> Position:
    """The standard start, with either side to roll.

    >>> standard_start(Side.second).turn
    Side.second
    """
    return Position() if turn == Side.first else Position.parse(str(Position()).replace(":1:", ":-1:"))


def plain(text: str) -> str:
    """A text on one line that can stand between quotation marks."""
    return " ".join(text.split()).replace('"', "'")


def short_name(name: str) -> str:
    """A name that other programs can read: a colon would end it.

    >>> short_name("gnubg:2")
    'gnubg-2'
    """
    return plain(name).replace(":", "-").replace(";", ",")[:LONGEST_NAME].strip() or "-"
