"""The weights of a checkpoint in a few pictures: what pieces are worth, and tables of squares."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import Any

import numpy as np

from leafstrap.evaluators import Architecture, Evaluator, piece_values
from leafstrap.evaluators.piece_values import in_units
from leafstrap.games import Game
from leafstrap.types import JsonObject
from leafstrap.web.inside.explaining import squares_of, unit_of

LARGEST = 30
MOST_TABLES = 60
FEWEST_CELLS = 8  # a table with fewer says nothing as a picture
WORDS = re.compile(r"[. ]")
POINTS = 24


def weights_data(evaluator: Evaluator, games: int | None) -> JsonObject:
    """All about one checkpoint."""
    game, architecture, unit = evaluator.game, evaluator.architecture, unit_of(evaluator)
    pieces = raw = None
    if game.pieces is not None:
        raw = piece_values(architecture).of(evaluator.weights)
        pieces = {"unit": game.pieces.unit, "values": in_units(raw, game.pieces.unit)}
    return {
        "game": games,
        "features": architecture.name,
        "kind": architecture.kind,
        "weights": architecture.size,
        "pieces": pieces,
        "raw": raw,
        "tables": _tables(evaluator, unit),
        "largest": _largest(evaluator, unit),
    }


Places = tuple[tuple[str, str, tuple[tuple[int, tuple[int, ...]], ...]], ...]


@lru_cache(maxsize=16)
def table_places(architecture: Architecture) -> Places:
    """Which weights fill which cells of which tables: features of one kind that look at one square each."""
    game = architecture.game
    meanings = _meanings(architecture)
    cells = _cells(game)
    groups: dict[str, list[tuple[int, tuple[int, ...]]]] = defaultdict(list)
    for index, name in enumerate(architecture.names):
        squares = squares_of(game, meanings.get(name, ""), mirrored=False)
        if not 1 <= len(squares) <= 2:
            continue
        words = WORDS.split(name)
        own = next((word for word in words if word in cells), None)
        if own is None:
            continue
        key = ".".join(
            "*" if word == own and place == words.index(own) else word for place, word in enumerate(words)
        )
        groups[key].append((index, tuple(cells[square] for square in squares if square in cells)))
    found = [
        (key, _title(key), tuple(places)) for key, places in groups.items() if len(places) >= FEWEST_CELLS
    ]
    return tuple(found[:MOST_TABLES])


def _meanings(architecture: Architecture) -> dict[str, str]:
    found: dict[str, str] = {}
    for kind in architecture.row_kinds:
        features = architecture.game.feature_sets.get(kind.name)
        # Of networks a weight belongs to a unit, and not to a square.
        if features is not None and features.size == architecture.size:
            found |= dict(zip(features.names, features.meanings, strict=True))
    return found


def _cells(game: Game) -> dict[str, int]:
    if game.board_data.kind == "points":
        return {str(point): point - 1 for point in range(1, POINTS + 1)}
    return {name: place for place, name in enumerate(game.board_data.names) if name is not None}


def _title(key: str) -> str:
    words = [word for word in WORDS.split(key) if word not in ("*", "square")]
    return ", ".join(words)


def _tables(evaluator: Evaluator, unit: float) -> list[JsonObject]:
    size = POINTS if evaluator.game.board_data.kind == "points" else len(evaluator.game.board_data.names)
    found = []
    for key, title, places in table_places(evaluator.architecture):
        cells: list[float | None] = [None] * size
        for index, squares in places:
            for square in squares:
                cells[square] = round(unit * float(evaluator.weights[index]), 4)
        found.append({"name": key, "title": title, "cells": cells})
    return found


def _largest(evaluator: Evaluator, unit: float) -> list[JsonObject]:
    architecture = evaluator.architecture
    meanings = _meanings(architecture)
    weights: Any = np.asarray(evaluator.weights)
    order = np.argsort(-np.abs(weights), kind="stable")[:LARGEST].tolist()
    return [
        {
            "name": (name := architecture.names[index]),
            "meaning": meanings.get(name, ""),
            "weight": round(unit * float(weights[index]), 4),
            "squares": squares_of(architecture.game, meanings.get(name, ""), mirrored=False),
        }
        for index in order
    ]
