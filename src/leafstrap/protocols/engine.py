"""The engine behind a protocol: kept from search to search, set to work on a line, and its answer told at the end."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from leafstrap._core import SearchControl
from leafstrap.errors import UsageError
from leafstrap.evaluators import Evaluator
from leafstrap.players import Level
from leafstrap.protocols.server import Output, Task
from leafstrap.search.engine import MEGABYTES, Engine, SearchRequest
from leafstrap.search.native import TournamentReport, TournamentResult
from leafstrap.search.tablebase import DEFAULT
from leafstrap.search.told import report_with
from leafstrap.types import Line, Move

if TYPE_CHECKING:
    from leafstrap.search.syzygy import SyzygyTables


class EngineKeeper:
    """Keeps one engine. It is made when it is needed: a large table takes a moment."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._engine: Engine | None = None
        self._settings: tuple[object, ...] = ()

    def engine(
        self,
        evaluator: Evaluator,
        *,
        megabytes: int,
        threads: int,
        variant: str = "tournament",
        pieces: int = DEFAULT,
        syzygy: SyzygyTables | None = None,
    ) -> Engine:
        """The engine with these weights and settings: the last one, if nothing has changed."""
        settings = (megabytes, threads, variant, pieces, syzygy)
        make = partial(Engine, evaluator, threads=threads, variant=variant, pieces=pieces, syzygy=syzygy)
        if self._engine is None or self._engine.evaluator is not evaluator or self._settings != settings:
            self._engine = None  # give the old table back before a new one is made
            try:
                self._engine = make(megabytes=megabytes)
            except MemoryError:
                self._note(f"there is no memory for a table of {megabytes} MB: it has {MEGABYTES}.")
                self._engine = make(megabytes=MEGABYTES)
            self._settings = settings
        return self._engine

    def forget(self) -> None:
        """Clear what searches remember."""
        if self._engine is not None:
            self._engine.new_game()


class EngineSearch(Task):
    """One search. The answer to one that is infinite or ponders waits until it is stopped or the move was guessed.

    At a level it looks less far ahead, and may answer with another move than the best.
    """

    def __init__(
        self,
        output: Output,
        engine: Engine,
        line: Line,
        request: SearchRequest,
        *,
        infinite: bool,
        level: Level | None = None,
    ) -> None:
        super().__init__(output)
        self._engine = engine
        self._line = line
        self._request = request
        self._infinite = infinite
        self._level = level
        self._pondering = request.pondering
        self._control = SearchControl()
        self._released = threading.Event()
        if not (infinite or request.pondering):
            self._released.set()

    def stop(self) -> None:
        """Answer now."""
        super().stop()
        self._control.stop()
        self._released.set()

    def ponder_hit(self) -> None:
        """The opponent has made the expected move: the search goes on as one for the game."""
        if self._pondering and not self._stopped.is_set():
            self._pondering = False
            self._control.ponder_hit()
            if not self._infinite:
                self._released.set()

    @abstractmethod
    def _reports(self, report: TournamentReport, *, final: bool) -> Iterator[str]:
        """The lines that tell how the search stands."""

    @abstractmethod
    def _standstill(self) -> str:
        """The line that tells why there is nothing to search: the game is over."""

    @abstractmethod
    def _best(self, move: Move | None, ponder: Move | None) -> str:
        """The line that names the best move and the reply that is expected."""

    def _played(self, result: TournamentResult) -> None:
        """Take note of a move that was found for a game."""

    def _work(self) -> list[str]:
        line = searchable(self._line)
        if line is None:
            self._output.send(self._standstill())
            return self._answer_after_error()
        result = self._search(line)
        self._output.send(*self._reports(result, final=True))
        self._released.wait()
        # The answer to a search that pondered on another move than the one made is for nobody.
        if not (self._pondering or self._infinite):
            self._played(result)
        return [self._best(result.move, result.ponder)]

    def _search(self, line: Line) -> TournamentResult:
        if self._level is None:
            return self._engine.think(line, self._request, self._control, self._show)
        request = self._level.request(self._request, len(line.position.legal_moves()))
        found = self._engine.think(line, request, self._control, self._show)
        return self._level.result(found, Random())

    def _answer_after_error(self) -> list[str]:
        self._released.wait()
        return [self._best(next(iter(self._line.position.legal_moves()), None), None)]

    def _show(self, report: TournamentReport) -> None:
        # Of the moves that a level compares the other side hears nothing.
        told = report if self._level is None else report_with(report, report.lines[:1])
        self._output.send(*self._reports(told, final=False))


def searchable(line: Line) -> Line | None:
    """The line, if the game goes on at its end; without its history, if only that says it is drawn."""
    if line.outcome() is None:
        return line
    alone = type(line)(line.position)
    return alone if alone.outcome() is None else None


def push_moves(line: Line, texts: Iterable[str]) -> None:
    """Play moves at the end of a line; a UsageError names the first that is not legal."""
    for number, text in enumerate(texts, start=1):
        try:
            line.push(line.position.move(text))
        except ValueError:
            raise UsageError(f"move {number}, {_short(text)}, is not legal there.") from None


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:20]}...")
