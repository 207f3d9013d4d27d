"""The recipes that ship with Leafstrap or with packages of others, and how one is found by what the user wrote.

A package brings its recipes by one entry point that names a package of its own, in which they lie as files; each is
known by the name of its file without `.toml`, and its first line, a comment, says what it is:

    [project.entry-points."leafstrap.recipes"]
    mine = "my_package.recipes"
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType

from leafstrap import recipes
from leafstrap.errors import RecipeError
from leafstrap.recipes.recipe import Recipe
from leafstrap.registry import Registry

SUFFIX = ".toml"


def recipes_in(package: ModuleType) -> dict[str, Traversable]:
    """The recipes that lie in a package, by name.

    >>> from leafstrap import recipes
    >>> "quick" in recipes_in(recipes)
    True
    """
    found = [entry for entry in files(package).iterdir() if entry.name.endswith(SUFFIX)]
    return {entry.name.removesuffix(SUFFIX): entry for entry in sorted(found, key=lambda entry: entry.name)}


# By name, each the file with its TOML text.
RECIPES: Registry[Traversable] = Registry(
    group="leafstrap.recipes", noun="recipe", error=RecipeError, part_type=ModuleType, unpack=recipes_in
)
for _name, _file in recipes_in(recipes).items():
    RECIPES.register(_name, _file)


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
    if name_or_file.endswith(SUFFIX) or "/" in name_or_file:
        return Recipe.from_file(Path(name_or_file), changes)
    return Recipe.from_text(name_or_file, text(name_or_file), changes)
