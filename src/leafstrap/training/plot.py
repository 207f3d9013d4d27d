"""Pictures of runs: their strength and their errors over games and minutes, piece values and chosen weights."""

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
FORMATS = ("png", "svg", "pdf")

Panel = Callable[[Axes], None]  # draws into axes


def plot_runs(runs: Sequence[History], weights: list[str], target: Path) -> None:
    """Draw the runs into one picture: strength, then errors, together; piece values and weights run by run."""
    panels: list[Panel] = [
        partial(_draw_strength, runs, "game", "games"),
        partial(_draw_strength, runs, "minutes", "minutes of learning"),
    ]
    if any(run.improvements(against) for run in runs for against in ("champion", "initial")):
        panels.append(partial(_draw_gains, runs))
    if any(len(run.ratings()[0]) for run in runs):
        panels.append(partial(_draw_ratings_among_opponents, runs))
    panels.append(partial(_draw_errors, runs))
    panels += [partial(_draw_piece_values, run) for run in runs if run.game.pieces is not None]
    panels += [partial(_draw_weights, run, weights) for run in runs if weights]
    draw_panels(panels, target, COLUMNS)


def plot_ratings(curve: Sequence[Mapping[str, float]], target: Path) -> None:
    """Draw ratings over games with their intervals."""
    draw_panels([partial(_draw_ratings, curve)], target, columns=1)


def draw_panels(
    panels: Sequence[Panel], target: Path, columns: int, *, size: tuple[float, float] = (6.5, 4.2)
) -> None:
    """Draw panels side by side into a file; what is after the dot of its name is its format."""
    kind = target.suffix.removeprefix(".").lower()
    if kind not in FORMATS:
        raise UsageError(f"A picture is a file that ends with .{', .'.join(FORMATS)}, not {target.name!r}.")
    if not target.parent.is_dir():
        raise UsageError(f"There is no folder {target.parent} to put the picture into.")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("Pictures need matplotlib: install leafstrap with the extra plot.") from None
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(size[0] * columns, size[1] * rows), layout="constrained")
    for number, draw in enumerate(panels, start=1):
        axes = figure.add_subplot(rows, columns, number)
        axes.grid(alpha=0.3)
        draw(axes)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize="small")
    try:
        figure.savefig(target, dpi=120, format=kind)
    except OSError as error:
        raise UsageError(f"The picture {target} cannot be written: {error.strerror}.") from None


def _say(axes: Axes, text: str) -> None:
    axes.text(0.5, 0.5, text, ha="center", va="center", wrap=True, transform=axes.transAxes)


def _draw_strength(runs: Sequence[History], over: str, label: str, axes: Axes) -> None:
    """On the ladder of the game, with 95 % intervals; where each run began is its first point."""
    drawn = False
    for run in runs:
        points = run.strengths()
        if not points:
            continue
        drawn = True
        # The interval of the beginning is not in the metrics of earlier versions.
        middle, low, high = (
            [points[-1].get(f"initial{end}", np.nan), *(point[f"rating{end}"] for point in points)]
            for end in ("", "_low", "_high")
        )
        where = [0, *(point[over] for point in points)]
        lines = axes.plot(where, middle, "o-", label=run.name)
        axes.fill_between(where, low, high, alpha=0.15, color=lines[0].get_color())
    axes.set(
        title=f"Strength over {label}, 95 % intervals", xlabel=label, ylabel="Elo on the ladder of the game"
    )
    if not drawn:
        _say(axes, "not measured (run.final_games)")


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
        if len(errors):
            axes.plot(games[width - 1 :], _running_mean(errors, width), label=run.name)
    axes.set(
        title="Learning error", xlabel="games", ylabel="mean |error| a position, in the unit of the backup"
    )
    if not axes.lines:
        _say(axes, "no games yet")


def _draw_ratings_among_opponents(runs: Sequence[History], axes: Axes) -> None:
    """The rating that followed the learner from game to game (KnightCap, figure 4)."""
    for run in runs:
        games, ratings = run.ratings()
        axes.plot(games, ratings, label=run.name)
    axes.set(title="Rating among its opponents", xlabel="games", ylabel="rating")


def _draw_gains(runs: Sequence[History], axes: Axes) -> None:
    """Matches against the best so far add up; a match against the initial weights shows the whole way."""
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
    axes.set(title="Matches with earlier weights", xlabel="games", ylabel="Elo above the initial weights")


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
        axes.plot(games, [row[kind] for row in rows], _style(games), label=f"{kind}{in_last}")
    axes.set(title=f"Piece values, {run.name} (at the end, {unit} = 1)", xlabel="games", ylabel="evaluation")


def _draw_weights(run: History, patterns: list[str], axes: Axes) -> None:
    games, weights = run.weights()
    for name, index in run.weight_indices(patterns).items():
        axes.plot(games, weights[:, index], _style(games), label=name)
    axes.set(title=f"Weights, {run.name}", xlabel="games", ylabel="weight")


def _style(games: NDArray[np.float64]) -> str:
    """A line, or a dot where there is only one point, of which a line would show nothing."""
    return "-" if len(games) > 1 else "o"


def _running_mean(values: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    return np.convolve(values, np.full(width, 1.0 / width), mode="valid")
