"""Pictures of runs: the learning curve, piece values and chosen weights over games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from leafstrap.errors import UsageError
from leafstrap.evaluators.piece_values import in_units, piece_values, pieces_of
from leafstrap.training.history import History
from leafstrap.types import Axes, JsonObject

SMOOTHED_OVER = 0.05  # the share of all games that the error is averaged over
COLUMNS = 2

Panel = Callable[[Axes], None]  # draws into axes


def plot_runs(runs: Sequence[History], weights: list[str], target: Path) -> None:
    """Draw the runs into one PNG: errors, gains and ratings together, piece values and weights run by run."""
    panels: list[Panel] = [partial(_draw_errors, runs), partial(_draw_gains, runs)]
    if any(len(run.ratings()[0]) for run in runs):
        panels.append(partial(_draw_ratings_among_opponents, runs))
    panels += [partial(_draw_piece_values, run) for run in runs if run.game.pieces is not None]
    panels += [partial(_draw_weights, run, weights) for run in runs if weights]
    _draw(panels, target, COLUMNS)


def plot_ratings(curve: Sequence[Mapping[str, float]], target: Path) -> None:
    """Draw ratings over games with their intervals into one PNG."""
    _draw([partial(_draw_ratings, curve)], target, columns=1)


def _draw(panels: Sequence[Panel], target: Path, columns: int) -> None:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("Pictures need matplotlib: install leafstrap with the extra plot.") from None
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(6.5 * columns, 4.2 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    for number, draw in enumerate(panels, start=1):
        axes = figure.add_subplot(rows, columns, number)
        axes.grid(alpha=0.3)
        draw(axes)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize="small")
    figure.savefig(target, dpi=120, format="png")


def _draw_ratings(curve: Sequence[Mapping[str, float]], axes: Axes) -> None:
    games = [point["game"] for point in curve]
    ratings = np.array([(point["rating"], point["rating_low"], point["rating_high"]) for point in curve])
    middle, low, high = ratings.T
    axes.errorbar(games, middle, yerr=(middle - low, high - middle), fmt="o-", capsize=2)
    axes.set(title="Rating, 95 % intervals", xlabel="games", ylabel="Elo")


def _draw_errors(runs: Sequence[History], axes: Axes) -> None:
    for run in runs:
        games, errors = run.errors()
        width = max(1, int(len(errors) * SMOOTHED_OVER))
        axes.plot(games[width - 1 :], _running_mean(errors, width), label=run.name)
    axes.set(
        title="Learning error", xlabel="games", ylabel="mean |error| a position, in the unit of the backup"
    )


def _draw_ratings_among_opponents(runs: Sequence[History], axes: Axes) -> None:
    """The rating that followed the learner from game to game (KnightCap, figure 4)."""
    for run in runs:
        games, ratings = run.ratings()
        axes.plot(games, ratings, label=run.name)
    axes.set(title="Rating among its opponents", xlabel="games", ylabel="rating")


def _draw_gains(runs: Sequence[History], axes: Axes) -> None:
    """Matches against the best so far add up; a match against the initial weights shows the whole way."""
    drawn = False
    for run in runs:
        standing = {0: 0.0}  # of the weights after so many games, as far as they were measured
        points = [(0, 0.0, 0.0, 0.0)]  # games, Elo, its two margins
        for improvement in run.improvements("champion"):
            elo = standing[improvement["game"]] = standing[improvement["against_game"]] + improvement["elo"]
            points.append((improvement["game"], elo, *_margins(improvement)))
        whole = [
            (improvement["game"], improvement["elo"], *_margins(improvement))
            for improvement in run.improvements("initial")
        ]
        for some, style, label in (
            (points[1:] and points, "o-", run.name),
            (whole, "s", f"{run.name}, closing"),
        ):
            if some:
                games, heights, below, above = zip(*some, strict=True)
                axes.errorbar(games, heights, yerr=(below, above), fmt=style, capsize=2, label=label)
                drawn = True
    axes.set(title="Measured strength", xlabel="games", ylabel="Elo above the initial weights")
    if not drawn:
        axes.text(0.5, 0.5, "no matches yet (run.keep_best_every)", ha="center", transform=axes.transAxes)


def _margins(improvement: JsonObject) -> tuple[float, float]:
    return improvement["elo"] - improvement["elo_low"], improvement["elo_high"] - improvement["elo"]


def _draw_piece_values(run: History, axes: Axes) -> None:
    games, weights = run.weights()
    values = piece_values(run.architecture)
    rows = [values.of(row) for row in weights]
    unit = pieces_of(run.game).unit
    last = in_units(rows[-1], unit)
    for kind in last:
        in_last = f" ({last[kind]:.2f})" if rows[-1][unit] > 0 else ""
        axes.plot(games, [row[kind] for row in rows], label=f"{kind}{in_last}")
    axes.set(title=f"Piece values, {run.name} (at the end, {unit} = 1)", xlabel="games", ylabel="evaluation")


def _draw_weights(run: History, patterns: list[str], axes: Axes) -> None:
    games, weights = run.weights()
    for name, index in run.weight_indices(patterns).items():
        axes.plot(games, weights[:, index], label=name)
    axes.set(title=f"Weights, {run.name}", xlabel="games", ylabel="weight")


def _running_mean(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    return np.convolve(values, np.full(width, 1.0 / width), mode="valid") if len(values) else values
