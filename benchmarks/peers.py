"""What the benchmarks of searches share: positions, the peer they are measured against, the best of several rounds."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import chess.engine

FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP1Q1PP/R4RK1 b - - 3 12",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/5pk1/4p1p1/1p1nP2p/1P1B3P/5PP1/6K1/8 w - - 0 40",
]


@dataclass
class Best:
    """The best speed of one program over the rounds."""

    nodes: int = 0
    seconds: float = float("inf")

    def round(self, nodes: int, seconds: float) -> None:
        if nodes / seconds > self.nps:
            self.nodes, self.seconds = nodes, seconds

    @property
    def nps(self) -> float:
        return self.nodes / self.seconds


@contextmanager
def stockfish() -> Iterator[chess.engine.SimpleEngine | None]:
    """Stockfish with its classical evaluation and one thread, where it is installed; it ends with the block."""
    path = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if not path:
        print("no stockfish on this machine: nothing to compare with", file=sys.stderr)
        yield None
        return
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.configure({"Use NNUE": False, "Threads": 1, "Hash": 16})
        yield engine


def stockfish_search(engine: chess.engine.SimpleEngine, seconds: float) -> tuple[int, float]:
    """Nodes and seconds over all positions, so many seconds each."""
    nodes, taken = 0, 0.0
    for fen in FENS:
        info = engine.analyse(chess.Board(fen), chess.engine.Limit(time=seconds), game=object())
        nodes, taken = nodes + info["nodes"], taken + info["time"]
    return nodes, taken
