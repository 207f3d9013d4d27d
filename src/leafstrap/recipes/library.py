"""The recipes that ship with Leafstrap, and how a recipe is found by what the user wrote."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from leafstrap.errors import RecipeError
from leafstrap.runs.recipe import Recipe

# What is learned where no recipe is named.
DEFAULT = {"chess": "quick", "draughts": "draughts-quick", "backgammon": "backgammon-quick"}


def names() -> list[str]:
    """List the recipes that ship with Leafstrap."""
    found = (entry.name for entry in files("leafstrap.recipes").iterdir())
    return sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml"))


def text(name: str) -> str:
    """Give the text of a recipe that ships with Leafstrap, comments included."""
    if name not in names():
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names())}."
        raise RecipeError(f"There is no recipe {name}; {hint}")
    return files("leafstrap.recipes").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def summary(name: str) -> str:
    """Give the first line of a recipe, which says what it is."""
    return text(name).partition("\n")[0].removeprefix("# ")


def load(name_or_file: str, changes: Sequence[str] = ()) -> Recipe:
    """Read a recipe that ships with Leafstrap or, if it looks like a path, a file; then make `changes`."""
    if name_or_file.endswith(".toml") or "/" in name_or_file:
        return Recipe.from_file(Path(name_or_file), changes)
    return Recipe.from_text(name_or_file, text(name_or_file), changes)
