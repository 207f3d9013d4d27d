"""The weights that come along, for everyone who has not learned any yet."""

from __future__ import annotations

from importlib.resources import as_file, files

from leafstrap.errors import WeightsError
from leafstrap.evaluators.linear import Linear
from leafstrap.evaluators.weights_file import load_linear
from leafstrap.games import Game

FILES = {"chess": "chess-meep.safetensors"}


def default_weights(game: Game) -> Linear:
    """The weights that come with Leafstrap for a game.

    >>> from leafstrap import games
    >>> default_weights(games.get("chess")).feature_set.name
    'meep'
    """
    if game.name not in FILES:
        raise WeightsError(f"No weights for {game.name} come with Leafstrap: name a weights file.")
    with as_file(files("leafstrap.weights").joinpath(FILES[game.name])) as path:
        return load_linear(path, game)
