"""The grid GAME × EVALUATOR × RULE × EXPERIENCE, cell by cell: which are recipes, and why the others are not.

Every axis is what has been registered or declared, those of other packages included. Of each cell the smallest recipe
is made. `python -m leafstrap.training.grid docs/grid.md` writes the page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from leafstrap._core import StopFlag
from leafstrap.errors import RecipeError
from leafstrap.evaluators import EVALUATORS, default_weights
from leafstrap.experience import Database, ExpertPlay
from leafstrap.games import GAMES, Game
from leafstrap.learn import RULES, make_rule
from leafstrap.learn.rule import Preparation
from leafstrap.players import PLAYERS, PlayerKind
from leafstrap.recipes.recipe import Recipe
from leafstrap.recipes.schema import ExperienceTable
from leafstrap.training.builder import Builder, architecture_of

INTRODUCTION = """\
# The grid

What is learned is one point of a grid: a game, an evaluator, a learning rule with its search, and experience. A rule is
written once and runs for every game and every evaluator that can give it what it needs. Below is every cell of the grid:
of each a smallest recipe was made, and ● means that it is one, – that it is refused, with the number of the sentence that
says why. A test trains every cell with ● for a few games.

A cell has a mark for each evaluator, in this order: {evaluators}. Experience with an *evaluator* is with a player that
plays by weights and nothing else, *outside* with one that does not, such as an engine; *database* is a file of games.

This page is written by `python -m leafstrap.training.grid`.
"""

UNITS = 2  # hidden, of networks and models
GAMES_WRITTEN, PLIES = 2, 30  # of a database; a game that is learned from is as long
COMPANY = {"": "", "evaluator": "opponent", "outside": "opponent", "database": "database"}  # and its key


@dataclass(frozen=True, slots=True)
class ExperienceCell:
    """Whose games are learned from."""

    kind: str
    company: str  # who or what is there beside the learner

    @property
    def name(self) -> str:
        """In a few words."""
        return " ".join(filter(None, [self.kind, self.company]))


@dataclass(frozen=True, slots=True)
class Cell:
    """One point of the grid."""

    game: Game
    evaluator: str
    rule: str
    experience: ExperienceCell


class Materials:
    """What cells need that is no setting: files of games, and models of a game, each made when first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def database(self, game: Game) -> Path:
        """A file of a few games: at random, or the expert's where the core plays whole games."""
        path = self._folder / f"{game.name}.{game.record_suffix}"
        if not path.exists():
            headers = {"Event": "grid", "Result": "1-0"}
            texts = (game.write_record(_line(game, number), headers) for number in range(GAMES_WRITTEN))
            path.write_text("".join(texts), encoding="utf-8")
        return path

    def model(self, game: Game, recipe: Recipe) -> Path:
        """What the rule of a recipe prepares of a database."""
        path = self._folder / f"{game.name}-{recipe.evaluator.kind}-{recipe.rule_settings.name}.safetensors"
        rule = make_rule(recipe.backup, architecture_of(game, recipe))
        rule.prepare(
            Preparation(lambda: Database(self.database(game), game), path, 1, lambda _: None, StopFlag())
        )
        return path


def experiences() -> tuple[ExperienceCell, ...]:
    """Every kind of experience, with everybody and everything that it goes with."""
    kinds = next(field.metadata["choices"] for field in fields(ExperienceTable) if field.name == "kind")
    found = []
    for kind, (company, key) in product(kinds, COMPANY.items()):
        table = {"kind": kind} | ({key: company} if key else {})
        try:
            Recipe.from_tables("grid", {"search": {"depth": 1}, "experience": table})
        except RecipeError:
            continue
        found.append(ExperienceCell(kind, company))
    return tuple(found)


def cells(game: Game) -> Iterator[Cell]:
    """All cells of a game, by rule, then experience, then evaluator."""
    for rule, experience, evaluator in product(RULES.names(), experiences(), EVALUATORS.names()):
        yield Cell(game, evaluator, rule, experience)


def smallest_recipe(cell: Cell, materials: Materials) -> Recipe:
    """The recipe of a cell that takes the least time; a RecipeError if it is none."""
    game, tables = cell.game, _tables(cell, materials)
    recipe = Recipe.from_tables("grid", tables)
    own = recipe.rule_settings.own
    if (
        RULES.get(cell.rule).needs_model(own)
        and not tables["experience"].get("database")
        and not game.play_games
    ):
        tables["backup"]["model"] = str(materials.model(game, recipe))
        recipe = Recipe.from_tables("grid", tables)
    return recipe


