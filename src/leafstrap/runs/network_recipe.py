"""What a recipe for networks can and cannot say: a setting that would be ignored is refused."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from leafstrap.errors import RecipeError

if TYPE_CHECKING:
    from leafstrap.runs.recipe import Recipe

# Tables and keys that only one kind of evaluator has a use for.
ONLY_NETWORKS = {
    "evaluator": ("architecture", "hidden", "activation", "heads"),
    "search": ("candidates",),
    "experience": ("values",),
    "run": ("lot",),
}
ONLY_LINEAR = {
    "evaluator": ("features", "fixed"),
    "search": ("variant", "unproven", "nodes", "movetime", "clock", "leaf_tolerance", "table_bits"),
    "experience": ("pool", "rating", "min_moves", "openings", "random_plies", "epsilon", "max_plies"),
    "run": ("update_every",),
}
# Learning rules as the core calls them; where there are dice, minimax is expectimax.
NETWORK_RULES = {
    "td": "td",
    "td-directed": "td",
    "td-leaf": "leaf",
    "rootstrap-minimax": "root",
    "treestrap-minimax": "tree",
}
MOST_DEPTH = 4
LOTS = ("games", "checkpoint_every", "keep_best_every", "champion_every")


def check_networks(recipe: Recipe) -> None:
    """Raise a RecipeError for the first setting that has no meaning for the kind of evaluator."""
    networks = recipe.evaluator.kind == "networks"
    for table, keys in (ONLY_LINEAR if networks else ONLY_NETWORKS).items():
        for key in keys:
            if _is_set(getattr(recipe, table), key):
                other = "linear evaluators" if networks else "networks"
                raise RecipeError(f"{table}.{key} has a meaning for {other} only: leave it out.")
    if networks:
        _check_rule(recipe)
        _check_lots(recipe)
    elif recipe.backup_settings.sensitivity_step or recipe.backup_settings.online:
        key = "online" if recipe.backup_settings.online else "sensitivity_step"
        raise RecipeError(f"backup.{key} has a meaning for networks only: leave it out.")
    elif recipe.experience.kind == "observe":
        raise RecipeError("experience.kind observe needs networks: set evaluator.kind to networks.")


def _check_rule(recipe: Recipe) -> None:
    backup, depth = recipe.backup_settings, recipe.search.depth or 1
    if backup.name not in NETWORK_RULES or backup.optimiser != "plain" or backup.squash != "none":
        raise RecipeError(
            f"Networks learn by backup.name {', '.join(NETWORK_RULES)}, without squash and with the plain optimiser."
        )
    if depth > MOST_DEPTH or (depth == 1) != (backup.name == "td"):
        raise RecipeError(
            "With networks td looks at the boards after a move (search.depth 1), the other rules further "
            f"(search.depth 2 or more, up to {MOST_DEPTH})."
        )
    if backup.online and (backup.name not in ("td", "td-directed") or recipe.experience.values == "expert"):
        raise RecipeError(
            "Only td and td-directed learn online (backup.online), and from their own evaluations."
        )
    if recipe.experience.values == "own":
        return
    if recipe.experience.opponent is None:
        raise RecipeError("experience.values is expert, so experience.opponent must name one.")
    if backup.name not in ("td", "td-directed"):
        raise RecipeError("experience.values expert has a meaning for td and td-directed only.")


def _check_lots(recipe: Recipe) -> None:
    for key in LOTS:
        number = getattr(recipe.run, key)
        if number is not None and number % recipe.run.lot:
            raise RecipeError(f"run.{key} must be a multiple of run.lot, which is {recipe.run.lot}.")


def _is_set(table: Any, key: str) -> bool:
    default = next(field.default for field in fields(table) if field.name == key)
    return bool(getattr(table, key) != default)
