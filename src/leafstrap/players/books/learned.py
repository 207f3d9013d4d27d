"""The book that a program writes itself: positions it has searched while playing, and how the games went.

KnightCap (section 4.1) learned to leave weak lines this way. What was searched once is played at once the next time,
unless the games from there were lost too often: then the move is given up and the position is thought over. While
nobody plays, what was played is searched again, for twice the time: KnightCap did so between games and called it
mulling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from leafstrap._core import SearchControl
from leafstrap.games.chess import Line as ChessLine
from leafstrap.games.chess import Position as ChessPosition
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.limits import Budget
from leafstrap.search.native import TournamentResult, Variation
from leafstrap.types import Line, Move, Position

MATE = 100_000  # centipawns; a mate is worth so much, less the plies until then
# KnightCap's numbers, where there are any.
MOST_POSITIONS = 20_000
LAST_MOVE = 30  # later positions never come again
LEAST_DEPTH = 3  # a shallower search is no knowledge
# A stored search must have taken this share of the time that there is now; more if nothing has gone over it since.
ENOUGH = 0.25
ENOUGH_IF_STALE = 0.6
LEAST_SECONDS = 0.1  # of a search that goes over a position again
MOST_SECONDS = 120.0  # KnightCap's


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search found out about a position: a move, and bounds on its worth to the mover, in centipawns."""

    move: str
    low: int | None  # None: no lower bound is known
    high: int | None
    depth: int
    seconds: float

    @classmethod
    def of(cls, result: TournamentResult) -> Finding:
        """The finding of a search."""
        best = result.lines[0]
        worth = _worth(best)
        low = None if best.bound == "upper" else worth
        high = None if best.bound == "lower" else worth
        return cls(str(result.move), low, high, result.depth, result.seconds)

    @property
    def settled(self) -> bool:
        """Whether the bounds meet."""
        return self.low is not None and self.low == self.high


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

    def find(self, position: Position) -> Entry | None:
        """What is known of a position."""
        return self._entries.get(_epd(position))

    def choose(self, line: Line, seconds: float = 0.0) -> Move | None:
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

    def untried(self, position: Position) -> tuple[Move, ...]:
        """The moves to search among: all but those given up; none stands for all moves."""
        entry = self.find(position)
        if entry is None or not entry.avoided:
            return ()
        return tuple(move for move in position.legal_moves() if str(move) not in entry.avoided)

    def store(self, position: Position, finding: Finding) -> None:
        """Remember a search, unless the one that is remembered for the same move went deeper and took longer."""
        if finding.depth < LEAST_DEPTH or cast("ChessPosition", position).fullmove_number > LAST_MOVE:
            return
        entry = self._entries.setdefault(_epd(position), Entry(None))
        known = entry.finding
        if known is None or known.move != finding.move:
            entry.wins = entry.draws = entry.losses = 0
            entry.finding = finding
        elif finding.depth >= known.depth or finding.seconds >= known.seconds:
            entry.finding = finding
        self._touch(position)
        while len(self._entries) > MOST_POSITIONS:
            del self._entries[next(iter(self._entries))]

    def mark_searched(self, position: Position) -> None:
        """Note that a position was gone over since it was last played."""
        if (entry := self.find(position)) is not None:
            entry.stale = False

    def add_result(self, played: Iterable[tuple[Position, Move]], points: float) -> None:
        """Count a game: the (position, move) pairs of the program, and its points."""
        for position, move in played:
            entry = self.find(position)
            if entry is not None and entry.finding is not None and entry.finding.move == str(move):
                entry.add_result(points)

    def _touch(self, position: Position) -> None:
        epd = _epd(position)
        self._entries[epd] = self._entries.pop(epd)


def next_position(book: LearnedBook) -> str | None:
    """The EPD to go over next: one that was played since it was last searched, the latest one first."""
    waiting = [epd for epd, entry in book if entry.stale and entry.finding is not None]
    return waiting[-1] if waiting else None


def research_next(book: LearnedBook, engine: Engine, control: SearchControl | None = None) -> Finding | None:
    """Search the next position again and remember what comes out; None if there is none.

    A search that the control has stopped leaves the book as it was.
    """
    epd = next_position(book)
    if epd is None:
        return None
    position = ChessPosition.parse(epd)
    entry = book.find(position)
    known = entry.finding.seconds if entry and entry.finding else 0.0
    seconds = min(max(2 * known, LEAST_SECONDS), MOST_SECONDS)
    engine.new_game()
    request = SearchRequest(budget=Budget(hard=seconds), moves=book.untried(position))
    found = Finding.of(engine.think(ChessLine(position), request, control))
    if control is None or not control.stopped:
        book.store(position, found)
        book.mark_searched(position)
    return found


def _epd(position: Position) -> str:
    return cast("ChessPosition", position).epd


def _worth(variation: Variation) -> int:
    if variation.mate is None:
        return variation.score
    return (MATE - 2 * abs(variation.mate)) * (1 if variation.mate > 0 else -1)
