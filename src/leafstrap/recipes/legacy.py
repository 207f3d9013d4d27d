"""Words of earlier versions: recipes, runs and commands that have them are still understood, with a note."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Settings that have another name now, by table.
KEYS: Mapping[tuple[str, str], str] = {
    ("backup", "slope_weight"): "input_gradient_weight",
    ("evaluator", "heads"): "outputs",
    ("run", "lot"): "games_per_batch",
    ("search", "endings"): "tablebase",
}
METRICS: Mapping[str, str] = {"gain": "improvement"}  # kinds of records in metrics.jsonl


def current_key(table: str, key: str) -> str:
    """The name that a setting has now.

    >>> current_key("run", "lot"), current_key("run", "games")
    ('games_per_batch', 'games')
    """
    return KEYS.get((table, key), key)


def current_kind(kind: str) -> str:
    """The name that a kind of records in `metrics.jsonl` has now."""
    return METRICS.get(kind, kind)


def current_tables(tables: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Tables of a recipe with the names of today, and a note for each name that was an older one."""
    found: dict[str, Any] = {}
    notes = []
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
    return found, tuple(notes)
