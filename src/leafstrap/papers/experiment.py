"""What all experiments share: their size and place, work on several cores, and pages with pictures."""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from leafstrap.errors import UsageError
from leafstrap.papers.machine import THIS_MACHINE, Machine
from leafstrap.papers.trial import Trial
from leafstrap.registry import Registry
from leafstrap.types import Axes, JsonObject
from leafstrap.version import __version__

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Experiment:
    """How large an experiment is, and where its runs and its results go."""

    results: Path
    work: Path
    scale: float = 1.0
    seed: int = 1
    jobs: int = 2
    note: Callable[[str], None] = print
    data: Sequence[Path] = ()  # games that others played, where an experiment learns from some
    seeds: int | None = None  # runs of a kind; None: as many as the experiment has
    machine: Machine = THIS_MACHINE

    def side_by_side(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """Do the work for all items, so many at a time, and say after each how far it is."""
        todo = list(items)
        done: list[Result] = []
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                for result in pool.map(work, todo):
                    done.append(result)
                    self.note(f"{len(done)} of {len(todo)} done")
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.machine.stop()
                raise
        return done

    def learn(self, trials: Iterable[Trial]) -> list[Trial]:
        """Let all of them learn."""
        return self.side_by_side(lambda trial: trial.run(self.machine), trials)

    def seeds_of(self, default: int) -> range:
        """The seeds of runs of a kind."""
        return range(self.seed, self.seed + (self.seeds or default))

    def database(self) -> Path:
        """The file of games to learn from, for experiments that need one."""
        return self.databases(1)[0]

    def databases(self, number: int) -> Sequence[Path]:
        """So many files of games."""
        if not self.data:
            raise UsageError("This experiment learns from a file of games: name it with --data FILE.")
        if len(self.data) != number:
            raise UsageError(
                f"This experiment learns from {counted(number, 'file')} of games, each named with --data FILE."
            )
        return self.data

    def told(self, command: str) -> str:
        """A command as a line of a page, with files of games by their names alone."""
        return f"    {self.without_folder(command)}"

    def without_folder(self, text: str) -> str:
        """The same with files of games by their names alone: where they lie on this machine is of no use to others."""
        for path in self.data:
            text = text.replace(str(path.resolve()), path.name)
        return text

    def provenance(self, name: str) -> str:
        """When, with what and by which command the results were made."""
        day = datetime.now(UTC).date().isoformat()
        options = f" --scale {self.scale:g}" if self.scale != 1 else ""
        options += f" --seeds {self.seeds}" if self.seeds is not None else ""
        options += "".join(f" --data {path.name}" for path in self.data)
        return (
            f"Made on {day} by `leafstrap reproduce {name}{options} --seed {self.seed}` (version {__version__}"
            f"{_commit()}, Python {platform.python_version()}, {self.jobs} runs at a time)."
        )


def _commit() -> str:
    """The commit this code is at, where it is a clone."""
    git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        found = subprocess.run(git, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return f", commit {found.stdout.strip()}"


@dataclass(frozen=True, slots=True)
class ExperimentKind:
    """An experiment as `leafstrap reproduce` finds it."""

    make: Callable[[Experiment], Path]  # does all of it and returns the page
    summary: str
    small: float  # the scale at which it takes some minutes: enough to see that it works
    data: tuple[str, ...] = ()  # the files of games it learns from, by their names in the documentation
    one_run_each: bool = False  # it has no seeds to choose


EXPERIMENTS: Registry[ExperimentKind] = Registry("leafstrap.experiments", "experiment")


def register(
    name: str,
    summary: str,
    *,
    small: float,
    data: tuple[str, ...] = (),
    one_run_each: bool = False,
) -> Callable[[Callable[[Experiment], Path]], Callable[[Experiment], Path]]:
    """Make a function an experiment of that name."""

    def add(make: Callable[[Experiment], Path]) -> Callable[[Experiment], Path]:
        EXPERIMENTS.register(name, ExperimentKind(make, summary, small, data, one_run_each))
        return make

    return add


def even(number: float) -> int:
    """The nearest even number of games, at least one pair: every opening is played from both sides.

    >>> even(0.4), even(7.1)
    (2, 8)
    """
    return 2 * max(1, round(number / 2))


def fewer(experiment: Experiment, games: int) -> int:
    """So many games, or in a small experiment as much fewer, in pairs."""
    return even(min(1.0, experiment.scale) * games)


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "seed"), counted(3, "seed")
    ('1 seed', '3 seeds')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def percent(result: JsonObject) -> str:
    """A score as text."""
    return f"{100 * result['score']:.1f} %"


def elo_text(result: JsonObject) -> str:
    """An Elo difference with its 95 % interval as text."""
    return f"{result['elo']:+.0f} [{result['elo_low']:+.0f}, {result['elo_high']:+.0f}]"


def save(
    experiment: Experiment,
    name: str,
    page: str,
    draw: Callable[[Path], None],
    data: Sequence[JsonObject],
) -> Path:
    """Write the page, its picture and the numbers behind both."""
    experiment.results.mkdir(parents=True, exist_ok=True)
    target = experiment.results / f"{name}.md"
    target.write_text(page, encoding="utf-8")
    draw(target.with_suffix(".png"))
    numbers = experiment.without_folder(json.dumps(data, indent=1))
    target.with_suffix(".json").write_text(f"{numbers}\n", encoding="utf-8")
    return target


@contextmanager
def figure(target: Path, *, columns: int, width: float, height: float) -> Iterator[list[Axes]]:
    """Panels side by side, written to `target` at the end."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter
    except ImportError:
        raise UsageError("Pictures need matplotlib: install leafstrap with the extra plot.") from None
    drawn = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(drawn)
    yield [drawn.add_subplot(1, columns, number + 1) for number in range(columns)]
    for axes in drawn.axes:
        if axes.get_xscale() == "log":
            axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            axes.xaxis.set_minor_formatter(NullFormatter())
    drawn.savefig(target, dpi=110, format="png")
