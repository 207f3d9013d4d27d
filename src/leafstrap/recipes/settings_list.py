"""Every setting of a recipe with its default and meaning, for people to read."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from leafstrap.learn import RuleSettings
from leafstrap.runs.recipe_tables import EvaluatorTable, ExperienceTable, RunTable, SearchTable

TABLES: dict[str, Any] = {
    "evaluator": EvaluatorTable,
    "backup": RuleSettings,
    "search": SearchTable,
    "experience": ExperienceTable,
    "run": RunTable,
}


@dataclass(frozen=True, slots=True)
class SettingText:
    """One setting, all of it as text."""

    key: str
    default: str
    meaning: str


def all_settings() -> Iterator[SettingText]:
    """Go through all tables in their order."""
    for table, kind in TABLES.items():
        for field in dataclasses.fields(kind):
            default = "not set" if field.default is None else _text(field.default)
            meaning = field.metadata["meaning"]
            if field.metadata["choices"] and len(field.metadata["choices"]) > 1:
                meaning += f" ({', '.join(field.metadata['choices'])})"
            yield SettingText(f"{table}.{field.name.rstrip('_')}", default, meaning)


def settings_table() -> str:
    """Write all settings as a Markdown table."""
    rows = [f"| `{each.key}` | {each.default} | {each.meaning} |" for each in all_settings()]
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows]) + "\n"


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)
