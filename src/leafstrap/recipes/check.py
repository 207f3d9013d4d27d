"""What a recipe can and cannot say as a whole: a setting that would be ignored is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leafstrap.errors import RecipeError
from leafstrap.learn.catalogue import TEMPORAL
from leafstrap.runs.modular_recipe import check_networks

if TYPE_CHECKING:
    from leafstrap.runs.recipe import Recipe

LIMITS = ("depth", "nodes", "movetime", "clock")
OPPONENTS = ("opponent", "pool", "database")


def check_recipe(recipe: Recipe) -> None:
    """Check what no single setting can tell: which of them need or exclude each other."""
    check_networks(recipe)
    limits = [key for key in LIMITS if getattr(recipe.search, key) is not None]
    if not limits:
        raise RecipeError("search has no limit: give it a depth, nodes, movetime or clock.")
    if "movetime" in limits and "clock" in limits:
        raise RecipeError("search.movetime and search.clock exclude each other.")
    if recipe.backup.get("name") == "td" and (limits != ["depth"] or recipe.search.depth != 1):
        raise RecipeError("td looks one ply ahead: set search.depth to 1, or backup.name to td-directed.")
    rule = recipe.backup["name"]
    tree = rule == "treestrap-ab" and recipe.search.variant == "tournament"
    if (
        recipe.search.variant != "training"
        and rule not in ("td-leaf", "td-root", "td-directed", "ebnn")
        and not tree
    ):
        raise RecipeError(
            f"{rule} cannot learn with search.variant {recipe.search.variant}: td-leaf, td-root, td-directed "
            "and ebnn can, and treestrap-ab with tournament."
        )
    if not recipe.search.extend and recipe.search.variant != "training":
        raise RecipeError("search.extend can be false with search.variant training only.")
    if recipe.search.unproven and not tree:
        raise RecipeError(
            "search.unproven has a meaning for treestrap-ab with search.variant tournament only."
        )
    _check_opponents(recipe)
    has_games = (
        recipe.experience.database or recipe.evaluator.kind == "networks"
    )  # where an expert plays some
    if recipe.rule_settings.needs_model and not (recipe.backup.get("model") or has_games):
        raise RecipeError(
            "ebnn looks at the game through a model, made of a database: name experience.database for "
            "experience.kind mixed or observe, or a model as backup.model, or set backup.input_gradient_weight to 0."
        )
    if recipe.experience.min_moves and rule not in TEMPORAL:
        raise RecipeError(
            f"experience.min_moves has no meaning for {rule}, which learns as the game goes on."
        )
    every = recipe.run.keep_best_every
    if recipe.run.champion_every and (every == 0 or recipe.run.champion_every % every):
        raise RecipeError("run.champion_every must be a multiple of run.keep_best_every, which is not 0.")
    if recipe.run.keep_best_games % 2 or recipe.run.final_games % 2:
        raise RecipeError("run.keep_best_games and run.final_games must be even: games come in pairs.")


def _check_opponents(recipe: Recipe) -> None:
    """Check that there is somebody to play against where somebody is needed, and only there."""
    experience = recipe.experience
    given = [key for key in OPPONENTS if getattr(experience, key)]
    if experience.expert_share is not None and experience.kind != "mixed":
        raise RecipeError("experience.expert_share has a meaning for experience.kind mixed only.")
    searched = recipe.evaluator.kind != "networks"
    if experience.kind == "mixed" and not searched:
        raise RecipeError("experience.kind mixed goes on from games of a database, and networks have none.")
    if experience.kind == "mixed" or (experience.kind == "observe" and "database" in given):
        _check_database(recipe, given)
        return
    if experience.kind != "self-play":
        _check_others(recipe, given)
        if experience.kind == "observe" and searched:
            _check_observed(recipe)
        return
    if recipe.rule_settings.blunder_filter != "none":
        raise RecipeError("backup.blunder_filter has no meaning in self-play: nobody blunders unforeseen.")
    if experience.rating is not None:
        given.append("rating")
    if experience.values == "expert":  # it says what positions are worth, although it does not play
        given = [key for key in given if key != "opponent"]
    if given:
        raise RecipeError(
            f"experience.{given[0]} has no meaning in self-play: set experience.kind to versus."
        )


def _check_others(recipe: Recipe, given: list[str]) -> None:
    """Check that somebody is named, in one way."""
    kind = recipe.experience.kind
    if not given:
        file = ", or experience.database a file of games" if kind == "observe" else ""
        raise RecipeError(
            f"experience.kind is {kind}, so experience.opponent must name a player or experience.pool several{file}."
        )
    if len(given) > 1:
        raise RecipeError(f"experience.{given[0]} and experience.{given[1]} exclude each other.")
    if given == ["database"]:
        raise RecipeError("experience.database has a meaning for experience.kind observe and mixed only.")


def _check_observed(recipe: Recipe) -> None:
    """Check that nothing is set that only a learner who plays has."""
    for key, value in {"min_moves": 0, "epsilon": 0.0}.items():
        if getattr(recipe.experience, key) != value:
            raise RecipeError(
                f"experience.{key} has no meaning where the learner only looks on: leave it out."
            )
    if recipe.rule_settings.blunder_filter != "none":
        raise RecipeError("backup.blunder_filter has no meaning where the learner only looks on.")


def _check_database(recipe: Recipe, given: list[str]) -> None:
    """Check that there is a file to learn from, and nothing that only players have."""
    mixed = recipe.experience.kind == "mixed"
    if given != ["database"]:
        raise RecipeError(
            f"experience.kind is {recipe.experience.kind}, so experience.database must name a file of games."
        )
    idle: dict[str, float | None] = {"rating": None, "random_plies": 0}
    idle |= {"passes": 1} if mixed else {"min_moves": 0, "epsilon": 0.0}
    if mixed and recipe.experience.openings != "own":
        raise RecipeError("experience.openings has no meaning for mixed: the database's games open.")
    for key, value in idle.items():
        if getattr(recipe.experience, key) != value:
            kind = "mixed" if mixed else "a database"
            raise RecipeError(f"experience.{key} has no meaning for {kind}: leave it out.")
    if recipe.rule_settings.blunder_filter != "none":
        raise RecipeError("backup.blunder_filter has no meaning for a database: leave it out.")
