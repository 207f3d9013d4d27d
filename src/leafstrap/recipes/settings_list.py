"""Every setting of a recipe with its default and meaning, for people to read."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from leafstrap.evaluators import EVALUATORS, Architecture, EvaluatorTable
from leafstrap.learn import RULES, RuleKind
from leafstrap.learn.settings import CommonSettings
from leafstrap.recipes.schema import ExperienceTable, RunTable, SearchTable
from leafstrap.registry import Registry

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

TABLES: dict[str, type[DataclassInstance]] = {
    "evaluator": EvaluatorTable,
    "backup": CommonSettings,
    "search": SearchTable,
    "experience": ExperienceTable,
    "run": RunTable,
}
# Settings that name a part.
PARTS: dict[str, Registry[type[Architecture]] | Registry[RuleKind]] = {
    "evaluator.kind": EVALUATORS,
    "backup.name": RULES,
}


@dataclass(frozen=True, slots=True)
class SettingText:
    """One setting, all of it as text."""

    key: str
    default: str
    meaning: str


def all_settings() -> Iterator[SettingText]:
    """Go through all tables in their order; after what all rules or evaluators have comes what only some have."""
    for table, kind in TABLES.items():
        for field in dataclasses.fields(kind):
            yield _setting_text(table, field)
        if kind is CommonSettings:
            yield from _of_parts(table, {name: rule.settings for name, rule in RULES.items()})
        if kind is EvaluatorTable:
            yield from _of_parts(table, {name: each.table for name, each in EVALUATORS.items()}, kind)


def _of_parts(
    table: str, declared: Mapping[str, type[DataclassInstance]], common: type[DataclassInstance] | None = None
) -> Iterator[SettingText]:
    """What parts declare beside what all have."""
    known = [] if common is None else [field.name for field in dataclasses.fields(common)]
    having: dict[str, list[str]] = {}
    found = {}
    for part, kind in declared.items():
        for field in dataclasses.fields(kind):
            having.setdefault(field.name, []).append(part)
            found[field.name] = field
    for name, field in found.items():
        if name not in known:
            text = _setting_text(table, field)
            only = "" if len(having[name]) == len(declared) else f"; {', '.join(having[name])} only"
            yield dataclasses.replace(text, meaning=text.meaning + only)


def _setting_text(table: str, field: dataclasses.Field[object]) -> SettingText:
    default = "not set" if field.default is None else _text(field.default)
    meaning = field.metadata["meaning"]
    if field.metadata["choices"] and len(field.metadata["choices"]) > 1:
        meaning += f" ({', '.join(field.metadata['choices'])})"
    key = f"{table}.{field.name.rstrip('_')}"
    if key in PARTS:
        meaning += f" ({', '.join(PARTS[key].names())})"
    return SettingText(key, default, meaning)


def settings_table() -> str:
    """Write all settings as a Markdown table."""
    rows = [f"| `{each.key}` | {each.default} | {each.meaning} |" for each in all_settings()]
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows]) + "\n"


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    page = Path(sys.argv[1])
    text = page.read_text(encoding="utf-8").partition("| setting |")[0]
    page.write_text(text + settings_table(), encoding="utf-8")
