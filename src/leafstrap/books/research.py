"""Going over a learned book while nobody plays: what was played is searched again, for twice the time.

KnightCap did so between games and called it mulling.
"""

from __future__ import annotations

from collections.abc import Callable

from leafstrap._core import SearchControl
from leafstrap.books.finding import Finding
from leafstrap.books.learned import LearnedBook
from leafstrap.games.chess import Line, Position
from leafstrap.search.engine import Assignment, Engine
from leafstrap.search.time_management import Budget

LEAST_SECONDS = 0.1
MOST_SECONDS = 120.0  # KnightCap's


def next_position(book: LearnedBook) -> str | None:
    """The EPD to go over next: one that was played since it was last searched, the latest one first."""
    waiting = [epd for epd, entry in book if entry.stale and entry.finding is not None]
    return waiting[-1] if waiting else None


def research(
    book: LearnedBook, engine: Engine, stopped: Callable[[], bool], control: SearchControl | None = None
) -> int:
    """Go over the book until nothing is left or it is `stopped`; gives the number of positions.

    A search that was broken off by the control leaves the book as it was.
    """
    count = 0
    while not stopped() and (epd := next_position(book)) is not None:
        position = Position.parse(epd)
        result = _search_again(book, position, engine, control)
        if stopped():
            break
        book.store(position, result)
        book.mark_searched(position)
        count += 1
    return count


def _search_again(
    book: LearnedBook, position: Position, engine: Engine, control: SearchControl | None
) -> Finding:
    entry = book.find(position)
    known = entry.finding.seconds if entry and entry.finding else 0.0
    seconds = min(max(2 * known, LEAST_SECONDS), MOST_SECONDS)
    engine.new_game()
    assignment = Assignment(budget=Budget(hard=seconds), moves=book.untried(position))
    return Finding.of(engine.think(Line(position), assignment, control))
