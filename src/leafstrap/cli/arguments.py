"""Words of the command line that several commands share."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from leafstrap.errors import UsageError
from leafstrap.games import GAMES, Game

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
Weights = Annotated[
    str,
    typer.Argument(
        metavar="[WEIGHTS]", help="A weights file, a run folder, default, untrained, or material."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")]


def parse_position(game: Game, text: str | None) -> Any:
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
