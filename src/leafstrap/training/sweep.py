"""Sweeps: a grid of settings, each learned with several seeds, in one folder that can be gone on with."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from leafstrap import games
from leafstrap.durable import write_whole
from leafstrap.errors import RunError, UsageError
from leafstrap.games import Game
from leafstrap.games.notebook import html_table
from leafstrap.recipes import library
from leafstrap.training.history import History
from leafstrap.training.plot import plot_runs
from leafstrap.training.run import Run, TrainingResult
from leafstrap.training.signals import Interruption
from leafstrap.types import JsonObject

Grid = Mapping[str, Sequence[object]]
Tell = Callable[[int, str], None]  # how many runs are over, and what was the last

LAST_SHARE = 0.1  # of the games of a run: over these its error is averaged
DONE = "result.json"  # in the folder of a run that is over


@dataclass(frozen=True, slots=True)
class Mean:
    """Of figures of several seeds, with its 95 % interval (Student's t); of a single one there is none."""

    mean: float
    low: float
    high: float

    @staticmethod
    def of(figures: Sequence[float]) -> Mean:
        """The interval of the mean of figures that are spread normally.

        >>> Mean.of([1.0, 2.0, 3.0])
        Mean(mean=2.0, low=-0.484..., high=4.484...)
        """
        mean, count = float(np.mean(figures)), len(figures)
        if count < 2:
            return Mean(mean, math.nan, math.nan)
        half = _student(count - 1) * float(np.std(figures, ddof=1)) / math.sqrt(count)
        return Mean(mean, mean - half, mean + half)

    def __str__(self) -> str:
        if math.isnan(self.low) or self.low == self.high:  # one seed, or what is alike in all
            return f"{self.mean:.4g}"
        return f"{self.mean:.4g} [{self.low:.4g}, {self.high:.4g}]"


@dataclass(frozen=True, slots=True)
class SweepRun:
    """One run of a sweep: its settings, its seed, and figures of what came of it."""

    settings: Mapping[str, str]
    seed: int
    folder: Path

    @property
    def label(self) -> str:
        """The settings in a few words."""
        return ", ".join(f"{key}={value}" for key, value in self.settings.items()) or "as it is"

    def figures(self) -> dict[str, float] | None:
        """None if it is not over."""
        try:
            return dict(json.loads((self.folder / DONE).read_text())["figures"])
        except (OSError, ValueError, KeyError):
            return None


@dataclass(frozen=True, slots=True)
class Sweep:
    """All runs of a grid, as they stand."""

    folder: Path
    runs: Sequence[SweepRun]

    @property
    def complete(self) -> bool:
        """Whether all are over."""
        return all(run.figures() is not None for run in self.runs)

    def table(self) -> list[tuple[str, int, dict[str, Mean]]]:
        """For each point of the grid: its settings, how many seeds are over, and the mean of every figure."""
        rows = []
        for label in dict.fromkeys(run.label for run in self.runs):
            done = [found for run in self.runs if run.label == label and (found := run.figures()) is not None]
            names = dict.fromkeys(name for found in done for name in found)
            rows.append(
                (
                    label,
                    len(done),
                    {name: Mean.of([each[name] for each in done if name in each]) for name in names},
                )
            )
        return rows

    def to_csv(self) -> str:
        """A line for every run: settings, seed, figures."""
        settings = list(self.runs[0].settings) if self.runs else []
        found = [(run, run.figures() or {}) for run in self.runs]
        figures = list(dict.fromkeys(name for _, each in found for name in each))
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*settings, "seed", *figures, "folder"])
        for run, each in found:
            writer.writerow(
                [*run.settings.values(), run.seed, *(each.get(name, "") for name in figures), run.folder]
            )
        return text.getvalue()

    def plot(self, target: Path | str | None = None) -> Path:
        """All runs that have begun in one picture, each called by its settings and seed."""
        path = self.folder / "sweep.png" if target is None else Path(target)
        begun = [run for run in self.runs if (run.folder / "run.toml").exists()]
        histories = [replace(History.read(run.folder), name=f"{run.label}, seed {run.seed}") for run in begun]
        plot_runs(histories, [], path)
        return path

    def _repr_html_(self) -> str:
        names = list(dict.fromkeys(name for _, _, means in self.table() for name in means))
        rows = [
            [label, str(count), *(str(means.get(name, "")) for name in names)]
            for label, count, means in self.table()
        ]
        return html_table(["settings", "seeds", *names], rows)


