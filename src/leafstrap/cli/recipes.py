"""`leafstrap recipes`: the recipes that ship with Leafstrap, and what can be set in one."""

from __future__ import annotations

from typing import Annotated

import typer

from leafstrap.cli.common.folding import say_beside
from leafstrap.cli.common.options import beginning
from leafstrap.recipes import library
from leafstrap.recipes.settings_list import all_settings


def recipes(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="Show this recipe with its comments.",
            autocompletion=beginning(library.names),
        ),
    ] = None,
    settings: Annotated[
        bool, typer.Option("--settings", help="List every setting with its default.")
    ] = False,
) -> None:
    """List the recipes, or show one with its comments."""
    if name is not None:
        print(library.text(name), end="")
    elif settings:
        for setting in all_settings():
            say_beside(f"{setting.key:28} {setting.default:14} ", setting.meaning)
    else:
        for each in library.names():
            say_beside(f"{each:24} ", library.summary(each))
