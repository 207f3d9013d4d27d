"""The grid is one: every cell is trained, and goes on exactly, or is refused with one sentence that says why."""

from __future__ import annotations

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
from leafstrap.recipes.schema import ExperienceTable
from leafstrap.training.grid import Cell, cells, experiences, page, refusal, smallest_recipe
from leafstrap.training.run import Run


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where databases and models are, which cells share."""
    return tmp_path_factory.mktemp("grid")


def train(cell: Cell, files: Path, folder: Path) -> None:
    """One game, and another one after going on; the same as two in one go."""
    recipe, game = smallest_recipe(cell, files), cell.game.name
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


def check_refused(cell: Cell, sentence: str, files: Path, folder: Path) -> None:
    assert sentence.endswith(".")
    assert ". " not in sentence
    assert cell.rule in sentence or "evaluator." in sentence or "experience." in sentence
    with pytest.raises(RecipeError):
        Run.create(folder / "refused", cell.game.name, smallest_recipe(cell, files))
    assert not (folder / "refused").exists()


@pytest.mark.parametrize(("game", "rule"), product(GAMES.names(), RULES.names()))
def test_every_cell_is_trained_or_refused(
    game: str, rule: str, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # thousands of small files; others test what survives
    for number, cell in enumerate(cell for cell in cells(GAMES.get(game)) if cell.rule == rule):
        folder = tmp_path / str(number)
        folder.mkdir()
        sentence = refusal(cell, files)
        if sentence is None:
            train(cell, files, folder)
        else:
            check_refused(cell, sentence, files, folder)


def test_the_grid_has_all_there_is() -> None:
    kinds = next(field.metadata["choices"] for field in fields(ExperienceTable) if field.name == "kind")
    assert {experience.split()[0] for experience in experiences()} == set(kinds)
    for game in GAMES:
        found = set(cells(game))
        assert len(found) == len(RULES) * len(EVALUATORS) * len(experiences())


def test_a_rule_is_refused_only_for_a_search_that_the_game_does_not_have(files: Path) -> None:
    for game in GAMES:
        lacking = {name for name, kind in RULES.items() if game.training_search(kind.search) is None}
        refused = {cell.rule for cell in cells(game) if refusal(cell, files) is not None}
        assert refused == lacking


def test_the_page_is_that_of_the_grid(root: Path) -> None:
    assert (root / "docs" / "grid.md").read_text(encoding="utf-8") == page(), "docs/grid.md is out of date"
