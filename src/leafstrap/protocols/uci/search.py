"""The work behind UCI's `go` and `bench`: a search with its lines `info`, and counts to compare with other programs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from leafstrap import types
from leafstrap._core import SearchControl
from leafstrap.games.chess import CHESS, Position
from leafstrap.players import Level
from leafstrap.protocols.engine import EngineSearch
from leafstrap.protocols.server import Output, Task
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.native import TournamentReport, TournamentResult, Variation
from leafstrap.types import Line, Move

Played = Callable[[Line, TournamentResult], None]

NATIVE_DEPTH = 3  # counted in one call, which nothing can stop: at most some milliseconds
BENCH_DEPTH = 6


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
        level: Level | None,
        show_wdl: bool,
        played: Played,
    ) -> None:
        super().__init__(output, engine, line, request, infinite=infinite, level=level)
        self._writer = InfoWriter(line.position if show_wdl else None)
        self._pass_on = played

    def _reports(self, report: TournamentReport, *, final: bool) -> Iterator[str]:
        return self._writer.lines(report, self._engine.tablebase_hits)

    def _standstill(self) -> str:
        position = cast("Position", self._line.position)
        mated = position.in_check() and not position.legal_moves()
        return f"info depth 0 score {'mate 0' if mated else 'cp 0'}"

    def _best(self, move: Move | None, ponder: Move | None) -> str:
        reply = f" ponder {ponder}" if ponder is not None else ""
        return f"bestmove {'(none)' if move is None else move}{reply}"

    def _played(self, result: TournamentResult) -> None:
        self._pass_on(self._line, result)


class InfoWriter:
    """Lines for one search; a line that says nothing new is left out. With a root, chances stand beside scores."""

    def __init__(self, root: types.Position | None) -> None:
        self._root = root
        self._last: dict[int, tuple[object, ...]] = {}

    def lines(self, report: TournamentReport, tablebase_hits: int = 0) -> Iterator[str]:
        """One line for every variation that has changed."""
        for number, variation in enumerate(report.lines, start=1):
            state = (
                variation.depth,
                variation.score,
                variation.mate,
                variation.bound,
                [str(move) for move in variation.pv],
            )
            if self._last.get(number) != state:
                self._last[number] = state
                yield self._line(number, variation, report, tablebase_hits)

    def _line(self, number: int, variation: Variation, report: TournamentReport, hits: int) -> str:
        milliseconds = round(1000 * report.seconds)
        words = [
            f"info depth {variation.depth} seldepth {variation.seldepth} multipv {number}",
            self._score(variation),
            f"nodes {report.nodes} nps {round(report.nodes / max(report.seconds, 0.001))}",
            f"hashfull {report.hashfull}{f' tbhits {hits}' if hits else ''} time {milliseconds}",
        ]
        if variation.pv:
            words.append(f"pv {' '.join(map(str, variation.pv))}")
        return " ".join(words)

    def _score(self, variation: Variation) -> str:
        value = f"cp {variation.score}" if variation.mate is None else f"mate {variation.mate}"
        bound = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}[variation.bound]
        known = None if self._root is None else wdl(self._root, variation)
        chances = "" if known is None else f" wdl {' '.join(map(str, known))}"
        return f"score {value}{bound}{chances}"


def wdl(root: types.Position, variation: Variation) -> tuple[int, int, int] | None:
    """Chances of a win, a draw and a loss for the mover, in thousandths."""
    if variation.mate is not None:
        return (1000, 0, 0) if variation.mate > 0 else (0, 0, 1000)
    return CHESS.chances(root, variation.score)


class Perft(Task):
    """Counts move sequences, in the words that other engines use."""

    def __init__(self, output: Output, position: Position, depth: int) -> None:
        super().__init__(output)
        self._position = position
        self._depth = depth

    def _work(self) -> list[str]:
        total = 0
        for move in sorted(self._position.legal_moves(), key=str) if self._depth else []:
            count = self._count(self._position.after(move), self._depth - 1)
            if self._stopped.is_set():
                return ["info string The count was stopped."]
            self._output.send(f"{move}: {count}")
            total += count
        return ["", f"Nodes searched: {total if self._depth else 1}"]

    def _count(self, position: Position, depth: int) -> int:
        if depth <= NATIVE_DEPTH:
            return position.perft(depth)
        total = 0
        for move in position.legal_moves():
            if self._stopped.is_set():
                break
            total += self._count(position.after(move), depth - 1)
        return total


class Bench(Task):
    """Searches positions to a fixed depth with the engine's own weights."""

    def __init__(self, output: Output, engine: Engine, positions: Sequence[str]) -> None:
        super().__init__(output)
        self._engine = engine
        self._positions = positions
        self._control = SearchControl()

    def stop(self) -> None:
        """Leave the rest out."""
        super().stop()
        self._control.stop()

    def _work(self) -> list[str]:
        nodes, began = 0, time.perf_counter()
        for fen in self._positions:
            self._engine.new_game()
            line = CHESS.Line(Position.parse(fen))
            nodes += self._engine.think(line, SearchRequest(depth=BENCH_DEPTH), self._control).nodes
            if self._stopped.is_set():
                return ["info string The bench was stopped."]
        seconds = time.perf_counter() - began
        return [
            f"info string bench: {nodes} nodes in {seconds:.3f} s, {round(nodes / seconds)} nodes a second"
        ]
