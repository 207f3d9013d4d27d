"""The recipes that ship with Leafstrap or with packages of others, and how one is found by what the user wrote."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from leafstrap.errors import RecipeError
from leafstrap.recipes.recipe import Recipe
from leafstrap.registry import Registry

# By name, each the file with its TOML text.
RECIPES: Registry[Traversable] = Registry(group="leafstrap.recipes", noun="recipe", error=RecipeError)

for _entry in sorted(files("leafstrap.recipes").iterdir(), key=lambda entry: entry.name):
    if _entry.name.endswith(".toml"):
        RECIPES.register(_entry.name.removesuffix(".toml"), _entry)


def names() -> list[str]:
    """List all recipes."""
    return sorted(RECIPES.names())


def text(name: str) -> str:
    """Give the text of a recipe, comments included."""
    return RECIPES.get(name).read_text(encoding="utf-8")


def summary(name: str) -> str:
    """Give the first line of a recipe, which says what it is."""
    return text(name).partition("\n")[0].removeprefix("# ")


def load(name_or_file: str, changes: Sequence[str] = ()) -> Recipe:
    """Read a recipe by its name or, if it looks like a path, a file; then make `changes`."""
    if name_or_file.endswith(".toml") or "/" in name_or_file:
        return Recipe.from_file(Path(name_or_file), changes)
    return Recipe.from_text(name_or_file, text(name_or_file), changes)
