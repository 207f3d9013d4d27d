"""The progress of a run in two processes: one has the run, the other the terminal that shows it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from leafstrap.cluster.learning.table import summary_of, table_lines
from leafstrap.training.progress import Goal, RunProgress
from leafstrap.types import JsonObject


class RelayedProgress(RunProgress):
    """Shows nothing itself, and keeps what is said between the lines."""

    def __init__(self, goal: Goal, games: int, seconds: float) -> None:
        super().__init__(goal, games, seconds, quiet=True)
        self._notes: deque[str] = deque()

    def note(self, text: str) -> None:
        """Keep it."""
        self._notes.append(text)

    def notes(self) -> list[str]:
        """All since it was last asked for; another thread may add to it meanwhile."""
        return [self._notes.popleft() for _ in range(len(self._notes))]


class ShownProgress(RunProgress):
    """Shows what the other process has to say, and its workers."""

    def __init__(self, goal: Goal, quiet: bool) -> None:
        super().__init__(goal, quiet=quiet)
        self._lines: tuple[str, ...] = ("starting",)
        self._share: float | None = 0.0 if goal.games or goal.seconds else None
        self._table: Sequence[str] = ()

    def take(self, lines: Sequence[str], share: float | None, workers: JsonObject | None) -> None:
        """Take in how it goes."""
        first, *others = lines
        self._share = share
        if workers is not None:
            first = f"{first}  {summary_of(workers)}"
            self._table = table_lines(workers["workers"])
        self._lines = first, *others

    def lines(self) -> tuple[str, ...]:
        """As the other process has put it."""
        return self._lines

    def share(self) -> float | None:
        """How much of the run is done."""
        return self._share

    def table(self) -> Sequence[str]:
        """The workers."""
        return self._table
