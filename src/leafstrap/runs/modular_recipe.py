"""What a recipe for networks can and cannot say: a setting that would be ignored is refused."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from leafstrap.errors import RecipeError

if TYPE_CHECKING:
    from leafstrap.runs.recipe import Recipe

# Keys that only some kinds of evaluator have a use for, by table.
DICE, PERCEPTRON, SEARCHED = ("networks",), ("network",), ("linear", "network")
MEANT_FOR: dict[str, dict[str, tuple[str, ...]]] = {
    "evaluator": {
        **dict.fromkeys(("architecture", "outputs"), DICE),
        **dict.fromkeys(("hidden", "activation"), (*PERCEPTRON, *DICE)),
        **dict.fromkeys(("features", "fixed"), SEARCHED),
        "stages": PERCEPTRON,
    },
    "backup": {"sensitivity_step": (*PERCEPTRON, *DICE), "online": DICE, "in_turn": PERCEPTRON},
    "search": {
        "candidates": DICE,
        **dict.fromkeys(
            (
                "variant",
                "unproven",
                "extend",
                "nodes",
                "movetime",
                "clock",
                "leaf_tolerance",
                "tablebase",
                "table_bits",
            ),
            SEARCHED,
        ),
    },
    "experience": {
        "values": DICE,
        **dict.fromkeys(("database", "expert_share", "passes", "quiet"), SEARCHED),
        **dict.fromkeys(
            ("pool", "rating", "min_moves", "openings", "random_plies", "epsilon", "max_plies"), SEARCHED
        ),
    },
    "run": {"games_per_batch": DICE, "update_every": SEARCHED},
}
# Learning rules as the core calls them; where there are dice, minimax is expectimax.
NETWORK_RULES = {
    "td": "td",
    "td-directed": "td",
    "td-leaf": "leaf",
    "rootstrap-minimax": "root",
    "treestrap-minimax": "tree",
    "ebnn": "td",  # the core only plays
}
SHOWN_RULES = ("ebnn",)  # which are carried out in Python, and shown the boards of each game
MOST_DEPTH = 4
IN_BATCHES = ("games", "checkpoint_every", "keep_best_every", "champion_every")


def check_networks(recipe: Recipe) -> None:
    """Raise a RecipeError for the first setting that has no meaning for the kind of evaluator."""
    kind = recipe.evaluator.kind
    for name, keys in MEANT_FOR.items():
        table = recipe.rule_settings if name == "backup" else getattr(recipe, name)
        for key, kinds in keys.items():
            if kind not in kinds and _is_set(table, key):
                only = " and ".join(kinds)
                raise RecipeError(f"{name}.{key} has a meaning for evaluator.kind {only} only: leave it out.")
    if kind == "networks":
        _check_rule(recipe)
        _check_batches(recipe)
    elif recipe.evaluator.hidden and not any(recipe.evaluator.hidden):
        _check_without_hidden(recipe)


def _check_without_hidden(recipe: Recipe) -> None:
    for name, table, key in (
        ("evaluator", recipe.evaluator, "activation"),
        ("backup", recipe.rule_settings, "sensitivity_step"),
    ):
        if _is_set(table, key):
            raise RecipeError(f"{name}.{key} has no meaning without hidden units: leave it out.")


def _check_rule(recipe: Recipe) -> None:
    backup, depth = recipe.rule_settings, recipe.search.depth or 1
    shown = backup.name in SHOWN_RULES
    plain = backup.optimiser == "plain" or shown
    if backup.name not in NETWORK_RULES or not plain or backup.squash != "none":
        raise RecipeError(
            f"Networks learn by backup.name {', '.join(NETWORK_RULES)}, without squash and, except for ebnn, with the "
            "plain optimiser."
        )
    if depth > MOST_DEPTH or ((depth == 1) != (backup.name == "td") and not shown):
        raise RecipeError(
            "With networks td looks at the boards after a move (search.depth 1), the other rules further "
            f"(search.depth 2 or more, up to {MOST_DEPTH}); ebnn does as it is told."
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


def _check_batches(recipe: Recipe) -> None:
    for key in IN_BATCHES:
        number = getattr(recipe.run, key)
        if number is not None and number % recipe.run.games_per_batch:
            raise RecipeError(
                f"run.{key} must be a multiple of run.games_per_batch, which is {recipe.run.games_per_batch}."
            )


def _is_set(table: Any, key: str) -> bool:
    default = next(field.default for field in fields(table) if field.name == key)
    return bool(getattr(table, key) != default)
