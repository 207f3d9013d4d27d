"""Pictures of runs: the learning curve, piece values and chosen weights over games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import UsageError
from leafstrap.runs.history import History
from leafstrap.runs.piece_values import PieceValues, in_pawns

SMOOTHED_OVER = 0.02  # the share of all games that the error is averaged over


def plot_runs(runs: Sequence[History], weights: list[str], target: Path) -> None:
    """Draw the runs into one PNG: errors and gains together, piece values and weights run by run."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("Pictures need matplotlib: install leafstrap with the extra plot.") from None
    chess_runs = [run for run in runs if run.game.name == "chess"]
    rows = 1 + bool(chess_runs) + bool(weights)
    columns = max(2, len(runs))
    figure = Figure(figsize=(6.0 * columns, 3.8 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.add_gridspec(rows, columns)
    _draw_errors(figure.add_subplot(grid[0, : columns // 2]), runs)
    _draw_gains(figure.add_subplot(grid[0, columns // 2 :]), runs)
    for column, run in enumerate(runs):
        if run in chess_runs:
            _draw_piece_values(figure.add_subplot(grid[1, column]), run)
        if weights:
            _draw_weights(figure.add_subplot(grid[rows - 1, column]), run, weights)
    figure.savefig(target, dpi=120, format="png")


def _draw_errors(axes: Any, runs: Sequence[History]) -> None:
    for run in runs:
        games, errors = run.errors()
        width = max(1, int(len(errors) * SMOOTHED_OVER))
        axes.plot(games[width - 1 :], _running_mean(errors, width), label=run.name)
    axes.set(title="Learning error", xlabel="games", ylabel="mean |error| a position, in the backup's unit")
    axes.legend()


def _draw_gains(axes: Any, runs: Sequence[History]) -> None:
    """Gains are measured against the best so far, so their sum over the changes of best is the way come."""
    empty = True
    for run in runs:
        games, heights, below, above = [0.0], [0.0], [0.0], [0.0]
        standing = 0.0  # of the best weights so far
        for gain in run.gains("best"):
            games.append(gain["game"])
            heights.append(standing + gain["elo"])
            below.append(gain["elo"] - gain["elo_low"])
            above.append(gain["elo_high"] - gain["elo"])
            if gain["won"]:
                standing += gain["elo"]
        if len(games) > 1:
            axes.errorbar(games, heights, yerr=(below, above), capsize=2, label=run.name)
            empty = False
    axes.set(
        title="Measured strength", xlabel="games", ylabel="Elo above the initial weights, match by match"
    )
    if empty:
        axes.text(
            0.5, 0.5, "no matches on the way (run.keep_best_every)", ha="center", transform=axes.transAxes
        )
    else:
        axes.legend()


def _draw_piece_values(axes: Any, run: History) -> None:
    games, weights = run.weights()
    values = PieceValues(run.feature_set)
    rows = [in_pawns(values.of(row)) for row in weights]
    for kind in rows[0] if rows else ():
        axes.plot(games, [row[kind] for row in rows], label=kind)
    axes.set(title=f"Piece values, {run.name}", xlabel="games", ylabel="pawns")
    axes.set_ylim(*_robust_limits(np.array([list(row.values()) for row in rows])))
    axes.legend()


def _draw_weights(axes: Any, run: History, patterns: list[str]) -> None:
    games, weights = run.weights()
    for name, index in run.weight_indices(patterns).items():
        axes.plot(games, weights[:, index], label=name)
    axes.set(title=f"Weights, {run.name}", xlabel="games", ylabel="weight")
    axes.legend()


def _running_mean(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    sums = np.cumsum(np.concatenate([[0.0], values]))
    return (sums[width:] - sums[:-width]) / width


def _robust_limits(values: NDArray[np.float64]) -> tuple[float, float]:
    """Limits that show most of the curves: in the first games a pawn may be worth next to nothing."""
    late = values[len(values) // 4 :]
    low, high = min(0.0, float(late.min(initial=0.0))), float(late.max(initial=1.0))
    return low - 0.05 * (high - low), high + 0.1 * (high - low)
