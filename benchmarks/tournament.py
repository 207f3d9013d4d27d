"""The tournament search: its speed against Stockfish with the classical evaluation, time to a depth, and two threads.

One thread each, in turn, several rounds over; the best round of each counts, since other work on the machine can only
slow a round down. Both search each position for the same time with 16 megabytes of table.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import chess

from leafstrap.cli.common.native_work import speed
from leafstrap.evaluators import Evaluator, default_weights, load_evaluator
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.limits import fixed_budget
from peers import FENS, Best, stockfish, stockfish_search

BRATKO_KOPEC = (
    Path(__file__).parent.parent.parent / "shared" / "data" / "chess" / "suites" / "bratko-kopec.epd"
)


def timed(evaluator: Evaluator, threads: int, seconds: float) -> tuple[int, float]:
    """Nodes and seconds over all positions, each with a fresh memory."""
    engine = Engine(evaluator, threads=threads)
    nodes, taken = 0, 0.0
    for fen in FENS:
        engine.new_game()
        result = engine.think(Line(Position.parse(fen)), SearchRequest(budget=fixed_budget(seconds, 0)))
        nodes, taken = nodes + result.nodes, taken + result.seconds
    return nodes, taken


def seconds_to_depth(evaluator: Evaluator, fens: list[str], depth: int) -> tuple[float, int]:
    engine = Engine(evaluator)
    nodes, began = 0, time.perf_counter()
    for fen in fens:
        engine.new_game()
        nodes += engine.think(Line(Position.parse(fen)), SearchRequest(depth=depth)).nodes
    return time.perf_counter() - began, nodes


def stockfish_to_depth(engine: Any, fens: list[str], depth: int) -> tuple[float, int]:
    nodes, began = 0, time.perf_counter()
    for fen in fens:
        info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=depth), game=object())
        nodes += info["nodes"]
    return time.perf_counter() - began, nodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="a position")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument(
        "--suite", type=Path, default=BRATKO_KOPEC, help="EPD positions for the time to a depth"
    )
    parser.add_argument("--weights", type=Path, help="a weights file; the default ones if not given")
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()
    with stockfish() as peer:
        measure(options, peer)


def measure(options: argparse.Namespace, peer: chess.engine.SimpleEngine | None) -> None:
    evaluator = load_evaluator(options.weights, CHESS) if options.weights else default_weights(CHESS)
    ours, two, theirs = Best(), Best(), Best()
    for _ in range(options.rounds):
        ours.round(*timed(evaluator, 1, options.seconds))
        if peer:
            theirs.round(*stockfish_search(peer, options.seconds))
        two.round(*timed(evaluator, 2, options.seconds))

    report: dict[str, Any] = {
        "search": speed(ours.nodes, ours.seconds),
        "two_threads": speed(two.nodes, two.seconds),
        "threads_ratio": two.nps / ours.nps,
    }
    print(
        f"search {ours.nps / 1e6:.2f} million nodes a second, with two threads {two.nps / ours.nps:.2f} times that"
    )
    if peer:
        report |= {"stockfish": speed(theirs.nodes, theirs.seconds), "ratio": ours.nps / theirs.nps}
        print(f"stockfish {theirs.nps / 1e6:.2f}: ratio {ours.nps / theirs.nps:.2f}")
    if options.suite.exists():
        fens = [
            chess.Board.from_epd(line)[0].fen() for line in options.suite.read_text().splitlines() if line
        ]
        seconds, nodes = seconds_to_depth(evaluator, fens, options.depth)
        report["to_depth"] = {"depth": options.depth, "positions": len(fens), **speed(nodes, seconds)}
        print(f"{len(fens)} positions to depth {options.depth}: {seconds:.2f} s, {nodes:,} nodes")
        if peer:
            seconds, nodes = stockfish_to_depth(peer, fens, options.depth)
            report["stockfish_to_depth"] = speed(nodes, seconds)
            print(f"stockfish: {seconds:.2f} s, {nodes:,} nodes")
    else:
        print(f"no positions at {options.suite}: no time to depth")
    if options.json:
        print(json.dumps(report))


if __name__ == "__main__":
    main()
