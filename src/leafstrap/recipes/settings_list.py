"""Every setting of a recipe with its default and meaning, for people to read."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from leafstrap.learn import RULES
from leafstrap.learn.settings import CommonSettings
from leafstrap.recipes.schema import EvaluatorTable, ExperienceTable, RunTable, SearchTable
from leafstrap.types import JsonObject

TABLES: JsonObject = {
    "evaluator": EvaluatorTable,
    "backup": CommonSettings,
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
    """Go through all tables in their order; after what all rules have comes what only some have."""
    for table, kind in TABLES.items():
        for field in dataclasses.fields(kind):
            yield _setting_text(table, field)
        if kind is CommonSettings:
            yield from _of_rules()


def _of_rules() -> Iterator[SettingText]:
    having: dict[str, list[str]] = {}
    found = {}
    for rule, kind in RULES.items():
        for field in dataclasses.fields(kind.settings):
            having.setdefault(field.name, []).append(rule)
            found[field.name] = field
    for name, field in found.items():
        text = _setting_text("backup", field)
        only = "" if len(having[name]) == len(RULES) else f"; {', '.join(having[name])} only"
        yield dataclasses.replace(text, meaning=text.meaning + only)


def _setting_text(table: str, field: dataclasses.Field[Any]) -> SettingText:
    default = "not set" if field.default is None else _text(field.default)
    meaning = field.metadata["meaning"]
    if field.metadata["choices"] and len(field.metadata["choices"]) > 1:
        meaning += f" ({', '.join(field.metadata['choices'])})"
    return SettingText(f"{table}.{field.name.rstrip('_')}", default, meaning)


def settings_table() -> str:
    """Write all settings as a Markdown table."""
    rows = [f"| `{each.key}` | {each.default} | {each.meaning} |" for each in all_settings()]
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows]) + "\n"


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)
