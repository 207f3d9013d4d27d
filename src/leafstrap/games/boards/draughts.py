"""The board of draughts as data: squares by their numbers, and the way of a piece that captures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from leafstrap._core.draughts import Move, Position
from leafstrap.games.boards.board_data import EMPTY, BoardData
from leafstrap.types import JsonObject

SIZE, SQUARES = 10, 50
KINDS = {"w": ("first", "man"), "W": ("first", "king"), "b": ("second", "man"), "B": ("second", "king")}
DIRECTIONS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
NAMED = re.compile(r"(?:square |on |and |, |to )(\d{1,2})\b")
AREA = re.compile(r"two squares by four rows, from square (\d+) down")
AREA_ROWS = (0, 5, 10, 15)  # from the number of its first square on


def _cell(square: int) -> tuple[int, int]:
    row, place = divmod(square - 1, SIZE // 2)
    return row, 2 * place + (row % 2 == 0)


CELLS = {square: _cell(square) for square in range(1, SQUARES + 1)}
NUMBERS = {cell: square for square, cell in CELLS.items()}
NAMES = tuple(
    str(NUMBERS[row, column]) if (row, column) in NUMBERS else None
    for row in range(SIZE)
    for column in range(SIZE)
)


def board(position: Position) -> JsonObject:
    """What is on it, light squares included."""
    on = dict(position.pieces())
    return {
        "kind": "grid",
        "cells": "".join(EMPTY if name is None else on.get(int(name), EMPTY) for name in NAMES),
    }


def move(position: Position, move: Move) -> JsonObject:
    """What a move touches.

    >>> from leafstrap._core.draughts import Position
    >>> position = Position.parse("W:W32:B28,19")
    >>> move(position, position.legal_moves()[0])
    {'from': '32', 'to': '14', 'path': ['32', '23', '14'], 'captures': ['19', '28'], 'promotion': None}
    """
    start, end, *captured = (int(number) for number in re.findall(r"\d+", str(move)))
    pieces = dict(position.pieces())
    way = _way(start, end, frozenset(captured), pieces) if captured else [start, end]
    return {
        "from": str(start),
        "to": str(end),
        "path": [str(square) for square in way],
        "captures": [str(square) for square in captured],
        "promotion": None,
    }


def _way(start: int, end: int, captured: frozenset[int], pieces: dict[int, str]) -> list[int]:
    """One way of a piece over all that it captures; several can be, and all look alike afterwards."""
    flies = pieces[start] in "WB"
    others = frozenset(pieces) - {start}  # captured ones stay until the move is over

    def search(square: int, left: frozenset[int]) -> list[int] | None:
        if not left:
            return [square] if square == end else None
        for taken, landing in _jumps(square, left, others, flies):
            rest = search(landing, left - {taken})
            if rest is not None:
                return [square, *rest]
        return None

    return search(start, captured) or [start, end]


def _jumps(
    square: int, left: frozenset[int], others: frozenset[int], flies: bool
) -> Iterator[tuple[int, int]]:
    for direction in DIRECTIONS:
        ray = list(_ray(square, direction))
        before = next((place for place, each in enumerate(ray) if each in others), len(ray))
        if before >= len(ray) - 1 or ray[before] not in left or (before and not flies):
            continue
        for landing in ray[before + 1 :]:
            if landing in others:
                break
            yield ray[before], landing
            if not flies:
                break


def _ray(square: int, direction: tuple[int, int]) -> Iterator[int]:
    row, column = CELLS[square]
    while (row := row + direction[0], column := column + direction[1]) in NUMBERS:
        yield NUMBERS[row, column]


def squares(meaning: str, mirrored: bool) -> list[str]:
    """Every square that is named, or all of an area.

    >>> squares("king on square 4 as White counts", True), squares("men of one side on 23, 28 and 32: 1", False)
    (['47'], ['23', '28', '32'])
    """
    if area := AREA.match(meaning):
        numbers = _area(int(area[1]))
    else:
        numbers = [int(number) for number in NAMED.findall(meaning) if 1 <= int(number) <= SQUARES]
    return [str(SQUARES + 1 - number if mirrored else number) for number in numbers]


def _area(first: int) -> list[int]:
    return [square + step for square in (first, first + 1) for step in AREA_ROWS if square + step <= SQUARES]


DRAUGHTS_BOARD = BoardData(
    "grid",
    rows=SIZE,
    columns=SIZE,
    names=NAMES,
    pieces=tuple((letter, side, kind) for letter, (side, kind) in KINDS.items()),
    board=board,
    move=move,
    squares=squares,
)
