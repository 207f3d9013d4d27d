"""Tables of endings whose outcome is known, for the games that have them."""

from __future__ import annotations

from functools import cache

from leafstrap.errors import UsageError
from leafstrap.games import Game, get
from leafstrap.types import Tablebase

DEFAULT = 3  # pieces: worked out in a moment
FEWEST, MOST = 2, 4
MOST_SYZYGY = 7  # pieces that anybody has made Syzygy tables of


def tablebase(game: Game, pieces: int) -> Tablebase | None:
    """Who wins with at most so many pieces; None where the game has no such tables, or none are wanted.

    >>> from leafstrap import games
    >>> tablebase(games.get("draughts"), 2).pieces
    2
    >>> tablebase(games.get("chess"), 3) is None
    True
    """
    if game.Tablebase is None or pieces == 0:
        return None
    if not FEWEST <= pieces <= MOST:
        raise UsageError(f"A tablebase has {FEWEST} to {MOST} pieces; 0 is without one.")
    return _solved(game.name, pieces)


@cache
def _solved(name: str, pieces: int) -> Tablebase:
    kind = get(name).Tablebase
    assert kind is not None
    return kind.solve(pieces)
