"""Files of games for tests: played at random, but ended well."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from leafstrap._core import Outcome
from leafstrap.games import Game
from leafstrap.games.chess import pgn
from leafstrap.games.draughts import pdn
from leafstrap.games.result import result_text


def random_line(game: Game, seed: int, plies: int = 80) -> Any:
    """A game at random, broken off after so many plies."""
    random, line = Random(seed), game.Line()
    while line.outcome() is None and len(line) < plies:
        line.push(random.choice(line.position.legal_moves()))
    return line


def write_games(path: Path, game: Game, number: int, plies: int = 80) -> Path:
    """A file of such games; whoever has more men has won those that were broken off."""
    write: Any = {"chess": pgn, "draughts": pdn}[game.name]
    texts = []
    for seed in range(number):
        line = random_line(game, seed, plies)
        row = dict(zip(*game.feature_sets["material"].row(line.position), strict=True))
        outcome = line.outcome() or Outcome(int(sum(row.values()) > 0) - int(sum(row.values()) < 0))
        texts.append(write(line, {"Event": "test", "Result": result_text(outcome)}))
    path.write_text("".join(texts))
    return path
