"""The default weights, for everyone who has not learned any yet."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import TypeVar

from leafstrap.errors import WeightsError
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.modular import ModularEvaluator
from leafstrap.evaluators.weights_file import load_linear, load_networks
from leafstrap.games import Game

FILES = {
    "chess": "chess-meep.safetensors",
    "draughts": "draughts-patterns.safetensors",
    "backgammon": "backgammon-large.safetensors",
}

Loaded = TypeVar("Loaded")


def default_weights(game: Game) -> Linear:
    """The weights that come with Leafstrap for a game.

    >>> from leafstrap import games
    >>> default_weights(games.get("chess")).feature_set.name
    'meep'
    """
    return _load(game, load_linear)


def default_networks(game: Game) -> ModularEvaluator:
    """The networks that come with Leafstrap for a game."""
    return _load(game, load_networks)


def _load(game: Game, load: Callable[[Path, Game], Loaded]) -> Loaded:
    if game.name not in FILES:
        raise WeightsError(f"No weights for {game.name} come with Leafstrap: name a weights file.")
    with as_file(files("leafstrap.weights").joinpath(FILES[game.name])) as path:
        return load(path, game)