def refusal(cell: Cell, materials: Materials) -> str | None:
    """Why a cell is no recipe; None if it is one."""
    try:
        Builder.of(cell.game, smallest_recipe(cell, materials))
    except RecipeError as error:
        return str(error)
    return None


def _tables(cell: Cell, materials: Materials) -> dict[str, dict[str, Any]]:
    game, kind = cell.game, RULES.get(cell.rule)
    search: dict[str, Any] = {"depth": 1 if kind.one_ply or not game.dice else 2}
    if (name := game.training_search(kind.search)) is not None:
        told = {"extend": False, "candidates": 1, "table_bits": 10}
        search |= {key: value for key, value in told.items() if key in game.searches[name].settings}
    settings = EVALUATORS.get(cell.evaluator).settings
    evaluator = {"features": _features(game), "hidden": [UNITS]}
    experience: dict[str, Any] = {"kind": cell.experience.kind, "max_plies": PLIES}
    if cell.experience.company:
        key = COMPANY[cell.experience.company]
        files = key == "database"
        experience[key] = str(materials.database(game)) if files else _player(game, cell.experience.company)
    return {
        "evaluator": {"kind": cell.evaluator}
        | {key: value for key, value in evaluator.items() if key in settings},
        "backup": {"name": cell.rule} | _least(kind.settings),
        "search": search,
        "experience": experience,
        "run": {"games": GAMES_WRITTEN, "checkpoint_every": GAMES_WRITTEN},
    }


def _features(game: Game) -> str:
    """The smallest feature set that has something to say from the first move on."""
    telling = [each for each in game.feature_sets.values() if len(each.row(game.Position())[0])]
    return str(min(telling, key=lambda each: each.size).name)


def _least(settings: type[Any]) -> dict[str, int]:
    """Every whole number that a rule can be told, as small as can be."""
    return {
        field.name: field.metadata["low"]
        for field in fields(settings)
        if type(field.default) is int and field.metadata["low"] is not None
    }


def _player(game: Game, company: str) -> str:
    """A player of the game that plays by an evaluator and nothing else, or one that has none."""

    def fits(kind: PlayerKind) -> bool:
        plain = kind.claims is None and not kind.argument
        return plain and kind.plays(game) and (kind.evaluator is not None) == (company == "evaluator")

    return next(kind.word for kind in PLAYERS if fits(kind))


def _line(game: Game, number: int) -> Any:
    if game.play_games is not None:
        return ExpertPlay(game, default_weights(game).snapshot(), GAMES_WRITTEN, 1).game(number).line
    random, line = Random(number), game.Line()
    while line.outcome() is None and len(line) < PLIES:
        line.push(random.choice(line.position.legal_moves()))
    return line


def page() -> str:
    """All games as Markdown, a table each."""
    with TemporaryDirectory() as folder:
        materials = Materials(Path(folder))
        parts = [INTRODUCTION.format(evaluators=", ".join(f"`{name}`" for name in EVALUATORS.names()))]
        parts += ["\n".join(_game_lines(game, materials)) + "\n" for game in GAMES]
    return "\n".join(parts)


def _game_lines(game: Game, materials: Materials) -> Iterator[str]:
    columns, sentences = experiences(), list[str]()
    marks: dict[tuple[str, ExperienceCell], list[str]] = {}
    for cell in cells(game):
        sentence = refusal(cell, materials)
        if sentence is not None and sentence not in sentences:
            sentences.append(sentence)
        mark = "●" if sentence is None else f"–{sentences.index(sentence) + 1}"
        marks.setdefault((cell.rule, cell.experience), []).append(mark)
    yield f"## {game.name.capitalize()}"
    yield ""
    yield f"| rule | {' | '.join(column.name for column in columns)} |"
    yield "|---|" + ":---:|" * len(columns)
    for rule in RULES.names():
        yield f"| `{rule}` | {' | '.join(' '.join(marks[rule, column]) for column in columns)} |"
    if sentences:
        yield ""
    yield from (f"{number}. {sentence}" for number, sentence in enumerate(sentences, start=1))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
