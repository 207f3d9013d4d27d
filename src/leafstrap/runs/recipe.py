"""A recipe: one point of the grid game × evaluator × backup × experience, with all its numbers."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from leafstrap.errors import RecipeError
from leafstrap.learn import BackupSettings
from leafstrap.learn.catalogue import TEMPORAL, read_settings
from leafstrap.runs.network_recipe import check_networks
from leafstrap.runs.recipe_tables import EvaluatorTable, ExperienceTable, RunTable, SearchTable
from leafstrap.runs.toml_text import to_toml
from leafstrap.settings import fill, unknown


@dataclass(frozen=True, slots=True)
class Recipe:
    """All tables of a recipe, each setting checked."""

    name: str
    evaluator: EvaluatorTable = field(default_factory=EvaluatorTable)
    backup: Mapping[str, Any] = field(default_factory=dict)
    search: SearchTable = field(default_factory=SearchTable)
    experience: ExperienceTable = field(default_factory=ExperienceTable)
    run: RunTable = field(default_factory=RunTable)

    @staticmethod
    def from_tables(name: str, tables: Mapping[str, Any]) -> Recipe:
        """Check every setting of `tables`."""
        for table, values in tables.items():
            if table not in _TABLES:
                raise unknown(table, _TABLES)
            if not isinstance(values, Mapping):
                raise RecipeError(f"{table} must be a table of settings: write [{table}] above its lines.")
        recipe = Recipe(
            name,
            fill(EvaluatorTable, "evaluator", tables.get("evaluator", {})),
            resolved_backup(tables.get("backup", {})),
            fill(SearchTable, "search", tables.get("search", {})),
            fill(ExperienceTable, "experience", tables.get("experience", {})),
            fill(RunTable, "run", tables.get("run", {})),
        )
        recipe._check_whole()
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

    def tables(self) -> dict[str, dict[str, Any]]:
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
    def backup_settings(self) -> BackupSettings:
        """The table `backup`, checked."""
        return read_settings(self.backup)

    def deterministic(self) -> bool:
        """Tell whether the same seed gives the same weights to the bit: one game at a time, no clocks."""
        timed = self.search.movetime is not None or self.search.clock is not None
        return self.run.workers == 1 and not timed

    def _check_whole(self) -> None:
        """Check what no single setting can tell: which of them need or exclude each other."""
        check_networks(self)
        limits = [key for key in _LIMITS if getattr(self.search, key) is not None]
        if not limits:
            raise RecipeError("search has no limit: give it a depth, nodes, movetime or clock.")
        if "movetime" in limits and "clock" in limits:
            raise RecipeError("search.movetime and search.clock exclude each other.")
        if self.backup.get("name") == "td" and (limits != ["depth"] or self.search.depth != 1):
            raise RecipeError("td looks one ply ahead: set search.depth to 1, or backup.name to td-directed.")
        rule = self.backup["name"]
        tree = rule == "treestrap-ab" and self.search.variant == "tournament"
        if (
            self.search.variant != "training"
            and rule not in ("td-leaf", "td-root", "td-directed", "ebnn")
            and not tree
        ):
            raise RecipeError(
                f"{rule} cannot learn with search.variant {self.search.variant}: td-leaf, td-root, td-directed "
                "and ebnn can, and treestrap-ab with tournament."
            )
        if not self.search.extend and self.search.variant != "training":
            raise RecipeError("search.extend can be false with search.variant training only.")
        if self.search.unproven and not tree:
            raise RecipeError(
                "search.unproven has a meaning for treestrap-ab with search.variant tournament only."
            )
        self._check_opponents()
        if self.backup_settings.needs_model and not (self.backup.get("model") or self.experience.database):
            raise RecipeError(
                "ebnn looks at the game through a model, made of a database: name experience.database for "
                "experience.kind mixed or observe, or a model as backup.model, or set backup.slope_weight to 0."
            )
        if self.experience.min_moves and rule not in TEMPORAL:
            raise RecipeError(
                f"experience.min_moves has no meaning for {rule}, which learns as the game goes on."
            )
        every = self.run.keep_best_every
        if self.run.champion_every and (every == 0 or self.run.champion_every % every):
            raise RecipeError("run.champion_every must be a multiple of run.keep_best_every, which is not 0.")
        if self.run.keep_best_games % 2 or self.run.final_games % 2:
            raise RecipeError("run.keep_best_games and run.final_games must be even: games come in pairs.")

    def _check_opponents(self) -> None:
        """Check that there is somebody to play against where somebody is needed, and only there."""
        experience = self.experience
        given = [key for key in _OPPONENTS if getattr(experience, key)]
        if experience.expert_share is not None and experience.kind != "mixed":
            raise RecipeError("experience.expert_share has a meaning for experience.kind mixed only.")
        if experience.kind in ("observe", "mixed") and self.evaluator.kind != "networks":
            self._check_database(given)
            return
        if experience.kind == "mixed":
            raise RecipeError(
                "experience.kind mixed goes on from games of a database, and networks have none."
            )
        if experience.kind != "self-play":
            if not given:
                raise RecipeError(
                    f"experience.kind is {experience.kind}, so experience.opponent must name a player or "
                    "experience.pool several."
                )
            if len(given) > 1:
                raise RecipeError("experience.opponent and experience.pool exclude each other.")
            return
        if self.backup_settings.blunder_filter != "none":
            raise RecipeError(
                "backup.blunder_filter has no meaning in self-play: nobody blunders unforeseen."
            )
        if experience.rating is not None:
            given.append("rating")
        if experience.values == "expert":  # it says what positions are worth, although it does not play
            given = [key for key in given if key != "opponent"]
        if given:
            raise RecipeError(
                f"experience.{given[0]} has no meaning in self-play: set experience.kind to versus."
            )

    def _check_database(self, given: list[str]) -> None:
        """Check that there is a file to learn from, and nothing that only players have."""
        mixed = self.experience.kind == "mixed"
        if given != ["database"]:
            raise RecipeError(
                f"experience.kind is {self.experience.kind}, so experience.database must name a file of games."
            )
        idle: dict[str, float | None] = {"rating": None, "random_plies": 0}
        idle |= {"passes": 1} if mixed else {"min_moves": 0, "epsilon": 0.0}
        if mixed and self.experience.openings != "own":
            raise RecipeError("experience.openings has no meaning for mixed: the database's games open.")
        for key, value in idle.items():
            if getattr(self.experience, key) != value:
                kind = "mixed" if mixed else "a database"
                raise RecipeError(f"experience.{key} has no meaning for {kind}: leave it out.")
        if self.backup_settings.blunder_filter != "none":
            raise RecipeError("backup.blunder_filter has no meaning for a database: leave it out.")


_TABLES = ("evaluator", "backup", "search", "experience", "run")
_LIMITS = ("depth", "nodes", "movetime", "clock")
# Settings that answer the same question (whom to play, how far to search, how long to run).
_OPPONENTS = ("opponent", "pool", "database")
_EXCLUSIVE = {"search": _LIMITS, "run": ("games", "minutes"), "experience": _OPPONENTS}


def resolved_backup(table: Mapping[str, Any]) -> dict[str, Any]:
    """Add the defaults to a table `backup`, except for settings that its rule has no use for."""
    settings = read_settings(table)
    resolved = dict(table)
    for entry in dataclasses.fields(settings):
        key = entry.name.rstrip("_")
        try:
            read_settings({**resolved, key: getattr(settings, entry.name)})
        except RecipeError:
            continue
        resolved[key] = getattr(settings, entry.name)
    return resolved


def changed(tables: Mapping[str, Any], changes: Sequence[str]) -> dict[str, Any]:
    """Make each of `changes`, written as table.key=value; the value is TOML, a bare word is a text."""
    result = {name: dict(table) if isinstance(table, Mapping) else {} for name, table in tables.items()}
    asked = {change.partition("=")[0].strip() for change in changes}
    for change in changes:
        path, equals, text = change.partition("=")
        table, dot, key = path.strip().partition(".")
        if not (equals and dot and key):
            raise RecipeError(f"{change!r} is no change: write table.key=value, as in search.depth=2.")
        if table not in _TABLES:
            raise unknown(table, _TABLES)
        result.setdefault(table, {})[key] = _value(text.strip())
        if key in (group := _EXCLUSIVE.get(table, ())):
            # What is asked for takes the place of the recipe's own; two that are both asked for both stay.
            kept = {k: v for k, v in result[table].items() if k not in group or f"{table}.{k}" in asked}
            result[table] = kept
    if "backup.name" in asked:
        result["backup"] = _without_idle(result["backup"], asked)
    return result


def _without_idle(table: Mapping[str, Any], asked: set[str]) -> dict[str, Any]:
    """Leave out what the recipe set for its own rule and the rule asked for instead has no use for."""
    kept = {"name": table["name"]}
    for key, value in table.items():
        try:
            read_settings({**kept, key: value})
        except RecipeError:
            if f"backup.{key}" not in asked:
                continue
        kept[key] = value
    return kept


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
