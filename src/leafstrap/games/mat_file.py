"""A file of `.mat` games to learn from, each to be had by its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap._core import Outcome
from leafstrap._core.backgammon import Line
from leafstrap.games.mat_game import MatError, MatGame
from leafstrap.games.mat_reader import read_mat

MOST_FAULTS = 20  # that are named; the others are counted


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """The moves of a game, and how it ended."""

    line: Line
    outcome: Outcome
    tags: Sequence[tuple[str, str]] = ()  # the players as in the records of other games


class MatFile:
    """The games of a file that are whole and have a result.

    A game that was given up counts one point: the cube says nothing about the positions on the board.
    """

    def __init__(self, path: str) -> None:
        faults: list[MatError] = []
        found = list(read_mat(Path(path).read_bytes().decode("utf-8", errors="replace"), faults))
        games = [_recorded(game) for game in found]
        self._games = [game for game in games if game is not None]
        self.faults = [(fault.number, fault.reason) for fault in faults[:MOST_FAULTS]]
        self.broken = len(faults)
        self.without_result = games.count(None)

    def __len__(self) -> int:
        return len(self._games)

    def game(self, number: int) -> RecordedGame:
        """One of them."""
        return self._games[number]


def _recorded(game: MatGame) -> RecordedGame | None:
    outcome = game.line.outcome()
    if outcome is None and game.points:
        outcome = Outcome(1 if game.points > 0 else -1)
    if outcome is None or not len(game.line):
        return None
    first, second = game.players
    return RecordedGame(game.line, outcome, [*game.headers.items(), ("White", first), ("Black", second)])
