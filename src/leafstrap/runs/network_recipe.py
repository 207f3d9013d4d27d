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
    "experience": ("values",),
    "run": ("lot",),
}
ONLY_LINEAR = {
    "evaluator": ("features", "fixed"),
    "search": ("variant", "unproven", "nodes", "movetime", "clock", "leaf_tolerance", "table_bits"),
    "experience": ("pool", "rating", "min_moves", "openings", "random_plies", "epsilon", "max_plies"),
    "run": ("update_every",),
}
LOTS = ("games", "checkpoint_every", "keep_best_every", "champion_every")


def check_networks(recipe: Recipe) -> None:
    """Raise a RecipeError for the first setting that has no meaning for the kind of evaluator."""
    networks = recipe.evaluator.kind == "networks"
    for table, keys in (ONLY_LINEAR if networks else ONLY_NETWORKS).items():
        for key in keys:
            if _is_set(getattr(recipe, table), key):
                other = "linear evaluators" if networks else "networks"
                raise RecipeError(f"{table}.{key} has a meaning for {other} only: leave it out.")
    backup = recipe.backup_settings
    if not networks:
        if backup.sensitivity_step:
            raise RecipeError("backup.sensitivity_step has a meaning for networks only: leave it out.")
        if recipe.experience.kind == "observe":
            raise RecipeError("experience.kind observe needs networks: set evaluator.kind to networks.")
        return
    if backup.name != "td" or backup.optimiser != "plain" or backup.squash != "none":
        raise RecipeError(
            "Networks learn by backup.name td so far, without squash and with the plain optimiser."
        )
    if recipe.experience.values == "expert" and recipe.experience.opponent is None:
        raise RecipeError("experience.values is expert, so experience.opponent must name one.")
    for key in LOTS:
        number = getattr(recipe.run, key)
        if number is not None and number % recipe.run.lot:
            raise RecipeError(f"run.{key} must be a multiple of run.lot, which is {recipe.run.lot}.")


def _is_set(table: Any, key: str) -> bool:
    default = next(field.default for field in fields(table) if field.name == key)
    return bool(getattr(table, key) != default)
