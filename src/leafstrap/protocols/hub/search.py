"""The search behind a Hub `go`: its lines `info` and `done`."""

from __future__ import annotations

from collections.abc import Iterator

from leafstrap.players import Level
from leafstrap.players.external.hub_line import HubLine
from leafstrap.protocols.engine import EngineSearch
from leafstrap.protocols.server import Output
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.native import TournamentReport, Variation
from leafstrap.types import Line, Move

# Seconds between two lines of one search: the first iterations take no time, and nobody reads so fast.
PAUSE = 0.05
# A won game in men, less a hundredth for every ply until its end: Scan's way, which programs know.
WON = 100.0


class HubSearch(EngineSearch):
    """One search, told in Hub's words."""

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
        super().__init__(output, engine, line, request, infinite=infinite, level=level)
        self._shown: tuple[object, ...] = ()
        self._shown_at = 0.0

    def _reports(self, report: TournamentReport, *, final: bool) -> Iterator[str]:
        best = report.lines[0]
        state = (best.depth, best.score, best.mate, [str(move) for move in best.pv])
        if state != self._shown and (final or report.seconds >= self._shown_at + PAUSE):
            self._shown, self._shown_at = state, report.seconds
            yield info(report)

    def _standstill(self) -> str:
        return str(HubLine("error", {"message": "go: the game is over in this position."}))

    def _best(self, move: Move | None, ponder: Move | None) -> str:
        return done(move, ponder)


def done(move: Move | None, ponder: Move | None = None) -> str:
    """The line that ends a search; without a move where there is none, for somebody waits."""
    named = {"move": move, "ponder": ponder}
    return str(HubLine("done", {name: str(move) for name, move in named.items() if move is not None}))


def info(report: TournamentReport) -> str:
    """How a search stands. Leaves are not counted by depth, so the mean depth is that of the iteration."""
    best = report.lines[0]
    speed = report.nodes / max(report.seconds, 0.001)
    told = {
        "depth": f"{best.depth}",
        "mean-depth": f"{best.depth:.1f}",
        "score": f"{_men(best):.2f}",
        "nodes": f"{report.nodes}",
        "time": f"{report.seconds:.3f}",
        "nps": f"{speed / 1e6:.3f}",  # millions a second
    }
    if best.pv:
        told["pv"] = " ".join(map(str, best.pv))
    return str(HubLine("info", told))


def _men(variation: Variation) -> float:
    """The score of the side to move."""
    if variation.mate is None:
        return variation.score / 100
    plies = 2 * abs(variation.mate) - (variation.mate > 0)
    return (WON - plies / 100) * (1 if variation.mate > 0 else -1)
