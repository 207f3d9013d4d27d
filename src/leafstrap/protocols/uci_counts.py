"""The UCI extensions `go perft` and `bench`: counts that can be compared with those of other programs."""

from __future__ import annotations

import time

from leafstrap._core import SearchControl
from leafstrap.games.chess import Line, Position
from leafstrap.protocols.output import Output
from leafstrap.protocols.task import Task
from leafstrap.search.engine import Engine, SearchRequest

NATIVE_DEPTH = 3  # counted in one call, which nothing can stop: at most some milliseconds
BENCH_DEPTH = 6
BENCH_POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP1Q1PP/R4RK1 b - - 3 12",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)


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
    """Searches fixed positions to a fixed depth with the engine's own weights."""

    def __init__(self, output: Output, engine: Engine) -> None:
        super().__init__(output)
        self._engine = engine
        self._control = SearchControl()

    def stop(self) -> None:
        """Leave the rest out."""
        super().stop()
        self._control.stop()

    def _work(self) -> list[str]:
        nodes, began = 0, time.perf_counter()
        for fen in BENCH_POSITIONS:
            self._engine.new_game()
            line = Line(Position.parse(fen))
            nodes += self._engine.think(line, SearchRequest(depth=BENCH_DEPTH), self._control).nodes
            if self._stopped.is_set():
                return ["info string The bench was stopped."]
        seconds = time.perf_counter() - began
        return [
            f"info string bench: {nodes} nodes in {seconds:.3f} s, {round(nodes / seconds)} nodes a second"
        ]
