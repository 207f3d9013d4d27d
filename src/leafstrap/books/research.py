"""Going over a learned book while nobody plays: what was played is searched again, for twice the time.

KnightCap did so between games and called it mulling.
"""

from __future__ import annotations

from leafstrap._core import SearchControl
from leafstrap.books.finding import Finding
from leafstrap.books.learned import LearnedBook
from leafstrap.games.chess import Line, Position
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.search.limits import Budget

LEAST_SECONDS = 0.1
MOST_SECONDS = 120.0  # KnightCap's


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
    position = Position.parse(epd)
    entry = book.find(position)
    known = entry.finding.seconds if entry and entry.finding else 0.0
    seconds = min(max(2 * known, LEAST_SECONDS), MOST_SECONDS)
    engine.new_game()
    request = SearchRequest(budget=Budget(hard=seconds), moves=book.untried(position))
    found = Finding.of(engine.think(Line(position), request, control))
    if control is None or not control.stopped:
        book.store(position, found)
        book.mark_searched(position)
    return found
