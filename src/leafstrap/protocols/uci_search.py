"""The search behind a UCI `go`: it reports on its way and ends with the best move."""

from __future__ import annotations

import threading
from collections.abc import Callable

from leafstrap._core import SearchControl
from leafstrap.games.chess import Line, Move
from leafstrap.protocols.output import Output
from leafstrap.protocols.task import Task
from leafstrap.protocols.uci_info import InfoWriter
from leafstrap.search.engine import Assignment, Engine
from leafstrap.search.tournament import TournamentReport, TournamentResult

Played = Callable[[Line, TournamentResult], None]


class UciSearch(Task):
    """One search. The answer to `go infinite` and `go ponder` waits for `stop` or `ponderhit`."""

    def __init__(
        self,
        output: Output,
        engine: Engine,
        line: Line,
        assignment: Assignment,
        *,
        infinite: bool,
        show_wdl: bool,
        played: Played,
    ) -> None:
        super().__init__(output)
        self._engine = engine
        self._line = line
        self._assignment = assignment
        self._infinite = infinite
        self._pondering = assignment.pondering
        self._played = played
        self._writer = InfoWriter(show_wdl)
        self._control = SearchControl()
        self._released = threading.Event()
        if not (infinite or assignment.pondering):
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

    def _work(self) -> list[str]:
        moves = self._line.position.legal_moves()
        if not moves:
            mated = self._line.position.in_check()
            self._output.send(f"info depth 0 score {'mate 0' if mated else 'cp 0'}")
            self._released.wait()
            return ["bestmove (none)"]
        line = searchable(self._line)
        if line is None:
            self._output.send("info depth 0 score cp 0")
            self._released.wait()
            return [f"bestmove {moves[0]}"]
        result = self._engine.think(line, self._assignment, self._control, self._show)
        self._show(result)
        self._released.wait()
        # The answer to a search that pondered on another move than the one made is for nobody.
        if not (self._pondering or self._infinite):
            self._played(self._line, result)
        ponder = f" ponder {result.ponder}" if result.ponder is not None else ""
        return [f"bestmove {result.move}{ponder}"]

    def _answer_after_error(self) -> list[str]:
        self._released.wait()
        moves: list[Move] = self._line.position.legal_moves()
        return [f"bestmove {moves[0] if moves else '(none)'}"]

    def _show(self, report: TournamentReport) -> None:
        self._output.send(*self._writer.lines(report))


def searchable(line: Line) -> Line | None:
    """The line, if the game goes on at its end; without its history, if only that says it is drawn."""
    if line.outcome() is None:
        return line
    alone = Line(line.position)
    return alone if alone.outcome() is None else None
