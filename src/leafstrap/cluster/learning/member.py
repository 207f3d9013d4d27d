"""A worker as the weight server knows it: what it has done, how it is, what it may still do."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field

from leafstrap.cluster.learning.messages import Card, Task
from leafstrap.training.weight_store import Snapshot
from leafstrap.types import JsonObject

WINDOW = 30.0  # seconds over which games a second are measured


@dataclass(slots=True)
class Assignment:
    """A game, or a batch of games, that is being played."""

    number: int
    most: int
    since: float
    moves: int | None = None
    applied: int = 0  # updates of it that have been applied
    stale: int = 0  # that came too late


@dataclass(slots=True)
class Staleness:
    """How many updates of others came between what a worker saw and what it sent, over many updates."""

    updates: int = 0
    total: int = 0
    largest: int = 0

    def count(self, stale: int, updates: int = 1) -> None:
        """Take in updates that are equally stale."""
        self.updates += updates
        self.total += stale * updates
        self.largest = max(self.largest, stale)

    @property
    def mean(self) -> float:
        """Per update."""
        return self.total / self.updates if self.updates else 0.0


@dataclass(slots=True)
class Member:
    """One of the workers."""

    card: Card
    label: str
    heard: float = field(default_factory=time.monotonic)
    sequence: int = 0  # of its last parcel
    answer: Task | None = None  # to that
    playing: Assignment | None = None
    version: int = -1  # of the weights it has
    own: int = 0  # updates of its own since then
    change: int = -1  # of the server's arrays, after which its own were the same
    base: Snapshot | None = None  # how they were then, if it learns on in them
    games: int = 0
    refused_stale: int = 0
    nonsense: int = 0  # updates that are no numbers
    staleness: Staleness = field(default_factory=Staleness)
    left_out: str = ""  # why it may not play any more
    silent: bool = False
    gone: bool = False  # its process has ended
    _finished: deque[tuple[float, int]] = field(default_factory=deque)

    @property
    def state(self) -> str:
        """In a word."""
        if self.left_out:
            return "left out"
        if self.gone:
            return "died"
        if self.silent:
            return "silent"
        return "waiting" if self.playing is None else "playing"

    def finish(self, games: int) -> None:
        """Count games."""
        self.games += games
        self._finished.append((time.monotonic(), games))

    def rate(self) -> float:
        """Games a second."""
        now = time.monotonic()
        while self._finished and self._finished[0][0] < now - WINDOW:
            self._finished.popleft()
        if not self._finished:
            return 0.0
        span = min(WINDOW, max(now - self._finished[0][0], 1.0))
        return sum(games for _, games in self._finished) / span

    def row(self) -> JsonObject:
        """Its line of the table of workers."""
        return {
            "worker": self.label,
            "node": self.card.host,
            "pid": self.card.pid,
            "cores": 1,
            "games": self.games,
            "games_per_second": round(self.rate(), 3),
            "updates": self.staleness.updates,
            "staleness": round(self.staleness.mean, 2),
            "refused_stale": self.refused_stale,
            "refused_nonsense": self.nonsense,
            "state": self.state,
            "reason": self.left_out,
        }
