"""Words of earlier versions: recipes, runs and commands that have them are still understood, with a note."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from leafstrap.types import JsonObject, Table

# Settings that have another name now, by table.
KEYS: Mapping[tuple[str, str], str] = {
    ("backup", "slope_weight"): "input_gradient_weight",
    ("evaluator", "heads"): "outputs",
    ("run", "lot"): "games_per_batch",
    ("search", "endings"): "tablebase",
}
METRICS: Mapping[str, str] = {"gain": "improvement"}  # kinds of records in metrics.jsonl
SINGLE = ("tesauro", "contact")  # architectures of one network, by the feature set it is over


def current_key(table: str, key: str) -> str:
    """The name that a setting has now.

    >>> current_key("run", "lot"), current_key("run", "games")
    ('games_per_batch', 'games')
    """
    return KEYS.get((table, key), key)


def current_kind(kind: str) -> str:
    """The name that a kind of records in `metrics.jsonl` has now."""
    return METRICS.get(kind, kind)


def current_tables(tables: Table) -> tuple[JsonObject, tuple[str, ...]]:
    """Tables of a recipe with the names of today, and a note for each name that was an older one."""
    found: JsonObject = {}
    notes: list[str] = []
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            found[name] = table
            continue
        found[name] = {current_key(name, key): value for key, value in table.items()}
        notes += [
            f"{name}.{key} is now called {name}.{current_key(name, key)}."
            for key in table
            if (name, key) in KEYS
        ]
    if isinstance(found.get("evaluator"), dict):
        _drop_defaults(tables, found)
        _rename_evaluator(found, notes)
    return found, tuple(notes)


def _drop_defaults(old: Mapping[str, Any], found: JsonObject) -> None:
    """What runs of before wrote down of settings that had no meaning for them, each at the default it had then."""
    evaluator, backup = found["evaluator"], found.get("backup")
    if evaluator.get("kind", "linear") in ("linear", "network"):
        if evaluator.get("architecture") == "small":
            evaluator.pop("architecture")
        if old["evaluator"].get("heads") == "seven":
            evaluator.pop("outputs")
    if evaluator.get("kind", "linear") == "linear" and "heads" in old["evaluator"]:
        evaluator.pop("activation", None)
    if isinstance(backup, dict) and backup.get("online") is False:
        backup.pop("online")


def _rename_evaluator(tables: JsonObject, notes: list[str]) -> None:
    """Backgammon's `networks`, and stages of `network`, as they were told when there was a kind for each game."""
    evaluator = tables["evaluator"]
    stages = evaluator.get("stages")
    if stages in ("each", "whole"):
        evaluator.pop("stages")
    if stages == "each" and evaluator.get("kind") == "network":
        evaluator |= {"kind": "modular", "classifier": "stages"}
        notes.append(
            'evaluator.stages = "each" is now evaluator.kind = "modular", evaluator.classifier = "stages".'
        )
    architecture = evaluator.pop("architecture", None)
    if evaluator.get("kind") == "networks":
        # These learned each position of a game after the other, whatever the rule, except for EBNN.
        backup = tables.setdefault("backup", {})
        if backup.get("name") != "ebnn" and not backup.get("online"):
            backup.setdefault("in_turn", True)
        if isinstance(experience := tables.get("experience"), dict):
            experience.pop("max_plies", None)  # which their games did not go by
        architecture = architecture or "small"
    if architecture is not None:
        single = architecture in SINGLE
        evaluator.pop("classifier" if single else "features", None)
        key = "features" if single else "classifier"
        evaluator |= {"kind": "network" if single else "modular", key: architecture}
        notes.append(f"evaluator.architecture is now told by evaluator.kind and evaluator.{key}.")
