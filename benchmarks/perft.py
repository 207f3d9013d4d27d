"""Perft against Stockfish and against the `chess` library, in one run: only the ratios mean anything.

All three count the last ply in bulk, on one thread. They count in turn, several rounds over, and the best
round of each is kept: other work on the machine can only slow a round down. `chess`, being slower, counts two
plies less.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import chess

from leafstrap.cli.common.native_work import speed
from leafstrap.games.chess import Position

POSITIONS = {
    "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}
LEAST_SECONDS = 20.0


class Stockfish:
    """An outside engine's `go perft`."""

    def __init__(self, path: str) -> None:
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def perft(self, fen: str, depth: int) -> int:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"position fen {fen}\ngo perft {depth}\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("Nodes searched:"):
                return int(line.split()[-1])
        raise RuntimeError("the engine ended without an answer")

    def close(self) -> None:
        self._process.communicate("quit\n")


def chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1)
        board.pop()
    return nodes


@dataclass
class Contestant:
    """A program that counts, and its best speed so far."""

    name: str
    count: Callable[[], int]
    nodes: int = 0
    seconds: float = field(default=float("inf"))

    def round(self) -> None:
        began = time.perf_counter()
        self.nodes = self.count()
        self.seconds = min(self.seconds, time.perf_counter() - began)

    @property
    def nps(self) -> float:
        return self.nodes / self.seconds


def compare(fen: str, depth: int, rounds: int, stockfish: Stockfish | None) -> list[Contestant]:
    position, board = Position.parse(fen), chess.Board(fen)
    slower = max(1, depth - 2)
    contestants = [
        Contestant("leafstrap", lambda: position.perft(depth)),
        Contestant("chess", lambda: chess_perft(board, slower)),
    ]
    if stockfish:
        contestants.append(Contestant("stockfish", lambda: stockfish.perft(fen, depth)))
    # A short count is repeated more often: one interruption is a large part of it.
    enough = time.perf_counter() + LEAST_SECONDS
    while rounds > 0 or time.perf_counter() < enough:
        for contestant in contestants:
            contestant.round()
        rounds -= 1
    if len({one.nodes for one in contestants if one.name != "chess"}) > 1:
        raise RuntimeError(f"the programs count differently from {fen}")
    return contestants


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()

    path = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if path is None:
        print("no stockfish on this machine: compared with `chess` alone", file=sys.stderr)
    stockfish = Stockfish(path) if path else None
    report = {}
    for name, fen in POSITIONS.items():
        contestants = compare(fen, options.depth, options.rounds, stockfish)
        ours = contestants[0]
        ratios = {f"{one.name}_ratio": ours.nps / one.nps for one in contestants[1:]}
        report[name] = {one.name: speed(one.nodes, one.seconds) for one in contestants} | ratios
        speeds = ", ".join(f"{one.name} {one.nps / 1e6:.2f}" for one in contestants)
        times = ", ".join(f"{ours.nps / one.nps:.2f} x {one.name}" for one in contestants[1:])
        print(f"{name}, depth {options.depth}, million nodes a second: {speeds}; {times}")
    if stockfish:
        stockfish.close()
    if options.json:
        print(json.dumps(report))


if __name__ == "__main__":
    main()
