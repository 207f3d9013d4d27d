"""The training alpha-beta, the evaluation and the TreeStrap update, against Stockfish with its classical evaluation.

One thread each, in turn, several rounds over; the best round of each counts, since other work on the machine can
only slow a round down. Stockfish searches each position for as long as ours took. What it spends on its evaluation
alone it does not tell, so ours is compared with the speed of its whole search.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from leafstrap.cli.common.native_work import speed
from leafstrap.evaluators import LinearArchitecture, load_weights
from leafstrap.games.chess import CHESS, Line, Position
from peers import FENS, Best, stockfish, stockfish_search


def weights(meep: LinearArchitecture, path: Path | None) -> Any:
    """Learned weights, or material with something small on every other feature, as learning might leave it."""
    if path:
        return load_weights(path, meep)
    noise = np.random.default_rng(0).normal(0, 0.1, meep.size)
    return meep.initial_weights("material") + noise


def look(search: Any, evaluator: Any, depth: int) -> tuple[int, float, float]:
    """Nodes and seconds of the searches, seconds of what is learned from them."""
    nodes, searching, learning = 0, 0.0, 0.0
    for fen in FENS:
        result = search.run(evaluator, Line(Position.parse(fen)), depth=depth)
        nodes, searching = nodes + result.nodes, searching + result.seconds
        began = time.perf_counter()
        search.delta()
        learning += time.perf_counter() - began
    return nodes, searching, learning


def evaluate(evaluator: Any, count: int = 200_000) -> tuple[int, float]:
    """Positions a few random moves away from those that are searched."""
    rng = np.random.default_rng(1)
    positions: list[Position] = []
    while len(positions) < 2000:
        line = Line(Position.parse(FENS[rng.integers(len(FENS))]))
        while line.outcome() is None and len(line.moves) < 10:
            moves = line.position.legal_moves()
            line.push(moves[rng.integers(len(moves))])
            positions.append(line.position)
    positions *= count // len(positions)
    began = time.perf_counter()
    evaluator.values(positions)
    return len(positions), time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--weights", type=Path, help="a weights file for the feature set meep")
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()

    meep = LinearArchitecture.of(CHESS, {"features": "meep"})
    evaluator = meep.snapshot(weights(meep, options.weights))
    search = CHESS.searches["alphabeta"].make(meep.core, 20)

    ours, evaluation, peer = Best(), Best(), Best()
    share = float("inf")
    with stockfish() as engine:
        for _ in range(options.rounds):
            nodes, searching, learning = look(search, evaluator, options.depth)
            ours.round(nodes, searching)
            share = min(share, learning / searching)
            evaluation.round(*evaluate(evaluator))
            if engine:
                peer.round(*stockfish_search(engine, searching / len(FENS)))

    report: dict[str, Any] = {
        "search": speed(ours.nodes, ours.seconds),
        "evaluation": speed(evaluation.nodes, evaluation.seconds),
        "update_share": share,
    }
    print(f"search {ours.nps / 1e6:.2f}, evaluation {evaluation.nps / 1e6:.2f} million nodes a second")
    print(f"the update takes {share:.0%} of the time of its search")
    if engine:
        report["stockfish"] = speed(peer.nodes, peer.seconds)
        report["search_ratio"] = ours.nps / peer.nps
        report["evaluation_ratio"] = evaluation.nps / peer.nps
        print(f"stockfish's search {peer.nps / 1e6:.2f} million nodes a second")
        print(f"ratios: search {report['search_ratio']:.2f}, evaluation {report['evaluation_ratio']:.2f}")
    if options.json:
        print(json.dumps(report))


if __name__ == "__main__":
    main()
