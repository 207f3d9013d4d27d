"""Runs of before the grid: what they wrote into `run.toml`, whatever had a meaning for them, is still understood."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from leafstrap import games
from leafstrap.recipes.recipe import Recipe
from leafstrap.training import Builder

KINDS = {
    "chess": ("linear", "meep"),
    "chess-network": ("modular", "material 80-80-80 sigmoid"),
    "draughts": ("linear", "patterns"),
    "backgammon": ("modular", "small 20-20-40 sigmoid seven"),
}


@pytest.mark.parametrize("name", KINDS)
def test_the_recipe_of_a_former_run(name: str) -> None:
    tables = tomllib.loads((Path(__file__).parent / f"data/runs/{name}.toml").read_text())
    about = tables.pop("about")
    recipe = Recipe.from_tables(about["recipe"], tables)
    made = Builder.of(games.get(about["game"]), recipe).architecture
    assert (made.kind, made.name) == KINDS[name]
    assert Recipe.from_text(recipe.name, recipe.to_text()) == recipe
