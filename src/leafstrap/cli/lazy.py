"""Commands that are imported when they are called: each needs other parts of the package, and some need few.

Until then a command is its name and the docstring of its function, read from its file, which is all that the list of
commands shows. In a narrow terminal help has no frames and columns: they would cut the names of options.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.resources import files
from typing import Any

import typer
from typer._coercion import PassThroughRuntimeParam
from typer.core import TyperCommand, TyperGroup, TyperOption

PACKAGE = "leafstrap.cli"
NARROW = 72  # columns that the tables of help need
Parameters = list[Any]  # options and arguments; typer keeps their types, and those of contexts, to itself


def plain(parameters: Parameters) -> Parameters:
    """The same, where a flag is one, `--json` and not `--json <bool>`, and a text needs nobody to check its type.

    Typer lets pydantic check values, whose import takes as long as that of the core and NumPy.
    """
    for parameter in parameters:
        described = parameter.type_descriptor
        if isinstance(parameter, TyperOption) and parameter.is_flag:
            parameter.metavar = ""
            parameter.default = bool(parameter.default)
        elif described.annotation is str and not described.is_choice and not parameter.multiple:
            parameter._runtime_param = PassThroughRuntimeParam(
                annotation=str, parameter_info=described.parameter_info
            )
    return parameters


def fit(command: TyperCommand | TyperGroup, formatter: Any) -> None:
    """Let help be a list instead of a table where the terminal is narrow: a text below each option."""
    columns = shutil.get_terminal_size().columns
    if columns < NARROW:
        command.rich_markup_mode = None
        formatter.width = columns
        formatter.write_dl = partial(formatter.write_dl, col_max=2)


class Command(TyperCommand):
    """A command that has been imported."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """As wide as the terminal."""
        fit(self, formatter)
        super().format_help(ctx, formatter)

    def get_params(self, ctx: Any) -> Parameters:
        """Its options and arguments."""
        return plain(super().get_params(ctx))


class LazyCommand(TyperCommand):
    """A command that is imported when somebody wants to know more of it than its name."""

    def __init__(self, name: str, module: str) -> None:
        super().__init__(name)
        self._function, self._module = name, module

    def load(self) -> Any:
        """The command itself."""
        alone = typer.Typer(pretty_exceptions_enable=False, add_completion=False)
        module = import_module(f"{PACKAGE}.{self._module}")
        alone.command(self.name, cls=Command)(getattr(module, self._function))
        return typer.main.get_command(alone)

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """That of the command itself."""
        return self.load().make_context(info_name, args, parent, **extra)

    def get_short_help_str(self, limit: int = 0) -> str:
        """The whole sentence: a list has room for it."""
        return self.help

    @property
    def help(self) -> str:
        """What the list of commands says of it."""
        tree = ast.parse((files(PACKAGE) / f"{self._module}.py").read_text(encoding="utf-8"))
        functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
        return next(ast.get_docstring(node) or "" for node in functions if node.name == self._function)

    @help.setter  # noqa: A003
    def help(self, text: str | None) -> None:
        """It is in its file."""


class CommandGroup(TyperGroup):
    """The group of all commands."""

    modules: Mapping[str, str] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: LazyCommand(name, module) for name, module in self.modules.items()}

    @classmethod
    def of(cls, modules: Mapping[str, str]) -> type[CommandGroup]:
        """The group of commands with these names, each from the module of ours."""
        return type("Commands", (cls,), {"modules": modules})

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """As wide as the terminal."""
        fit(self, formatter)
        super().format_help(ctx, formatter)

    def get_params(self, ctx: Any) -> Parameters:
        """Its own options."""
        return plain(super().get_params(ctx))
