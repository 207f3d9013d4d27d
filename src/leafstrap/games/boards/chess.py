"""The board of chess as data."""

from __future__ import annotations

import re

from leafstrap._core import Side
from leafstrap._core.chess import Move, Position
from leafstrap.games.boards.board_data import EMPTY, BoardData
from leafstrap.types import JsonObject

FILES, RANKS = "abcdefgh", "12345678"
NAMES = tuple(file + rank for rank in reversed(RANKS) for file in FILES)
PLACES = {name: place for place, name in enumerate(NAMES)}
KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
ROOKS = {"g": ("h", "f"), "c": ("a", "d")}  # the files a rook castles between, by where the king goes
SQUARE = re.compile(r"\b([a-h][1-8])\b")


def cells(position: Position) -> str:
    """A letter for every square, from a8 on.

    >>> from leafstrap._core.chess import Position
    >>> cells(Position())[:16]
    'rnbqkbnrpppppppp'
    """
    placement = str(position).partition(" ")[0].replace("/", "")
    return "".join(EMPTY * int(sign) if sign.isdigit() else sign for sign in placement)


def board(position: Position) -> JsonObject:
    """What is on it."""
    return {"kind": "grid", "cells": cells(position)}


def move(position: Position, move: Move) -> JsonObject:
    """What a move touches; the rook too when a king castles, and the pawn that is taken in passing.

    >>> from leafstrap._core.chess import Position
    >>> move(Position(), Position().move("e2e4"))["path"]
    ['e2', 'e4']
    """
    text, on = str(move), cells(position)
    start, end = text[:2], text[2:4]
    piece, captures = on[PLACES[start]].lower(), [end] if on[PLACES[end]] != EMPTY else []
    if piece == "p" and start[0] != end[0] and not captures:
        captures = [end[0] + start[1]]
    touched: JsonObject = {
        "from": start,
        "to": end,
        "path": [start, end],
        "captures": captures,
        "promotion": text[4:5].upper() or None,
    }
    if piece == "k" and start[0] == "e" and end[0] in ROOKS and not captures and start[1] == end[1]:
        touched["rook"] = [file + start[1] for file in ROOKS[end[0]]]
    return touched


def check(position: Position) -> str | None:
    """Where the king stands that is in check."""
    if not position.in_check():
        return None
    return NAMES[cells(position).index("K" if position.turn == Side.first else "k")]


def squares(meaning: str, mirrored: bool) -> list[str]:
    """Every square that is named.

    >>> squares("bishop on c8 or f8", True)
    ['c1', 'f1']
    """
    named = SQUARE.findall(meaning)
    return [name[0] + str(9 - int(name[1])) for name in named] if mirrored else named


CHESS_BOARD = BoardData(
    "grid",
    rows=8,
    columns=8,
    names=NAMES,
    pieces=tuple(
        (letter.upper() if side == "first" else letter, side, kind)
        for side in ("first", "second")
        for letter, kind in KINDS.items()
    ),
    board=board,
    move=move,
    check=check,
    squares=squares,
)
