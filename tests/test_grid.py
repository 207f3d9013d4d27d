"""The grid is one: every cell is trained, and goes on exactly, or is refused with one sentence that says why."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from leafstrap.errors import RecipeError
from leafstrap.evaluators import EVALUATORS
from leafstrap.games import GAMES
from leafstrap.learn import RULES
from leafstrap.recipes.recipe import Recipe
from leafstrap.recipes.schema import ExperienceTable
from leafstrap.training.builder import Builder
from leafstrap.training.grid import Cell, cells, experiences, page, smallest_recipe
from leafstrap.training.run import Run


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where databases and models are, which cells share."""
    return tmp_path_factory.mktemp("grid")


def train(cell: Cell, recipe: Recipe, folder: Path) -> None:
    """Two games; and one, and another one after going on, come to the same."""
    game = cell.game.name
    whole = Run.create(folder / "whole", game, recipe)
    start = whole.state.weights.copy()
    state = whole.train(quiet=True).state
    assert state.counters.games == recipe.run.games == 2
    assert state.counters.updates > 0
    assert np.isfinite(state.weights).all()
    assert not np.array_equal(state.weights, start), "nothing was learned"

    first = Run.create(folder / "parts", game, recipe.with_changes(["run.games=1"])).train(quiet=True)
    assert first.state.counters.games == 1
    second = Run.resume(folder / "parts", game, ["run.games=2"]).train(quiet=True)
    assert second.state.counters.games == 2
    assert second.state.weights.tobytes() == state.weights.tobytes()


def refused(cell: Cell, files: Path, folder: Path) -> str:
    """The sentence with which a run is not begun."""
    with pytest.raises(RecipeError) as error:
        Run.create(folder, cell.game.name, smallest_recipe(cell, files))
    assert not folder.exists()
    return str(error.value)


@pytest.mark.parametrize(("game", "rule"), list(product(GAMES.names(), RULES.names())))
def test_every_cell_is_trained_or_refused(
    game: str, rule: str, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # thousands of small files; others test what survives
    search = RULES.get(rule).search
    # The only reason for which a cell of ours may be refused.
    lacking = GAMES.get(game).training_search(search) is None
    for number, cell in enumerate(cell for cell in cells(GAMES.get(game)) if cell.rule == rule):
        where = f"{cell.evaluator}, {cell.experience}"
        folder = tmp_path / str(number)
        if lacking:
            sentence = refused(cell, files, folder)
            start = f"{rule} learns from {search}, which {game} does not have: choose "
            assert sentence.startswith(start), where
            assert sentence.endswith("."), where
            assert sentence.count(".") == 1, where
        else:
            folder.mkdir()
            train(cell, smallest_recipe(cell, files), folder)


def test_the_grid_has_all_there_is() -> None:
    kinds = next(field.metadata["choices"] for field in fields(ExperienceTable) if field.name == "kind")
    company = {
        kind: {each[len(kind) :].strip() for each in experiences() if each.startswith(kind)} for kind in kinds
    }
    assert company == {
        "self-play": {""},
        "versus": {"evaluator", "outside"},
        "observe": {"evaluator", "outside", "database"},
        "mixed": {"database"},
    }
    for game in GAMES:
        found = {(cell.evaluator, cell.rule, cell.experience) for cell in cells(game)}
        assert found == set(product(EVALUATORS.names(), RULES.names(), experiences()))


@pytest.mark.parametrize("change", ["min_moves=9", "rating=2000", "rating_spread=10"])
def test_games_in_batches_have_no_setting_that_is_ignored(change: str, files: Path) -> None:
    batches = [game for game in GAMES if game.play_games is not None]
    for game in batches:
        recipe = smallest_recipe(Cell(game, "network", "td", "versus evaluator"), files)
        with pytest.raises(RecipeError, match=r"experience\.\w+ has no meaning in \w+ where the core plays"):
            Builder.of(game, recipe.with_changes([f"experience.{change}"]))
    assert batches


@pytest.mark.parametrize("experience", experiences())
def test_a_game_is_broken_off_after_so_many_plies(experience: str, files: Path, tmp_path: Path) -> None:
    for game in GAMES:
        recipe = smallest_recipe(Cell(game, "network", "td", experience), files)
        (tmp_path / game.name).mkdir()
        Run.create(tmp_path / game.name / "run", game.name, recipe).train(quiet=True)
        lines = (tmp_path / game.name / "run" / "metrics.jsonl").read_text().splitlines()
        games = [found for line in lines if (found := json.loads(line))["kind"] == "game"]
        assert len(games) == 2
        if "database" not in experience:
            assert all(found["plies"] <= (recipe.experience.max_plies or 0) for found in games)


def test_the_page_is_that_of_the_grid(root: Path) -> None:
    assert (root / "docs" / "grid.md").read_text(encoding="utf-8") == page(), "docs/grid.md is out of date"
