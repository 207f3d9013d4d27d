"""How a run is getting on, live: a bar on a terminal, plain lines elsewhere, always on standard error."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn
from rich.table import Column

from leafstrap.experience.rating import GlickoRating
from leafstrap.experience.record import Stats
from leafstrap.training.workers import UnderWay

WINDOW = 30.0  # seconds over which speeds are measured
ERROR_GAMES = 50  # games over which the error is averaged
LINE_EVERY = 5.0  # seconds between plain lines
SILENCE = 3.0  # seconds without a finished game after which it is told what is under way
WIDE = 100  # columns of a terminal that has room for a long bar
REDRAW_EVERY = 0.2  # seconds between redrawings of the bar


@dataclass(frozen=True, slots=True)
class Goal:
    """When a run is over: after so many games, after so many seconds, or both None for never."""

    games: int | None
    seconds: float | None


class RunProgress:
    """Collects what the games report and shows it; use it as a context manager."""

    def __init__(
        self,
        goal: Goal,
        games: int = 0,
        seconds: float = 0.0,
        quiet: bool = False,
        stopwatch: Callable[[], float] = time.monotonic,
    ) -> None:
        self._goal = goal
        self._stopwatch = stopwatch
        self._learning_since = stopwatch()
        self._games = games
        self._seconds_before = seconds
        self._nodes = 0
        self._step_size = 0.0
        self._errors: deque[tuple[float, int]] = deque(maxlen=ERROR_GAMES)
        self._rating = ""
        self._gain = ""
        self._strength = ""
        self._values: Callable[[], str] = str
        self._under_way: UnderWay | None = None
        self._started = time.monotonic()
        self._shown = self._started
        self._printed = ""
        self._samples: deque[tuple[float, int, int]] = deque([(self._started, games, 0)])
        self._quiet = quiet
        self._bar: Progress | None = None
        self._task = TaskID(0)

    def __enter__(self) -> Self:
        console = Console(stderr=True)
        if (console.is_terminal or console.is_jupyter) and not self._quiet:
            text = TextColumn("{task.description}", markup=False, table_column=Column(overflow="fold"))
            columns = (BarColumn(bar_width=16 if console.width >= WIDE else 8), text)
            self._bar = Progress(*columns, console=console, auto_refresh=False)
            self._task = self._bar.add_task("", total=1.0 if self.share() is not None else None)
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.show(force=True)
        if self._bar is not None:
            self._bar.stop()

    def games(self, number: int, stats: Stats, step_size: float, rating: GlickoRating | None = None) -> None:
        """Take in finished games, and the rating they led to."""
        self._games += number
        self._nodes += stats.nodes
        self._step_size = step_size
        self._errors.append((stats.abs_error, stats.positions))
        self._rating = "" if rating is None else f"rating {rating}"
        now = time.monotonic()
        self._samples.append((now, self._games, self._nodes))
        while len(self._samples) > 2 and self._samples[0][0] < now - WINDOW:
            self._samples.popleft()

    @property
    def finished(self) -> int:
        """How many games there have been."""
        return self._games

    def under_way(self, playing: UnderWay | None) -> None:
        """Take in what is being played at the moment."""
        self._under_way = playing

    def strength(self, text: str) -> None:
        """Take in a measured strength."""
        self._strength = text
        self.show(force=True)

    def tell(self, values: Callable[[], str]) -> None:
        """Ask from now on what is learned in a few words, such as what pieces are worth, whenever it is shown."""
        self._values = values

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What is done meanwhile is no learning, and takes none of its time."""
        began = self._stopwatch()
        try:
            yield
        finally:
            self._learning_since += self._stopwatch() - began

    def improvement(self, text: str) -> None:
        """Take in a measured gain."""
        self._gain = text
        self.show(force=True)

    def note(self, text: str) -> None:
        """Say something between the lines (a warning, what happens now)."""
        if self._quiet:
            return
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False)
        else:
            print(text, file=sys.stderr, flush=True)

    def show(self, force: bool = False) -> None:
        """Bring what is seen up to date, not more often than is useful."""
        now = time.monotonic()
        if self._quiet or (
            not force and now - self._shown < (LINE_EVERY if self._bar is None else REDRAW_EVERY)
        ):
            return
        self._shown = now
        if self._bar is None:
            line = "  ".join(self.lines())
            if line != self._printed:  # at the end there is often nothing new
                print(line, file=sys.stderr, flush=True)
            self._printed = line
        else:
            text = "\n".join([*self.lines(), *self.table()])
            self._bar.update(self._task, description=text, completed=self.share() or 0.0, refresh=True)

    def seconds(self) -> float:
        """Tell how long the run has learned, earlier parts included."""
        return self._seconds_before + self._stopwatch() - self._learning_since

    def share(self) -> float | None:
        """Tell how much of the run is done, from 0 to 1; None when it has no end."""
        shares = []
        if self._goal.games:
            shares.append(self._games / self._goal.games)
        if self._goal.seconds:
            shares.append(self.seconds() / self._goal.seconds)
        return min(1.0, max(shares)) if shares else None

    def lines(self) -> tuple[str, ...]:
        """The state of the run: how fast it goes, how it learns, and how strong it is, if that was measured."""
        games_rate, nodes_rate = self._rates()
        total = f"/{self._goal.games}" if self._goal.games else ""
        speed = [
            f"{self._games}{total} games",
            f"{games_rate:.2f} games/s",
            f"{nodes_rate / 1000:,.0f}k nodes/s",
            f"{_duration(self._left(games_rate))} left",
            self._unfinished(),
        ]
        learning = [self._rating, self._gain]
        if self._errors:
            learning = [f"step size {self._step_size:.2g}", f"error {self._mean_error():.3g}", *learning]
        parts = ("  ".join(filter(None, part)) for part in (speed, learning))
        return tuple(filter(None, (*parts, self._strength, self._values())))

    def table(self) -> Sequence[str]:
        """What a terminal shows besides, beneath it."""
        return ()

    def _rates(self) -> tuple[float, float]:
        (before, games, nodes), (now, games_now, nodes_now) = self._samples[0], self._samples[-1]
        span = max(now - before, 1e-9)
        return (games_now - games) / span, (nodes_now - nodes) / span

    def _left(self, games_rate: float) -> float | None:
        times = []
        if self._goal.games is not None and games_rate > 0:
            times.append((self._goal.games - self._games) / games_rate)
        if self._goal.seconds is not None:
            times.append(self._goal.seconds - self.seconds())
        return max(0.0, min(times)) if times else None

    def _unfinished(self) -> str:
        """What is under way, if it is so long that somebody may wonder whether anything is."""
        playing = self._under_way
        if playing is None or time.monotonic() - self._samples[-1][0] < SILENCE:
            return ""
        moves = "" if playing.moves is None else f", {playing.moves} moves"
        games = f"{'up to ' * playing.batches}{playing.games} game{'s' * (playing.games > 1)}"
        return f"({games} under way for {_duration(playing.seconds)}{moves})"

    def _mean_error(self) -> float:
        errors = self._errors.copy()  # games may come in while somebody else looks
        positions = sum(count for _, count in errors)
        return sum(error for error, _ in errors) / positions if positions else 0.0


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