def sweep(
    game: str | Game,
    recipe: str | None = None,
    grid: Grid | None = None,
    *,
    out: Path | str,
    seeds: int = 3,
    first_seed: int = 1,
    settings: Mapping[str, object] | None = None,
    jobs: int = 1,
    tell: Tell | None = None,
) -> Sweep:
    """Learn with every combination of settings, `seeds` times each; what is in the folder already is gone on with.

    `grid` has the values of each setting that is tried, as {"search.depth": [1, 2]}; `settings` those that all runs
    share. Ctrl-C saves all runs and raises KeyboardInterrupt; the same call then goes on.
    """
    known = games.get(game) if isinstance(game, str) else game
    name = recipe or known.default_recipe
    folder = Path(out)
    runs = planned(folder, grid or {}, range(first_seed, first_seed + seeds))
    shared = [f"{key}={_toml(value)}" for key, value in (settings or {}).items()]
    for run in runs:  # a setting that makes no sense is refused before the first run
        library.load(name, _changes(run, shared))
    _describe(folder, known, name, grid or {}, shared)
    tell = tell or _line(len(runs))
    with Interruption() as interruption:

        def work(run: SweepRun) -> None:
            if run.figures() is None and not interruption.requested:
                _learn(run, known.name, name, shared, interruption)
            if not interruption.requested:
                tell(sum(each.figures() is not None for each in runs), f"{run.label}, seed {run.seed}")

        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(work, runs))
    if interruption.requested:
        raise KeyboardInterrupt
    return Sweep(folder, runs)


def planned(folder: Path, grid: Grid, seeds: Sequence[int]) -> list[SweepRun]:
    """The runs of a grid, seed by seed, so that a sweep that is stopped has tried everything equally often."""
    for key, values in grid.items():
        if not values:
            raise UsageError(f"The grid has no values for {key}.")
    points = [
        dict(zip(grid, map(_toml, values), strict=True)) for values in itertools.product(*grid.values())
    ]
    return [
        SweepRun(point, seed, folder / _folder_name(point) / f"seed-{seed}")
        for seed in seeds
        for point in points
    ]


def _changes(run: SweepRun, shared: Sequence[str]) -> list[str]:
    return [*shared, *(f"{key}={value}" for key, value in run.settings.items()), f"run.seed={run.seed}"]


def _learn(run: SweepRun, game: str, recipe: str, shared: Sequence[str], interruption: Interruption) -> None:
    run.folder.parent.mkdir(parents=True, exist_ok=True)
    if (run.folder / "run.toml").exists():
        opened = Run.resume(run.folder, game)
    else:
        opened = Run.create(run.folder, game, library.load(recipe, _changes(run, shared)))
    with opened.progress(quiet=True) as progress:
        result = opened.train_with(progress, interruption)
    if not result.interrupted:
        content: JsonObject = {
            "settings": dict(run.settings),
            "seed": run.seed,
            "figures": _figures(run.folder, result),
        }
        write_whole(run.folder / DONE, (json.dumps(content, indent=1) + "\n").encode())


def _figures(folder: Path, result: TrainingResult) -> dict[str, float]:
    """What a run came to: its error over the last games; its rating and what it has gained, if that was measured."""
    counters = result.state.counters
    figures = {"games": float(counters.games), "seconds": float(counters.seconds)}
    _, errors = History.read(folder).errors()
    if len(errors):
        figures["error"] = float(np.mean(errors[-max(1, round(LAST_SHARE * len(errors))) :]))
    if result.strength is not None:
        figures["rating"] = float(result.strength.rating.elo)
        figures["elo_gained"] = float(result.strength.gain)
    return figures


def _describe(folder: Path, game: Game, recipe: str, grid: Grid, shared: Sequence[str]) -> None:
    """The sweep in its folder; another sweep than the one that is there is refused."""
    told = {"game": game.name, "recipe": recipe, "settings": list(shared), "grid": sorted(grid)}
    content = (json.dumps(told, indent=1) + "\n").encode()
    path = folder / "sweep.json"
    try:
        if path.exists() and path.read_bytes() != content:
            raise RunError(f"{folder} holds another sweep: choose another folder, or the settings of {path}.")
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise RunError(f"{folder} cannot be written: {error.strerror}.") from None


def _folder_name(point: Mapping[str, str]) -> str:
    named = ",".join(f"{key.rpartition('.')[2]}={value}" for key, value in point.items())
    return re.sub(r"[^\w.,=+-]+", "_", named) or "as-it-is"


def _toml(value: object) -> str:
    """A value as `--set` takes it."""
    return json.dumps(value) if isinstance(value, bool | list | tuple) else str(value)


def _line(total: int) -> Tell:
    return lambda done, text: print(f"{done} of {total} runs are over; {text}", file=sys.stderr, flush=True)


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, by its integral.

    >>> round(_student(1), 2), round(_student(4), 3), round(_student(100), 3)
    (12.71, 2.776, 1.984)
    """
    density = (
        math.gamma((freedom + 1) / 2) / math.gamma(freedom / 2) if freedom < 300 else math.sqrt(freedom / 2)
    )
    density /= math.sqrt(freedom * math.pi)
    t = np.linspace(0, 20, 2_000_001)
    share = np.cumsum(density * (1 + t * t / freedom) ** (-(freedom + 1) / 2)) * (t[1] - t[0])
    return float(np.interp(0.475, share, t))
