"""The search behind a UCI `go`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from leafstrap.games.chess import Line, Move
from leafstrap.protocols.engine_search import EngineSearch
from leafstrap.protocols.output import Output
from leafstrap.protocols.uci_info import InfoWriter
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.tournament import TournamentReport, TournamentResult

Played = Callable[[Line, TournamentResult], None]


class UciSearch(EngineSearch):
    """One search, told in UCI's words; moves of a game are passed on."""

    def __init__(
        self,
        output: Output,
        engine: Engine,
        line: Line,
        request: SearchRequest,
        *,
        infinite: bool,
        show_wdl: bool,
        played: Played,
    ) -> None:
        super().__init__(output, engine, line, request, infinite=infinite)
        self._writer = InfoWriter(show_wdl)
        self._pass_on = played

    def _reports(self, report: TournamentReport, *, final: bool) -> Iterator[str]:
        return self._writer.lines(report)

    def _standstill(self) -> str:
        position = self._line.position
        mated = position.in_check() and not position.legal_moves()
        return f"info depth 0 score {'mate 0' if mated else 'cp 0'}"

    def _best(self, move: Move | None, ponder: Move | None) -> str:
        reply = f" ponder {ponder}" if ponder is not None else ""
        return f"bestmove {'(none)' if move is None else move}{reply}"

    def _played(self, result: TournamentResult) -> None:
        self._pass_on(self._line, result)
