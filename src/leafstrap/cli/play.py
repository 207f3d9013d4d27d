"""`leafstrap play`: a game against the engine in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from leafstrap import games
from leafstrap._core import Side
from leafstrap.cli.arguments import GameName, Weights, parse_position
from leafstrap.cli.game_file import GameFile
from leafstrap.cli.game_options import Depth, Movetime
from leafstrap.cli.play_session import PlaySession, unicode_terminal
from leafstrap.errors import UsageError
from leafstrap.players.spec import parse_weights
from leafstrap.search import Limits
from leafstrap.search.engine import Assignment, Engine

DEFAULT_LIMITS = Limits(movetime=1.0)


def play(
    game: GameName,
    weights: Weights = "default",
    *,
    side: Annotated[
        Literal["white", "black"], typer.Option("--side", help="Your side: white or black.")
    ] = "white",
    movetime: Movetime = None,
    depth: Depth = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, help="Nodes a move.  [default: one second]")
    ] = None,
    fen: Annotated[str | None, typer.Option("--fen", help="Where the game starts.")] = None,
    pgn: Annotated[Path | None, typer.Option("--pgn", help="Add the games to this file.")] = None,
    ascii_: Annotated[
        bool, typer.Option("--ascii", help="Letters instead of symbols for the pieces.")
    ] = False,
) -> None:
    """Play against the engine; type help for what it understands."""
    rules = games.get(game)
    start = parse_position(rules, fen)
    if start.outcome() is not None:
        raise UsageError("The game is over in this position: choose another with --fen.")
    limits = Limits(depth=depth, nodes=nodes, movetime=movetime)
    with GameFile(pgn, keep=True) as file:
        session = PlaySession(
            Engine(parse_weights(weights, rules)),
            Assignment.within(limits if limits.any else DEFAULT_LIMITS),
            file,
            start=start,
            side=Side.first if side == "white" else Side.second,
            symbols=unicode_terminal() and not ascii_,
        )
        try:
            session.begin()
            while session.obey(input(session.prompt())):
                pass
        except EOFError:
            print()
        finally:
            session.end()
