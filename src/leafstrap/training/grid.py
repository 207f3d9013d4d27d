"""The grid GAME × EVALUATOR × RULE × EXPERIENCE, cell by cell: which are recipes, and why the others are not.

Every axis is what has been registered or declared, parts of other packages included, and of each cell the smallest
recipe is made. `python -m leafstrap.training.grid docs/grid.md` writes the page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

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
from leafstrap.types import Line

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

INTRODUCTION = """\
# The grid

What is learned is one point of a grid: a game, an evaluator, a learning rule with its search, and experience. A rule is
written once, and runs for every game and every evaluator that can give it what it needs. Here is every cell: of each
the smallest recipe was made, and ● means that it is one, – that it is refused, with the number of the sentence that
says why. A test trains every cell that has a ●.

A cell has a mark for each evaluator, in this order: {}.
In experience an *evaluator* is a player that plays by weights and nothing else, *outside* is one that does not, such
as an engine, and a *database* is a file of games.

This page is written by `python -m leafstrap.training.grid`.
"""

# Who or what there may be beside the learner, and the setting that names it.
COMPANY = {"": "", "evaluator": "opponent", "outside": "opponent", "database": "database"}
LEAST_SEARCH = {"extend": False, "candidates": 1, "table_bits": 10}  # where a search can be told so
GAME_COUNT, PLIES = 2, 28  # that are learned from, and in a database
UNITS = 2  # hidden


@dataclass(frozen=True, slots=True)
class Cell:
    """One point of the grid; its experience is a kind and, after a blank, the company."""

    game: Game
    evaluator: str
    rule: str
    experience: str


def experiences() -> list[str]:
    """Every kind of experience with all company that has a meaning for it."""
    kinds = next(field.metadata["choices"] for field in fields(ExperienceTable) if field.name == "kind")
    found = []
    for kind, (company, key) in product(kinds, COMPANY.items()):
        table = {"kind": kind} | ({key: company} if key else {})
        try:
            Recipe.from_tables("grid", {"search": {"depth": 1}, "experience": table})
        except RecipeError:
            continue
        found.append(f"{kind} {company}".strip())
    return found


def cells(game: Game) -> Iterator[Cell]:
    """All cells of a game, by rule, then experience, then evaluator."""
    for rule, experience, evaluator in product(RULES.names(), experiences(), EVALUATORS.names()):
        yield Cell(game, evaluator, rule, experience)


def smallest_recipe(cell: Cell, folder: Path) -> Recipe:
    """The recipe of a cell that takes the least time, with files it needs in a folder; a RecipeError if it is none."""
    game, kind, settings = cell.game, RULES.get(cell.rule), EVALUATORS.get(cell.evaluator).settings
    search: dict[str, object] = {"depth": 1}
    if (name := game.training_search(kind.search)) is not None:
        found = game.searches[name]
        search = {"depth": 1 if kind.one_ply else found.least_depth}
        search |= {key: value for key, value in LEAST_SEARCH.items() if key in found.settings}
    architecture = {"features": _features(game), "hidden": [UNITS]}
    experience, _, company = cell.experience.partition(" ")
    beside = _database(game, folder) if company == "database" else _player(game, company)
    tables: dict[str, dict[str, object]] = {
        "evaluator": {key: value for key, value in architecture.items() if key in settings},
        "backup": {"name": cell.rule, **_least(kind.settings)},
        "search": search,
        "experience": {"kind": experience, "max_plies": PLIES},
        "run": {"games": GAME_COUNT, "checkpoint_every": GAME_COUNT},
    }
    tables["evaluator"]["kind"] = cell.evaluator
    if company:
        tables["experience"][COMPANY[company]] = str(beside)
    recipe = Recipe.from_tables("grid", tables)
    if kind.needs_model(recipe.rule_settings.own) and company != "database" and game.play_games is None:
        tables["backup"]["model"] = str(_model(game, recipe, folder))
    return Recipe.from_tables("grid", tables)


def refusal(cell: Cell, folder: Path) -> str | None:
    """Why a cell is no recipe; None if it is one."""
    try:
        Builder.of(cell.game, smallest_recipe(cell, folder))
    except RecipeError as error:
        return str(error)
    return None


def _features(game: Game) -> str:
    """The smallest feature set that has something to say from the first move on."""
    sets = list(game.feature_sets.values())
    telling = [each for each in sets if len(each.row(game.Position())[0])] or sets
    return str(min(telling, key=lambda each: each.size).name)


def _least(settings: type[DataclassInstance]) -> dict[str, int]:
    """Every whole number that a rule can be told, as small as can be."""
    whole = (field for field in fields(settings) if type(field.default) is int)
    return {field.name: field.metadata["low"] for field in whole if field.metadata["low"] is not None}


def _player(game: Game, company: str) -> str:
    """A player of the game that plays by an evaluator and nothing else, or one that has none."""

    def fits(kind: PlayerKind) -> bool:
        plain = kind.claims is None and not kind.argument
        return plain and kind.plays(game) and (kind.evaluator is not None) == (company == "evaluator")

    return next(kind.word for kind in PLAYERS if fits(kind))


def _database(game: Game, folder: Path) -> Path:
    """A file of games: the expert's where the core plays whole games, else at random."""
    path = folder / f"{game.name}.{game.record_suffix}"
    if not path.exists():
        headers = {"Event": "grid", "Result": "1-0"}
        path.write_text("".join(game.write_record(_line(game, n), headers) for n in range(GAME_COUNT)))
    return path


def _line(game: Game, number: int) -> Line:
    if game.play_games is not None:
        return ExpertPlay(game, default_weights(game).snapshot(), GAME_COUNT, 1).game(number).line
    random, line = Random(number), game.Line()
    while line.outcome() is None and len(line) < PLIES:
        line.push(random.choice(line.position.legal_moves()))
    return line


def _model(game: Game, recipe: Recipe, folder: Path) -> Path:
    """What the rule of a recipe prepares of a database."""
    path = folder / f"{game.name}-{recipe.evaluator.kind}-{recipe.rule_settings.name}.safetensors"
    rule = make_rule(recipe.backup, architecture_of(game, recipe))
    games = Database(_database(game, folder), game)
    rule.prepare(Preparation(lambda: games, path, 1, lambda _: None, StopFlag()))
    return path


def page() -> str:
    """All games as Markdown, a table each."""
    evaluators = ", ".join(f"`{name}`" for name in EVALUATORS.names())
    with TemporaryDirectory() as folder:
        tables = ["\n".join(_table(game, Path(folder))) + "\n" for game in GAMES]
    return "\n".join([INTRODUCTION.format(evaluators), *tables])


def _table(game: Game, folder: Path) -> Iterator[str]:
    sentences: dict[str, int] = {}
    marks: dict[tuple[str, str], list[str]] = {}
    for cell in cells(game):
        sentence = refusal(cell, folder)
        number = None if sentence is None else sentences.setdefault(sentence, len(sentences) + 1)
        marks.setdefault((cell.rule, cell.experience), []).append("●" if number is None else f"–{number}")
    columns = experiences()
    yield f"## {game.name.capitalize()}\n"
    yield f"| rule | {' | '.join(columns)} |\n|---|{':---:|' * len(columns)}"
    for rule in RULES.names():
        yield f"| `{rule}` | {' | '.join(' '.join(marks[rule, column]) for column in columns)} |"
    yield from ([""] if sentences else []) + [f"{number}. {said}" for said, number in sentences.items()]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
