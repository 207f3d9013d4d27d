"""Words and options of the command line that several commands share, each declared once."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from leafstrap.cluster.connect import CLUSTER_HELP
from leafstrap.errors import UsageError
from leafstrap.games import GAMES, Game
from leafstrap.types import Position

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

POSITION_HELP = "FEN; in backgammon an XGID or position ID"


def beginning(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """What a shell may complete a word to; where that is nothing, it tries files."""
    return lambda incomplete: [name for name in names() if name.startswith(incomplete)]


def _recipes() -> list[str]:
    from leafstrap.recipes import library  # most commands do without

    return library.names()


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help=f"One of: {', '.join(GAMES.names())}.", autocompletion=beginning(GAMES.names)
    ),
]
RecipeName = Annotated[
    str | None,
    typer.Option(
        "--recipe",
        metavar="NAME|FILE",
        help="What to learn and how.",
        show_default="the game's quick one",
        autocompletion=beginning(_recipes),
    ),
]
Weights = Annotated[
    str,
    typer.Argument(
        metavar="[WEIGHTS]", help="A weights file, a run folder, default, untrained, or material."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")]
Depth = Annotated[int | None, typer.Option("--depth", min=1, help="Plies a move.")]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help=CLUSTER_HELP)]
Movetime = Annotated[float | None, typer.Option("--movetime", help="Seconds a move.")]


def parse_position(game: Game, text: str | None) -> Position:
    """The position that was written, or the standard start.

    >>> from leafstrap.games import get
    >>> parse_position(get("chess"), None) == parse_position(get("chess"), "startpos")
    True
    """
    if text is None or text == "startpos":
        return game.Position()
    try:
        return game.Position.parse(text)
    except ValueError as error:
        raise UsageError(str(error)) from error


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command in which every parameter that is a dataclass stands for the options that are its fields.

    The command line sees the fields as if they were written out; the command gets the dataclass filled.
    """
    signature = inspect.signature(command, eval_str=True)
    groups: dict[str, type[DataclassInstance]] = {
        name: parameter.annotation
        for name, parameter in signature.parameters.items()
        if inspect.isclass(parameter.annotation) and dataclasses.is_dataclass(parameter.annotation)
    }
    written_out: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        written_out += _options(groups[name]) if name in groups else [parameter]

    @functools.wraps(command)
    def run(**given: object) -> None:
        for name, group in groups.items():
            fields = [field.name for field in dataclasses.fields(group)]
            given[name] = group(**{field: given.pop(field) for field in fields})
        command(**given)

    run.__signature__ = signature.replace(parameters=written_out)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in written_out}
    return run


def _options(group: type[DataclassInstance]) -> list[inspect.Parameter]:
    declared = inspect.signature(group, eval_str=True).parameters.values()
    return [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in declared]
