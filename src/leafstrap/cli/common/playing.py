"""Games while they are played: the file they are written to, the bar that shows the score, a tournament with both."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from leafstrap.arena import Pair, ResultTable, RoundRobin, TournamentFolder
from leafstrap.cli.common.game_options import GameOptions, PoolOptions
from leafstrap.cluster.games.runner import runner_on
from leafstrap.errors import UsageError
from leafstrap.training.signals import Interruption

LINE_EVERY = 10.0  # seconds between plain lines


class GameFile:
    """A file of games, or none; use it as a context. Games that are there already may be kept."""

    def __init__(self, path: Path | None, *, keep: bool = False) -> None:
        self._path = path
        try:
            # Without a buffer: nothing is left to write when a full disk ends the match.
            self._file = path.open("ab" if keep else "wb", buffering=0) if path is not None else None
        except OSError as error:
            raise self._not_written(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def wanted(self) -> bool:
        """Whether there is a file."""
        return self._file is not None

    def write(self, text: str) -> None:
        """Write games, if there is a file."""
        if self._file is not None:
            try:
                self._file.write(text.encode())
            except OSError as error:
                raise self._not_written(error) from None

    def _not_written(self, error: OSError) -> UsageError:
        return UsageError(f"The games cannot be written to {self._path}: {error.strerror}.")


class NumberedFiles:
    """A file for every match to points, `m-001.mat` and on: programs read one match of a file, and no more."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._written = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    @property
    def wanted(self) -> bool:
        """Whether there are files."""
        return self._path is not None

    def write(self, text: str) -> None:
        """Write the next match, if there are files."""
        if self._path is not None:
            self._written += 1
            numbered = self._path.with_name(f"{self._path.stem}-{self._written:03}{self._path.suffix}")
            with GameFile(numbered) as file:
                file.write(text)


class GamesProgress:
    """The result so far on standard error: a live bar on a terminal, plain lines elsewhere; use it as a context."""

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


def play_pool(tournament: RoundRobin, options: PoolOptions, played: GameOptions) -> tuple[ResultTable, bool]:
    """Play what is not in the folder yet; all results, and whether they are complete."""
    out = options.out
    if options.resume and out is None:
        raise UsageError("To --resume a tournament name its folder with --out.")
    folder = TournamentFolder(out, tournament, resume=options.resume) if out is not None else None
    results = ResultTable(folder.known if folder else ())
    try:
        with GamesProgress(tournament.total_games) as progress, Interruption() as interruption:

            def watch(pair: Pair) -> None:
                if folder is not None:
                    folder.add(pair)
                first, second = pair.games
                for number, played in enumerate((first, second), start=1):
                    if played.irregular:
                        progress.note(
                            f"{first.first} - {first.second}, game {2 * pair.number + number}: {played.reason}."
                        )
                score = results.between(first.first, first.second)
                progress.show(2 * len(results), f"{first.first} - {first.second}: {score}")

            with runner_on(played.cluster, played.concurrency, progress.note) as make_runner:
                complete = tournament.run(results, watch, interruption.flag(), make_runner)
            if not complete and out is not None:
                progress.note(f"Stopped; {out} has {2 * len(results)} games, go on with --resume.")
    finally:
        if folder is not None:
            folder.close()
    return results, complete
