"""What a recipe can and cannot say: a setting that would be ignored is refused.

First what it says by itself, then what it says for a game: the rule, the search, the evaluator and the game each
declare what they learn from, give, can be told; here the declarations are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from leafstrap.errors import RecipeError
from leafstrap.evaluators import EVALUATORS, Architecture
from leafstrap.games import Game
from leafstrap.learn import RULES, RuleKind

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from leafstrap.recipes.recipe import Recipe

LIMITS = ("depth", "nodes", "movetime", "clock")
OPPONENTS = ("opponent", "pool", "database")
EVERY_KIND = ("kind", "initial", "scale")  # settings of the table `evaluator` that all kinds have


def check_recipe(recipe: Recipe) -> None:
    """Check what no single setting can tell: which of them need or exclude each other."""
    settings = recipe.rule_settings
    kind = RULES.get(settings.name)
    _check_evaluator(recipe)
    limits = [key for key in LIMITS if getattr(recipe.search, key) is not None]
    if not limits:
        raise RecipeError("search has no limit: give it a depth, nodes, movetime or clock.")
    if "movetime" in limits and "clock" in limits:
        raise RecipeError("search.movetime and search.clock exclude each other.")
    if kind.one_ply and (limits != ["depth"] or recipe.search.depth != 1):
        raise RecipeError(
            f"{settings.name} looks one ply ahead: set search.depth to 1, or choose a rule that looks further."
        )
    _check_variant(recipe, settings.name, kind)
    _check_opponents(recipe)
    if recipe.experience.values == "expert" and not kind.takes_expert_values:
        raise RecipeError(f"experience.values expert has no meaning for {settings.name}: leave it out.")
    if recipe.experience.min_moves and not kind.whole_games:
        raise RecipeError(
            f"experience.min_moves has no meaning for {settings.name}, which learns as the game goes on."
        )
    _check_run(recipe)


def check_for_game(recipe: Recipe, game: Game, architecture: Architecture, kind: RuleKind) -> None:
    """Check that the parts go together: the game has what the rule needs, and no setting is idle there."""
    settings = recipe.rule_settings
    _check_search(recipe, game, kind)
    own, several = settings.own, len(architecture.outputs) > 1
    if several and getattr(own, "squash", "none") != "none":
        raise RecipeError(
            f"backup.squash makes an expected result of one evaluation, and {architecture.name} has "
            f"{len(architecture.outputs)} outputs that are expected results already: leave it out."
        )
    if getattr(own, "in_turn", False) and not architecture.in_turn:
        raise RecipeError(
            f"backup.in_turn has a meaning for networks only, not for evaluator.kind {architecture.kind}."
        )
    if getattr(own, "in_turn", False) and kind.learns_from in ("leaf", "tree") and game.play_games is None:
        raise RecipeError(
            f"backup.in_turn has no meaning for {settings.name} in {game.name}, where what a search saw is summed up."
        )
    if getattr(own, "quiet_nodes", False) and game.quiet_positions is None:
        raise RecipeError(f"{game.name} does not tell quiet positions from others: leave quiet_nodes out.")
    if _is_set(recipe.experience, "quiet") and game.quiet_positions is None:
        raise RecipeError(
            f"experience.quiet has no meaning in {game.name}, which does not tell quiet positions from others."
        )
    if recipe.run.games_per_batch > 1 and game.play_games is None:
        raise RecipeError(
            f"run.games_per_batch has no meaning in {game.name}, whose games are learned from one by one."
        )
    if settings.common.sensitivity_step and architecture.sensitivities is None:
        raise RecipeError(
            f"backup.sensitivity_step has no meaning for evaluator.kind {architecture.kind}: leave it out."
        )
    if getattr(own, "online", False):
        _check_online(recipe, game, architecture)
    if kind.needs_model(own) and not (
        getattr(own, "model", None) or recipe.experience.database or game.play_games
    ):
        raise RecipeError(
            f"{settings.name} looks at the game through a model, made of a database: name experience.database for "
            "experience.kind mixed or observe, or a model as backup.model, or set backup.input_gradient_weight to 0."
        )


def check_for_batches(recipe: Recipe, game: Game) -> None:
    """Check that nothing is set that games do not have which the core plays in one go."""
    for key in ("min_moves", "rating", "rating_spread"):
        if _is_set(recipe.experience, key):
            raise RecipeError(
                f"experience.{key} has no meaning in {game.name} where the core plays whole games: leave it out."
            )


def _check_search(recipe: Recipe, game: Game, kind: RuleKind) -> None:
    rule, search = recipe.rule_settings.name, recipe.search
    name = game.training_search(kind.search)
    if name is None:
        raise RecipeError(
            f"{rule} learns from {kind.search}, which {game.name} does not have: choose {_instead(kind, game)}."
        )
    found = game.searches[name]
    for key in (field.name for field in fields(search)):
        if key not in found.settings and _is_set(search, key):
            raise RecipeError(f"search.{key} has no meaning for the {name} of {game.name}: leave it out.")
    if search.depth is not None and search.depth > found.most_depth:
        raise RecipeError(f"search.depth is at most {found.most_depth} with {name}, not {search.depth}.")
    if search.tablebase and game.Tablebase is None:
        raise RecipeError(f"There are no tablebases in {game.name}: leave search.tablebase out.")


def _instead(kind: RuleKind, game: Game) -> str:
    """The rules that learn from the same by a search that the game has."""
    others = RULES.items()
    able = [name for name, other in others if other.search and game.training_search(other.search) is not None]
    alike = [name for name in able if RULES.get(name).learns_from == kind.learns_from]
    return " or ".join(alike or able) or f"a rule for its {', '.join(game.searches)}"


def _check_evaluator(recipe: Recipe) -> None:
    table = recipe.evaluator
    kind = EVALUATORS.get(table.kind)
    for key in (field.name for field in fields(table)):
        if key not in (*EVERY_KIND, *kind.settings) and _is_set(table, key):
            raise only_for(key, [name for name, each in EVALUATORS.items() if key in each.settings])
    if table.hidden and not any(table.hidden):
        idle = {
            "evaluator.activation": table.activation not in (None, "sigmoid"),  # as good as not set
            "backup.sensitivity_step": _is_set(recipe.rule_settings.common, "sensitivity_step"),
        }
        for key, is_set in idle.items():
            if is_set:
                raise RecipeError(f"{key} has no meaning without hidden units: leave it out.")


def only_for(key: str, kinds: Sequence[str]) -> RecipeError:
    """The error for a setting of other kinds of evaluators."""
    return RecipeError(
        f"evaluator.{key} has a meaning for evaluator.kind {' and '.join(kinds)} only: leave it out."
    )


def _check_variant(recipe: Recipe, name: str, kind: RuleKind) -> None:
    search = recipe.search
    trees = kind.learns_from == "tree"
    from_tournament = trees and kind.search == "alphabeta" and search.variant == "tournament"
    if search.variant != "training" and not from_tournament and (trees or kind.search is not None):
        raise RecipeError(
            f"{name} cannot learn with search.variant {search.variant}: it needs a training search."
        )
    if not search.extend and search.variant != "training":
        raise RecipeError("search.extend can be false with search.variant training only.")
    if search.fail_soft and not (trees and kind.search == "alphabeta" and search.variant == "training"):
        raise RecipeError(
            "search.fail_soft has a meaning for rules that learn from trees of alpha-beta, with search.variant "
            "training only."
        )
    if search.unproven and not from_tournament:
        raise RecipeError(
            "search.unproven has a meaning for rules that learn from trees of alpha-beta, with search.variant "
            "tournament only."
        )


def _check_online(recipe: Recipe, game: Game, architecture: Architecture) -> None:
    name = recipe.rule_settings.name
    if game.play_games_online is None:
        raise RecipeError(f"{name} does not learn online in {game.name}: leave backup.online out.")
    if not architecture.in_turn:
        raise RecipeError(f"backup.online is for networks, not for evaluator.kind {architecture.kind}.")
    if recipe.experience.values == "expert":
        raise RecipeError("backup.online learns from its own evaluations: leave experience.values out.")
    if recipe.rule_settings.common.optimiser != "plain":
        raise RecipeError("backup.online goes with the plain optimiser only.")
    if recipe.experience.max_plies is not None:
        raise RecipeError(
            "backup.online learns while a game goes on to its end: leave experience.max_plies out."
        )
    if recipe.experience.database or recipe.experience.pool:
        raise RecipeError("backup.online has no meaning for games that are learned from when they are over.")


def _check_run(recipe: Recipe) -> None:
    run = recipe.run
    if run.champion_every and (run.keep_best_every == 0 or run.champion_every % run.keep_best_every):
        raise RecipeError("run.champion_every must be a multiple of run.keep_best_every, which is not 0.")
    if run.keep_best_games % 2 or run.final_games % 2:
        raise RecipeError("run.keep_best_games and run.final_games must be even: games come in pairs.")


def _check_opponents(recipe: Recipe) -> None:
    """Check that there is somebody to play against where somebody is needed, and only there."""
    experience = recipe.experience
    given = [key for key in OPPONENTS if getattr(experience, key)]
    filtered = getattr(recipe.rule_settings.own, "blunder_filter", "none") != "none"
    if experience.expert_share is not None and experience.kind != "mixed":
        raise RecipeError("experience.expert_share has a meaning for experience.kind mixed only.")
    if experience.values == "expert" and experience.opponent is None:
        raise RecipeError("experience.values is expert, so experience.opponent must name one.")
    if experience.kind == "mixed" or (experience.kind == "observe" and "database" in given):
        _check_database(recipe, given, filtered)
        return
    if experience.kind != "self-play":
        _check_others(recipe, given)
        if experience.kind == "observe":
            _check_observed(recipe, filtered)
        return
    if filtered:
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


def _check_observed(recipe: Recipe, filtered: bool) -> None:
    """Check that nothing is set that only a learner who plays has."""
    for key, value in {"min_moves": 0, "epsilon": 0.0}.items():
        if getattr(recipe.experience, key) != value:
            raise RecipeError(
                f"experience.{key} has no meaning where the learner only looks on: leave it out."
            )
    if filtered:
        raise RecipeError("backup.blunder_filter has no meaning where the learner only looks on.")


def _check_database(recipe: Recipe, given: list[str], filtered: bool) -> None:
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
    if filtered:
        raise RecipeError("backup.blunder_filter has no meaning for a database: leave it out.")


def _is_set(table: DataclassInstance, key: str) -> bool:
    default = next(field.default for field in fields(table) if field.name == key)
    return bool(getattr(table, key) != default)
