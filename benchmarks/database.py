"""Learning from a file of games: one pass of a network over it, beside reading it with the `chess` library.

Ours opens the file, reads every game, finds the general features of Wiering et al. in every position and teaches a
network of 80 hidden units. The peer reads with `chess.pgn` and finds the same features in Python, as
`tests/support/naive_wiering.py` writes them, and teaches nobody; that both find the same is checked. Seconds are those
of the processor. Without a file the games are random ones.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import chess
import chess.pgn
import numpy as np

from leafstrap._core import Outcome
from leafstrap.games.chess import CHESS, Line, Position, pgn
from leafstrap.games.result import result_text
from leafstrap.recipes import library
from leafstrap.training import Run

FEATURES = CHESS.feature_sets["general"]


def random_games(count: int) -> str:
    """Games at random, as PGN."""
    random, texts = Random(1), []
    for _ in range(count):
        line = Line()
        while line.outcome() is None and len(line) < 120:
            line.push(random.choice(line.position.legal_moves()))
        texts.append(pgn(line, {"Result": result_text(line.outcome() or Outcome(0))}))
    return "".join(texts)


def first_games(text: str, count: int) -> str:
    starts = [found.start() for found in re.finditer(r"^\[Event ", text, re.MULTILINE)]
    return text[: starts[count]] if len(starts) > count else text


def learned(text: str, folder: Path) -> tuple[int, float]:
    """Games and seconds of a run over the text."""
    file = folder / "games.pgn"
    file.write_text(text, encoding="utf-8")
    changes = [f"experience.database={file}", "run.workers=1", "run.final_games=0"]
    run = Run.create(folder / "run", "chess", library.load("wiering-chess-a", changes))
    began = time.process_time()
    games = run.train(quiet=True).state.counters.games
    return games, time.process_time() - began


def read_by_peer(text: str) -> tuple[int, float, list[tuple[str, dict[str, float]]]]:
    """Games and seconds of the peer, and what it found in each position."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from support.naive_wiering import general_inputs

    file, games, found = io.StringIO(text), 0, []
    began = time.process_time()
    while (game := chess.pgn.read_game(file)) is not None:
        games += 1
        board = game.board()
        for move in game.mainline_moves():
            found.append((board.fen(), general_inputs(board)))
            board.push(move)
    return games, time.process_time() - began, found


def check(found: list[tuple[str, dict[str, float]]]) -> None:
    """Both find the same features in the same positions."""
    for fen, inputs in found:
        position = Position.parse(fen)
        ours = np.zeros(FEATURES.size)
        indices, values = FEATURES.row(position)
        ours[indices] = position.turn.sign * values
        if ours.tolist() != [inputs[name] for name in FEATURES.names]:
            raise SystemExit(f"the two find different features in {fen}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="games in PGN")
    parser.add_argument("--games", type=int, default=1000, help="that ours learns from")
    parser.add_argument("--peer-games", type=int, default=50)
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()
    whole = (
        random_games(options.games) if options.file is None else options.file.read_text("utf-8", "replace")
    )
    with tempfile.TemporaryDirectory() as folder:
        games, seconds = learned(first_games(whole, options.games), Path(folder))
    peer_games, peer_seconds, found = read_by_peer(first_games(whole, options.peer_games))
    check(found)
    ours, peer = games / seconds, peer_games / peer_seconds
    print(
        f"ours: {ours:.0f} games a second; chess.pgn: {peer:.1f}, without learning; ratio {ours / peer:.0f}"
    )
    print(f"the same features in {len(found)} positions")
    if options.json:
        print(json.dumps({"ours": ours, "peer": peer, "ratio": ours / peer, "positions": len(found)}))


if __name__ == "__main__":
    main()
