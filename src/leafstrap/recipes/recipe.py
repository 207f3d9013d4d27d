"""A recipe: one point of the grid game × evaluator × backup × experience, with all its numbers."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leafstrap.errors import RecipeError
from leafstrap.evaluators import EVALUATORS, EvaluatorTable
from leafstrap.learn import RuleSettings, read_settings
from leafstrap.recipes.check import EVERY_KIND, LIMITS, OPPONENTS, check_recipe, only_for
from leafstrap.recipes.legacy import current_key, current_tables
from leafstrap.recipes.schema import ExperienceTable, RunTable, SearchTable
from leafstrap.recipes.toml_text import to_toml
from leafstrap.settings import fill, unknown
from leafstrap.types import JsonObject, Table


@dataclass(frozen=True, slots=True)
class Recipe:
    """All tables of a recipe, each setting checked."""

    name: str
    evaluator: EvaluatorTable = field(default_factory=EvaluatorTable)
    backup: Table = field(default_factory=dict)
    search: SearchTable = field(default_factory=SearchTable)
    experience: ExperienceTable = field(default_factory=ExperienceTable)
    run: RunTable = field(default_factory=RunTable)
    notes: tuple[str, ...] = field(default=(), compare=False)  # what a user should know of how it was read

    @staticmethod
    def from_tables(name: str, tables: Table) -> Recipe:
        """Check every setting of `tables`."""
        current, notes = current_tables(tables)
        for table, values in current.items():
            if table not in _TABLES:
                raise unknown(table, _TABLES)
            if not isinstance(values, Mapping):
                raise RecipeError(f"{table} must be a table of settings: write [{table}] above its lines.")
        recipe = Recipe(
            name,
            read_evaluator(current.get("evaluator", {})),
            resolved_backup(current.get("backup", {})),
            fill(SearchTable, "search", current.get("search", {})),
            fill(ExperienceTable, "experience", current.get("experience", {})),
            fill(RunTable, "run", current.get("run", {})),
            notes,
        )
        check_recipe(recipe)
        return recipe

    @staticmethod
    def from_text(name: str, text: str, changes: Sequence[str] = ()) -> Recipe:
        """Read a TOML text, then make `changes`, each written as table.key=value."""
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RecipeError(f"The recipe {name} is not valid TOML: {error}.") from None
        return Recipe.from_tables(name, changed(tables, changes) if changes else tables)

    @staticmethod
    def from_file(path: Path, changes: Sequence[str] = ()) -> Recipe:
        """Read a TOML file, then make `changes`."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise RecipeError(f"The recipe {path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise RecipeError(f"The recipe {path} is not a text file.") from None
        return Recipe.from_text(path.stem, text, changes)

    def tables(self) -> dict[str, JsonObject]:
        """Give every setting, defaults included; None is one that is not set."""
        return {
            "evaluator": dataclasses.asdict(self.evaluator),
            "backup": dict(self.backup),
            "search": dataclasses.asdict(self.search),
            "experience": dataclasses.asdict(self.experience),
            "run": dataclasses.asdict(self.run),
        }

    def to_text(self) -> str:
        """Write the recipe as TOML."""
        return to_toml(self.tables())

    def with_changes(self, changes: Sequence[str]) -> Recipe:
        """Give a copy after `changes`, each written as table.key=value."""
        return Recipe.from_text(self.name, self.to_text(), changes)

    @property
    def rule_settings(self) -> RuleSettings:
        """The table `backup`, checked."""
        return read_settings(self.backup)

    def deterministic(self) -> bool:
        """Tell whether the same seed gives the same weights to the bit: one game at a time, no clocks."""
        timed = self.search.movetime is not None or self.search.clock is not None
        return self.run.workers == 1 and not timed


_TABLES = ("evaluator", "backup", "search", "experience", "run")
# Settings that answer the same question (whom to play, how far to search, how long to run).
_EXCLUSIVE = {"search": LIMITS, "run": ("games", "minutes"), "experience": OPPONENTS}
# Settings that decide which others of the table `backup` have a meaning.
_DECISIVE = ("name", "input_gradient_weight")


def read_evaluator(table: Table) -> EvaluatorTable:
    """Check the table `evaluator`, which may have settings that only its kind knows."""
    kind = table.get("kind", EvaluatorTable().kind)
    declared = EVALUATORS.get(kind).table if isinstance(kind, str) else EvaluatorTable
    for key in sorted(set(table) - _keys(declared)):
        if kinds := [name for name, other in EVALUATORS.items() if key in _keys(other.table)]:
            raise only_for(key, kinds)
    return fill(declared, "evaluator", table)


def _keys(table: type[EvaluatorTable]) -> set[str]:
    return {field.name for field in dataclasses.fields(table)}


def resolved_backup(table: Table) -> JsonObject:
    """Add the defaults to a table `backup`, except for settings that its rule has no use for."""
    resolved = {**table, **read_settings(table).table()}
    return {**{key: resolved[key] for key in table}, **resolved}


def changed(tables: Table, changes: Sequence[str]) -> JsonObject:
    """Make each of `changes`, written as table.key=value; the value is TOML, a bare word is a text."""
    result = {
        name: dict(table) if isinstance(table, Mapping) else {}
        for name, table in current_tables(tables)[0].items()
    }
    asked = {_asked_for(change) for change in changes}
    for change in changes:
        path, equals, text = change.partition("=")
        table, dot, key = path.strip().partition(".")
        if not (equals and dot and key):
            raise RecipeError(f"{change!r} is no change: write table.key=value, as in search.depth=2.")
        if table not in _TABLES:
            raise unknown(table, _TABLES)
        key = current_key(table, key)
        result.setdefault(table, {})[key] = _value(text.strip())
        if key in (group := _EXCLUSIVE.get(table, ())):
            # What is asked for takes the place of the recipe's own; two that are both asked for both stay.
            kept = {k: v for k, v in result[table].items() if k not in group or f"{table}.{k}" in asked}
            result[table] = kept
    if any(_decides(key, asked) for key in result.get("backup", {})):
        result["backup"] = _without_idle(result["backup"], asked)
    if "evaluator.kind" in asked:
        _drop_idle_of_evaluator(result, asked)
    if "experience.kind" in asked and result["experience"]["kind"] == "self-play":
        _drop_opponents(result["experience"], asked)
    return result


def _asked_for(change: str) -> str:
    table, _, key = change.partition("=")[0].strip().partition(".")
    return f"{table}.{current_key(table, key)}"


def _decides(key: str, asked: set[str]) -> bool:
    return key in _DECISIVE and f"backup.{key}" in asked


def _without_idle(table: Table, asked: set[str]) -> JsonObject:
    """Leave out what the recipe set for its own rule and the rule asked for instead has no use for."""
    kept = {key: value for key, value in table.items() if key == "name" or _decides(key, asked)}
    for key, value in table.items():
        try:
            read_settings({**kept, key: value})
        except RecipeError:
            if f"backup.{key}" not in asked:
                continue
        kept[key] = value
    return kept


def _drop_idle_of_evaluator(tables: JsonObject, asked: set[str]) -> None:
    """Leave out what the recipe set for its own kind of evaluator and the one asked for instead has no use for."""
    kind = EVALUATORS.get(str(current_tables(tables)[0]["evaluator"]["kind"]))
    known = {key for each in EVALUATORS for key in each.settings}
    idle = {"evaluator": known - {*EVERY_KIND, *kind.settings}, "backup": set[str]()}
    if not kind.in_turn:
        idle["backup"] = {"in_turn", "sensitivity_step"}
    for table, keys in idle.items():
        for key in keys:
            if f"{table}.{key}" not in asked:
                tables.get(table, {}).pop(key, None)


def _drop_opponents(experience: JsonObject, asked: set[str]) -> None:
    """Leave out whose games the recipe had before; an expert who says what positions are worth stays."""
    expert = {"opponent"} if experience.get("values") == "expert" else set[str]()
    for key in {*OPPONENTS, "rating"} - expert:
        if f"experience.{key}" not in asked:
            experience.pop(key, None)


def _value(text: str) -> object:
    try:
        value: object = tomllib.loads(f"value = {text}")["value"]
        return value
    except tomllib.TOMLDecodeError:
        return text
