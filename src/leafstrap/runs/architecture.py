"""What the weights of a run mean."""

from __future__ import annotations

from typing import Any

from leafstrap.errors import RecipeError
from leafstrap.evaluators import ModularArchitecture, NetworkArchitecture
from leafstrap.games import Game
from leafstrap.runs.recipe import Recipe


def architecture_of(game: Game, recipe: Recipe) -> Any:
    """The feature set, or the form of networks, that a recipe names; a RecipeError if the game has no such thing."""
    evaluator = recipe.evaluator
    if evaluator.kind == "networks":
        if not game.dice:
            raise RecipeError(
                f"evaluator.kind networks is for backgammon: for {game.name} there is evaluator.kind network."
            )
        return ModularArchitecture.of(
            evaluator.architecture, evaluator.hidden, evaluator.activation, evaluator.outputs
        )
    if not game.feature_sets:
        raise RecipeError(
            f"{game.name} is learned by networks: choose a recipe with evaluator.kind networks."
        )
    if evaluator.features not in game.feature_sets:
        sets = ", ".join(game.feature_sets)
        raise RecipeError(f"evaluator.features is {evaluator.features!r}, but {game.name} has only {sets}.")
    if evaluator.kind == "network":
        staged = evaluator.stages == "each"
        return NetworkArchitecture.of(
            game, evaluator.features, evaluator.hidden, evaluator.activation, staged=staged
        )
    return game.feature_sets[evaluator.features]
