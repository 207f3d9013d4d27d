"""The games, behind one face."""

from __future__ import annotations

from typing import Any

from leafstrap.errors import UsageError
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.chess import CHESS
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.games.game import Classifier, Game

GAMES: dict[str, Game] = {game.name: game for game in (CHESS, DRAUGHTS, BACKGAMMON)}


def get(name: str) -> Game:
    """The game of that name.

    >>> get("chess").name
    'chess'
    """
    try:
        return GAMES[name]
    except KeyError:
        raise UsageError(f"there is no game '{name}'; choose one of: {', '.join(GAMES)}") from None


__all__ = ["GAMES", "Classifier", "Game", "get"]
