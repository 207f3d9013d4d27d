"""The games, behind one face."""

from __future__ import annotations

from typing import Any

from leafstrap.errors import UsageError
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.chess import CHESS
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.games.game import Game

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


def of_features(feature_set: Any) -> Game:
    """The game whose positions a feature set sees."""
    return next(game for game in GAMES.values() if game.feature_sets.get(feature_set.name) is feature_set)


__all__ = ["GAMES", "Game", "get", "of_features"]
