"""Watching: the learner follows games of a database (Wiering et al., sections 2 and 5).

Rules that learn from the positions on the board alone see nothing else; the others look ahead from each position, as
they would in a game of their own, and the move that was played follows.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from leafstrap._core import Outcome
from leafstrap.experience.database import Database
from leafstrap.experience.learning_player import LearningPlayer, follow
from leafstrap.experience.record import GameUnderWay, Meeting, Stats
from leafstrap.games import Game
from leafstrap.types import JsonObject, Line


@dataclass(slots=True)
class WatchedGame:
    """A game of a database that was learned from; it is written down there already."""

    number: int
    outcome: Outcome
    plies: int
    seconds: float
    stats: Stats
    events: tuple[str, ...] = ()
    meeting: Meeting | None = None

    @property
    def games(self) -> int:
        """Itself."""
        return 1

    def text(self, game: Game, event: str) -> str | None:
        """Nothing, as it is written down in the database."""
        return None

    def summary(self) -> JsonObject:
        """What the metrics of a run say about the game."""
        stats, positions = self.stats, max(self.stats.positions, 1)
        return {
            "number": self.number,
            "result": self.outcome.points,
            "plies": self.plies,
            "nodes": stats.nodes,
            "positions": stats.positions,
            "mean_error": stats.abs_error / positions,
            "rms_error": math.sqrt(stats.squared_error / positions),
            "seconds": round(self.seconds, 6),
        }


class Watching:
    """Games of a database, one after the other in one thread."""

    def __init__(self, player: LearningPlayer, database: Database, *, quiet: bool) -> None:
        self._player = player
        self._database = database
        self._quiet = quiet
        self._under_way: GameUnderWay | None = None

    def play(self, number: int, random: Random, most: int = 1) -> WatchedGame | None:
        """Follow one game and learn from it; None when it was broken off because the run is being stopped."""
        began = time.monotonic()
        written = self._database.game(number)
        line, outcome = written.line, written.outcome
        assert outcome is not None  # others are left out of a database
        tags = dict(getattr(written, "tags", ()))  # games that an expert plays for us have none
        self._under_way = GameUnderWay(line, (tags.get("White", "?"), tags.get("Black", "?")))
        self._player.begin(None, random, number)
        if (
            follow(
                self._player,
                line,
                usable_positions(self._player, self._database.kind, line, quiet=self._quiet),
            )
            is None
        ):
            return None
        self._player.end(outcome)
        events = tuple(self._database.faults()) if number == 0 else ()
        return WatchedGame(number, outcome, len(line), time.monotonic() - began, self._player.stats, events)

    def moves_under_way(self) -> int | None:
        """Of the game that is being played or followed."""
        return self._player.stats.searches

    def game_under_way(self) -> GameUnderWay | None:
        """The game that is being followed, all of it."""
        return self._under_way

    def close(self) -> None:
        """Nothing to give back."""


def usable_positions(player: LearningPlayer, game: Game, line: Line, *, quiet: bool) -> Sequence[bool]:
    """Which positions of a line the learner is shown; a rule that chooses among them itself is shown all."""
    if quiet and game.quiet_positions is not None and not player.sees_every_board:
        return game.quiet_positions(line)
    return [True] * len(line)
