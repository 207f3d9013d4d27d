"""`leafstrap play`: a game against the engine in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom
from typing import Annotated, Literal

import typer

from leafstrap import games
from leafstrap._core import Side
from leafstrap.cli.arguments import GameName, Weights, parse_position
from leafstrap.cli.backgammon_session import BackgammonSession
from leafstrap.cli.chess_session import ChessSession
from leafstrap.cli.draughts_session import DraughtsSession
from leafstrap.cli.engine_session import EngineSession
from leafstrap.cli.game_file import GameFile
from leafstrap.cli.game_options import Depth, Movetime
from leafstrap.cli.session import Session, unicode_terminal
from leafstrap.errors import UsageError
from leafstrap.players import parse_networks, parse_weights
from leafstrap.search import Limits
from leafstrap.search.engine import Engine, SearchRequest

DEFAULT_LIMITS = Limits(movetime=1.0)
DICE_LIMITS = Limits(depth=2)
SESSIONS: dict[str, type[EngineSession]] = {"chess": ChessSession, "draughts": DraughtsSession}


def play(
    game: GameName,
    weights: Weights = "default",
    *,
    side: Annotated[
        Literal["white", "black"],
        typer.Option("--side", help="Your side; the first player in backgammon is white."),
    ] = "white",
    movetime: Movetime = None,
    depth: Depth = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, help="Nodes a move.", show_default="one second")
    ] = None,
    fen: Annotated[
        str | None, typer.Option("--fen", help="Where the game starts; in backgammon an ID.")
    ] = None,
    pgn: Annotated[Path | None, typer.Option("--pgn", help="Add the games to this file.")] = None,
    ascii_: Annotated[
        bool, typer.Option("--ascii", help="Letters instead of symbols for the pieces.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="What the dice follow from.", show_default="chance")
    ] = None,
) -> None:
    """Play against the engine; type help for what it understands."""
    rules = games.get(game)
    start = parse_position(rules, fen)
    if start.outcome() is not None:
        raise UsageError("The game is over in this position: choose another with --fen.")
    limits = Limits(depth=depth, nodes=nodes, movetime=movetime)
    about = {
        "start": start,
        "side": Side.first if side == "white" else Side.second,
        "symbols": unicode_terminal() and not ascii_,
    }
    with GameFile(pgn, keep=True) as file:
        session: Session
        if rules.dice:
            if nodes or movetime:
                raise UsageError("Backgammon looks ahead by --depth, not by nodes or time.")
            throws = str(SystemRandom().random() if seed is None else seed)
            limits = limits if limits.any else DICE_LIMITS
            session = BackgammonSession(parse_networks(weights, rules), limits, file, seed=throws, **about)
        else:
            limits = limits if limits.any else DEFAULT_LIMITS
            session = SESSIONS[rules.name](
                Engine(parse_weights(weights, rules)), SearchRequest.within(limits), file, **about
            )
        try:
            session.begin()
            while session.obey(input(session.prompt())):
                pass
        except EOFError:
            print()
        finally:
            session.end()
