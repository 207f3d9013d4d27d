"""The search that another program asked for: it reports on its way and ends with the best move."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from leafstrap._core import SearchControl
from leafstrap.protocols.output import Output
from leafstrap.protocols.task import Task
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.tournament import TournamentReport, TournamentResult


class EngineSearch(Task):
    """One search. The answer to one that is infinite or ponders waits until it is stopped or the move was guessed."""

    def __init__(
        self, output: Output, engine: Engine, line: Any, request: SearchRequest, *, infinite: bool
    ) -> None:
        super().__init__(output)
        self._engine = engine
        self._line = line
        self._request = request
        self._infinite = infinite
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
    def _best(self, move: Any | None, ponder: Any | None) -> str:
        """The line that names the best move and the reply that is expected."""

    def _played(self, result: TournamentResult) -> None:
        """Take note of a move that was found for a game."""

    def _work(self) -> list[str]:
        line = searchable(self._line)
        if line is None:
            self._output.send(self._standstill())
            return self._answer_after_error()
        result = self._engine.think(line, self._request, self._control, self._show)
        self._output.send(*self._reports(result, final=True))
        self._released.wait()
        # The answer to a search that pondered on another move than the one made is for nobody.
        if not (self._pondering or self._infinite):
            self._played(result)
        return [self._best(result.move, result.ponder)]

    def _answer_after_error(self) -> list[str]:
        self._released.wait()
        return [self._best(next(iter(self._line.position.legal_moves()), None), None)]

    def _show(self, report: TournamentReport) -> None:
        self._output.send(*self._reports(report, final=False))


def searchable(line: Any) -> Any | None:
    """The line, if the game goes on at its end; without its history, if only that says it is drawn."""
    if line.outcome() is None:
        return line
    alone = type(line)(line.position)
    return alone if alone.outcome() is None else None
