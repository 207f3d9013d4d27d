"""What remains of a training game: its moves, how it ended, and what was learned from it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from leafstrap._core import Outcome, Side
from leafstrap.experience.rating import GlickoRating
from leafstrap.games import Game
from leafstrap.games.result import result_text
from leafstrap.learn import Update
from leafstrap.types import JsonObject, Line


@dataclass(slots=True)
class Stats:
    """Sums over the searches and updates of one game."""

    nodes: int = 0
    depth: int = 0  # of all searches together
    searches: int = 0
    positions: int = 0  # that the weights were moved for
    abs_error: float = 0.0
    squared_error: float = 0.0

    def searched(self, nodes: int, depth: int) -> None:
        """Count a search."""
        self.searches += 1
        self.nodes += nodes
        self.depth += depth

    def add(self, other: Stats) -> None:
        """Count what another has counted."""
        self.nodes += other.nodes
        self.depth += other.depth
        self.searches += other.searches
        self.positions += other.positions
        self.abs_error += other.abs_error
        self.squared_error += other.squared_error

    def learned(self, update: Update) -> None:
        """Count an update."""
        self.positions += update.positions
        self.abs_error += update.abs_error
        self.squared_error += update.squared_error


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a game against somebody else was for the learner."""

    rating: GlickoRating  # the learner's, this game included
    points: float | None  # the learner's in this game, from 0 to 1; None: without a result
    opponent_rating: float
    replies: int  # of the opponent, where the learner expected one
    predicted: int  # of these: the ones it expected

    def summary(self) -> JsonObject:
        """What the metrics of a run say about it."""
        return {
            "rating": round(self.rating.points, 2),
            "rating_deviation": round(self.rating.deviation, 2),
            "opponent_rating": self.opponent_rating,
            "replies": self.replies,
            "predicted": self.predicted,
        }


@dataclass(frozen=True, slots=True)
class GameUnderWay:
    """A game that is being played or followed. Its line grows while somebody looks at it: take a copy."""

    line: Line
    names: tuple[str, str]  # first, second


class TrainingRecord(Protocol):
    """What a run writes down of a finished game, or of a lot of games."""

    stats: Stats
    meeting: Meeting | None
    events: tuple[str, ...]

    @property
    def games(self) -> int:
        """How many it stands for."""

    def text(self, game: Game, event: str) -> str | None:
        """The game, or the first of the batch, as the record of an event; None where it is not written down."""

    def summary(self) -> JsonObject:
        """What the metrics of a run say about it."""


@dataclass(slots=True)
class GameRecord:
    """A finished training game."""

    number: int
    line: Line
    outcome: Outcome | None  # None: broken off because it became too long
    learner: Side | None  # None: both sides learned
    opponent: str
    explored: int  # moves that were played at random
    seconds: float
    stats: Stats
    meeting: Meeting | None = None  # None: both sides were the learner
    events: tuple[str, ...] = ()  # what went wrong with opponents

    @property
    def games(self) -> int:
        """Itself."""
        return 1

    def headers(self, event: str) -> dict[str, str]:
        """The tags of the game's record."""
        white = "learner" if self.learner in (None, Side.first) else self.opponent
        black = "learner" if self.learner in (None, Side.second) else self.opponent
        names = {"Event": event, "Round": str(self.number + 1), "White": white, "Black": black}
        return {**names, "Result": result_text(self.outcome)}

    def text(self, game: Game, event: str) -> str | None:
        """The game's record."""
        return game.write_record(self.line, self.headers(event))

    def summary(self) -> JsonObject:
        """What the metrics of a run say about the game."""
        stats = self.stats
        positions, searches = max(stats.positions, 1), max(stats.searches, 1)
        figures = {
            "number": self.number,
            "result": None if self.outcome is None else self.outcome.points,
            "plies": len(self.line),
            "explored": self.explored,
            "searches": stats.searches,
            "nodes": stats.nodes,
            "mean_depth": stats.depth / searches,
            "positions": stats.positions,
            "mean_error": stats.abs_error / positions,
            "rms_error": math.sqrt(stats.squared_error / positions),
            "seconds": round(self.seconds, 6),
        }
        if self.meeting is None:
            return figures
        return {**figures, "opponent": self.opponent, **self.meeting.summary()}


def score(outcome: Outcome, side: Side) -> float:
    """The points of `side` in a game, from 0 to 1."""
    return {None: 0.5, side: 1.0, side.other: 0.0}[outcome.winner]
