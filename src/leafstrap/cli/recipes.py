"""`leafstrap recipes`: the recipes that ship with Leafstrap, and what can be set in one."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import Annotated

import typer

from leafstrap.recipes import library
from leafstrap.recipes.settings_list import all_settings


def recipes(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Show this recipe with its comments.")
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
            _show(f"{setting.key:28} {setting.default:14} ", setting.meaning)
    else:
        for each in library.names():
            _show(f"{each:24} ", library.summary(each))


def _show(heading: str, text: str) -> None:
    """On a terminal the text stays in a column beside its heading, or where that is narrow, below it."""
    if not sys.stdout.isatty():
        print(heading + text)
        return
    columns = shutil.get_terminal_size().columns
    indent = " " * (len(heading) if columns > 1.6 * len(heading) else 4)
    beside = textwrap.fill(heading + text, columns, subsequent_indent=indent, break_on_hyphens=False)
    below = (
        f"{heading.rstrip()}\n{textwrap.fill(text, columns, initial_indent=indent, subsequent_indent=indent)}"
    )
    print(beside if len(indent) == len(heading) else below)
