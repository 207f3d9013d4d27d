"""The games, behind one face; a package of others adds one through the entry points `leafstrap.games`."""

from __future__ import annotations

from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.boards.view import View
from leafstrap.games.chess import CHESS
from leafstrap.games.draughts import DRAUGHTS
from leafstrap.games.game import (
    TRAINING_SEARCHES,
    Classifier,
    Game,
    TrainingSearch,
    Wording,
    mover_networks,
    stage_classifiers,
)
from leafstrap.registry import Registry

GAMES: Registry[Game] = Registry(group="leafstrap.games", noun="game", part_type=Game)
for _game in (CHESS, DRAUGHTS, BACKGAMMON):
    GAMES.register(_game.name, _game)


def get(name: str) -> Game:
    """The game of that name.

    >>> get("chess").name
    'chess'
    """
    return GAMES.get(name)


__all__ = [
    "GAMES",
    "TRAINING_SEARCHES",
    "Classifier",
    "Game",
    "TrainingSearch",
    "View",
    "Wording",
    "get",
    "mover_networks",
    "stage_classifiers",
]
