"""A recipe that has been found to make sense for a game: what a run needs to know of its parts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import StopFlag
from leafstrap.experience import Standing
from leafstrap.games import Game
from leafstrap.players import Player
from leafstrap.runs.modular_builder import ModularBuilder
from leafstrap.runs.recipe import Recipe
from leafstrap.runs.searching_builder import SearchingBuilder
from leafstrap.runs.weight_store import Snapshot, WeightStore
from leafstrap.runs.workers import Experience
from leafstrap.search import Limits


class Builder(Protocol):
    """The parts of a recipe; what it makes is made anew at every call."""

    @property
    def game(self) -> Game:
        """What is played."""

    @property
    def recipe(self) -> Recipe:
        """What it was made of."""

    @property
    def architecture(self) -> Any:
        """What the weights mean: a feature set, or a form of networks."""

    @property
    def limits(self) -> Limits:
        """How far it looks ahead."""

    def prepared(self, model: Path, note: Callable[[str], None], stop: StopFlag) -> Builder | None:
        """The same with all that has to be made before the first game, at `model`; None if stopped before."""

    def initial_weights(self) -> NDArray[np.float64]:
        """The weights before the first game."""

    def weight_store(self, start: Snapshot) -> WeightStore[Any]:
        """The weights that the games of the run share, as they were at some moment."""

    def initial_rating(self) -> float | None:
        """The learner's rating before the first game; None where nobody is rated."""

    def experience(self, weights: WeightStore[Any], standing: Standing | None, stop: StopFlag) -> Experience:
        """A source of games for one thread."""

    def player(self, name: str, weights: NDArray[np.float64]) -> Player:
        """A player with weights of this run, as it plays in training."""

    def weights_content(self, weights: NDArray[np.float64], games: int) -> bytes:
        """The content of a weights file of this run."""


def make_builder(game: Game, recipe: Recipe) -> Builder:
    """Look up everything the recipe names, or raise an error that says what there is no such thing as."""
    if recipe.evaluator.kind == "networks":
        return ModularBuilder.of(game, recipe)
    return SearchingBuilder.of(game, recipe)
