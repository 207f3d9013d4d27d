"""Draughts beside its peers, one thread each: perft, and the tournament search with patterns and with a network.

Perft is measured beside our own chess and py-draughts, searches beside Stockfish on chess with its classical
evaluation. The best round of each counts. (The name of this file is not `draughts`, which would hide the package.)
"""

from __future__ import annotations

import argparse
import time

from leafstrap.evaluators import Evaluator, NetworkArchitecture, default_weights
from leafstrap.games import chess, draughts
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.limits import fixed_budget
from peers import Best, stockfish, stockfish_search

START = "W:W31-50:B1-20"
RANDOM178 = "B:W6,9,10,11,20-23,30,K31,33,37,41-44,46:BK17,K24"
MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def counted(position: chess.Position | draughts.Position, depth: int) -> tuple[int, float]:
    """Nodes and seconds of a perft."""
    began = time.perf_counter()
    return position.perft(depth), time.perf_counter() - began


def peer_perft(depth: int) -> tuple[int, float] | None:
    """The same by py-draughts, from the start."""
    try:
        from draughts.boards.standard import Board
    except ImportError:
        return None

    def count(board: Board, left: int) -> int:
        moves = list(board.legal_moves)
        if left == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += count(board, left - 1)
            board.pop()
        return total

    began = time.perf_counter()
    return count(Board(), depth), time.perf_counter() - began


def searched(evaluator: Evaluator, seconds: float) -> tuple[int, float]:
    """Nodes and seconds over all positions of the suite, each with a fresh memory."""
    engine = Engine(evaluator)
    nodes, taken = 0, 0.0
    for fen in draughts.BENCH.search:
        engine.new_game()
        line = draughts.Line(draughts.Position.parse(fen))
        result = engine.think(line, SearchRequest(budget=fixed_budget(seconds, 0)))
        nodes, taken = nodes + result.nodes, taken + result.seconds
    return nodes, taken


def network(hidden: int) -> Evaluator:
    """NN4 of Wiering et al. with random weights: it costs what it would if it had learned something."""
    settings = {"features": "wiering", "hidden": [hidden], "activation": "symmetric"}
    architecture = NetworkArchitecture.of(draughts.DRAUGHTS, settings)
    return Evaluator(architecture, architecture.initial_weights("random", seed=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="a position")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    start, middle, chess_start, peer = Best(), Best(), Best(), Best()
    patterns, nets, other = Best(), Best(), Best()
    weights, learned = default_weights(draughts.DRAUGHTS), network(80)
    with stockfish() as engine:
        for _ in range(options.rounds):
            start.round(*counted(draughts.Position.parse(START), 9))
            middle.round(*counted(draughts.Position.parse(RANDOM178), 8))
            chess_start.round(*counted(chess.Position(), 6))
            if (found := peer_perft(5)) is not None:
                peer.round(*found)
            patterns.round(*searched(weights, options.seconds))
            nets.round(*searched(learned, options.seconds))
            if engine is not None:
                other.round(*stockfish_search(engine, options.seconds))
    for name, best in (("the start", start), ("Random178", middle)):
        ratio = best.nps / chess_start.nps
        print(f"perft from {name}: {best.nps / 1e6:.1f} million a second, {ratio:.2f} x our chess", end="")
        print(f", {best.nps / peer.nps:.0f} x py-draughts" if peer.nodes else "")
    print(f"search with patterns: {patterns.nps / 1e6:.2f} million nodes a second", end="")
    print(f", {patterns.nps / other.nps:.2f} x Stockfish on chess" if other.nodes else "")
    print(f"search with a network of 80 units: {nets.nps / patterns.nps:.2f} of that with patterns")


if __name__ == "__main__":
    main()
