"""What a game says to those who draw its board: what is on it, what a move touches, where a feature looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from leafstrap.types import JsonObject

EMPTY = "."


def _text_board(position: Any) -> JsonObject:
    return {"kind": "text", "text": str(position)}


def _text_move(position: Any, move: Any) -> JsonObject:
    return {"from": None, "to": None, "path": [], "captures": [], "promotion": None}


@dataclass(frozen=True)
class BoardData:
    """Squares are called as players call them; everything is the first player's view.

    A game that says nothing is shown as text, and its moves are chosen from a list.

    >>> BoardData().board("W:W31-50:B1-20")
    {'kind': 'text', 'text': 'W:W31-50:B1-20'}
    """

    kind: str = "text"
    rows: int = 0
    columns: int = 0
    names: tuple[str | None, ...] = ()  # of the cells, row by row from the top; None: no square of the game
    pieces: tuple[tuple[str, str, str], ...] = ()  # a letter, whose piece, what kind
    sides: tuple[str, str] = ("White", "Black")
    dice: bool = False  # there are dice to show, and to roll
    board: Callable[[Any], JsonObject] = _text_board
    move: Callable[[Any, Any], JsonObject] = _text_move  # what it touches
    check: Callable[[Any], str | None] = lambda _: None  # the square of what is under attack and must not be
    # The squares a feature looks at, by its meaning; mirrored: as the second player sees the board.
    squares: Callable[[str, bool], Sequence[str]] = lambda _meaning, _mirrored: ()

    def layout(self) -> JsonObject:
        """All that is the same for every position."""
        if self.kind != "grid":
            return {"kind": self.kind}
        pieces = {letter: {"side": side, "kind": kind} for letter, side, kind in self.pieces}
        return {
            "kind": self.kind,
            "rows": self.rows,
            "columns": self.columns,
            "names": list(self.names),
            "pieces": pieces,
        }


TEXT_BOARD = BoardData()
