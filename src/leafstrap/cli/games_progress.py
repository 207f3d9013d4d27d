"""How games go, on standard error: a live bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

LINE_EVERY = 10.0  # seconds between plain lines


class GamesProgress:
    """Shows the result so far; use it as a context."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._console = Console(stderr=True)
        self._bar: Progress | None = None
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            columns = (
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                TextColumn("{task.description}"),
            )
            self._bar = Progress(*columns, console=self._console, transient=True)
            self._task = self._bar.add_task("", total=self._games)
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def note(self, text: str) -> None:
        """Say something that stays on the screen."""
        self._console.print(text, highlight=False, markup=False, soft_wrap=True)

    def show(self, done: int, text: str) -> None:
        """Bring the bar up to date, or print a line if the last one is old."""
        if self._bar:
            self._bar.update(self._task, completed=done, description=text)
        elif time.monotonic() - self._last >= LINE_EVERY:
            self._last = time.monotonic()
            self.note(f"{done}/{self._games}: {text}")
