"""Pictures of boards: what a piece is worth on every square, as weights that look at one square each say."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import UsageError
from leafstrap.evaluators.piece_values import centipawns_per_unit
from leafstrap.training.history import History
from leafstrap.training.plot import Panel, draw_panels
from leafstrap.types import Axes

COLUMNS = 4
LEAST = 8  # squares of a map

Map = NDArray[np.float64]


def plot_squares(run: History, target: Path) -> None:
    """Draw a map for every kind of piece, and stage of the game where there are several, after the run's last game."""
    _, weights = run.weights()
    maps = square_maps(run, weights[-1])
    if not maps:
        raise UsageError(f"No weights of {run.name} look at one square each: there is no map to draw.")
    largest = max(float(np.nanmax(np.abs(board))) for board in maps.values()) or 1.0
    panels: list[Panel] = [partial(_draw, run, board, name, largest) for name, board in maps.items()]
    draw_panels(panels, target, min(COLUMNS, len(panels)), size=(3.4, 3.1))


def square_maps(run: History, weights: NDArray[np.float64]) -> dict[str, Map]:
    """Weights by squares, rows from the top; what no weight is for is not a number. Pawns, or what games count in."""
    game, architecture = run.game, run.architecture
    data, features = game.board_data, game.feature_sets.get(architecture.name)
    if features is None or not data.names:
        return {}
    unit = centipawns_per_unit(architecture, weights) / 100
    found: dict[str, dict[int, float]] = defaultdict(dict)
    for index, (name, meaning) in enumerate(zip(features.names, features.meanings, strict=True)):
        squares = data.squares(meaning, False)
        if len(squares) == 1 and squares[0] in name.split("."):
            kind = " ".join(part for part in name.split(".") if part != squares[0])
            found[kind][data.names.index(squares[0])] = unit * float(weights[index])
    maps = {}
    for kind, values in found.items():
        if len(values) >= LEAST:
            board = np.full(data.rows * data.columns, np.nan)
            board[list(values)] = list(values.values())
            maps[kind] = board.reshape(data.rows, data.columns)
    return maps


def _draw(run: History, board: Map, name: str, largest: float, axes: Axes) -> None:
    axes.grid(visible=False)
    image = axes.imshow(board, cmap="RdYlGn", vmin=-largest, vmax=largest)
    axes.figure.colorbar(image, ax=axes, shrink=0.8)
    names = run.game.board_data.names
    for place, square in enumerate(names):
        row, column = divmod(place, board.shape[1])
        if square is not None and not np.isnan(board[row, column]):
            axes.text(column, row, square, ha="center", va="center", fontsize=5, alpha=0.5)
    axes.set(title=f"{name}, {run.game.wording.unit}", xticks=[], yticks=[])
