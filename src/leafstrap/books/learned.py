"""The book that a program writes itself: positions it has searched while playing, and how the games went.

KnightCap (section 4.1) learned to leave weak lines this way. What was searched once is played at once the next time,
unless the games from there were lost too often: then the move is given up and the position is thought over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from leafstrap.books.finding import Finding

# KnightCap's numbers, where there are any.
MOST_POSITIONS = 20_000
LAST_MOVE = 30  # later positions never come again
LEAST_DEPTH = 3  # a shallower search is no knowledge
# A stored search must have taken this share of the time that there is now; more if nothing has gone over it since.
ENOUGH = 0.25
ENOUGH_IF_STALE = 0.6


@dataclass(slots=True)
class Entry:
    """One position of the book, where the program was to move."""

    finding: Finding | None  # None: the last move was given up, and nothing was searched since
    wins: int = 0
    draws: int = 0
    losses: int = 0
    stale: bool = True  # not searched again since it was last played
    avoided: list[str] = field(default_factory=list)  # moves that were given up

    @property
    def lost_too_often(self) -> bool:
        """KnightCap's rule; it says how many games are needed: the fourth loss is the first that counts."""
        return self.losses > 1.5 * (self.wins + 2)

    def add_result(self, points: float) -> None:
        """Count a game in which the move was played; `points` are 1, 1/2 or 0 for the mover."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        if self.lost_too_often and self.finding is not None:
            self.avoided.append(self.finding.move)
            self.finding = None
            self.wins = self.draws = self.losses = 0


class LearnedBook:
    """Positions by their EPD, the one that was used longest ago first."""

    def __init__(self, entries: Mapping[str, Entry] | None = None) -> None:
        self._entries = dict(entries or {})

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[tuple[str, Entry]]:
        return iter(self._entries.items())

    def seed(self, seed: int) -> None:
        """Nothing: this book has one move a position."""

    def find(self, position: Any) -> Entry | None:
        """What is known of a position."""
        return self._entries.get(position.epd)

    def choose(self, line: Any, seconds: float = 0.0) -> Any | None:
        """The stored move, if a search of `seconds` could hardly do better and the move does not draw at once."""
        entry = self.find(line.position)
        if entry is None or entry.finding is None or not entry.finding.settled:
            return None
        needed = seconds * (ENOUGH_IF_STALE if entry.stale else ENOUGH)
        if entry.finding.depth < LEAST_DEPTH or entry.finding.seconds < needed:
            return None
        try:
            move = line.position.move(entry.finding.move)
        except ValueError:  # a file that someone has edited
            return None
        after = line.copy()
        after.push(move)
        outcome = after.outcome()
        if outcome is not None and outcome.winner is None:
            return None
        entry.stale = True
        self._touch(line.position)
        return move

    def untried(self, position: Any) -> tuple[Any, ...]:
        """The moves to search among: all but those given up; none stands for all moves."""
        entry = self.find(position)
        if entry is None or not entry.avoided:
            return ()
        return tuple(move for move in position.legal_moves() if str(move) not in entry.avoided)

    def store(self, position: Any, finding: Finding) -> None:
        """Remember a search, unless the one that is remembered for the same move went deeper and took longer."""
        if finding.depth < LEAST_DEPTH or position.fullmove_number > LAST_MOVE:
            return
        entry = self._entries.setdefault(position.epd, Entry(None))
        known = entry.finding
        if known is None or known.move != finding.move:
            entry.wins = entry.draws = entry.losses = 0
            entry.finding = finding
        elif finding.depth >= known.depth or finding.seconds >= known.seconds:
            entry.finding = finding
        self._touch(position)
        while len(self._entries) > MOST_POSITIONS:
            del self._entries[next(iter(self._entries))]

    def mark_searched(self, position: Any) -> None:
        """Note that a position was gone over since it was last played."""
        if (entry := self.find(position)) is not None:
            entry.stale = False

    def add_result(self, played: Iterable[tuple[Any, Any]], points: float) -> None:
        """Count a game: the (position, move) pairs of the program, and its points."""
        for position, move in played:
            entry = self.find(position)
            if entry is not None and entry.finding is not None and entry.finding.move == str(move):
                entry.add_result(points)

    def _touch(self, position: Any) -> None:
        self._entries[position.epd] = self._entries.pop(position.epd)
