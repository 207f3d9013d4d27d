"""`leafstrap play`: a game against the engine in the terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import SystemRandom
from typing import Annotated, Literal

import typer

from leafstrap import games
from leafstrap._core import Side
from leafstrap.cli.common.folding import say
from leafstrap.cli.common.options import Depth, GameName, Movetime, Weights, parse_position
from leafstrap.cli.common.playing import GameFile
from leafstrap.cli.terminal.opponent import (
    AtLevel,
    EngineOpponent,
    ExpectimaxOpponent,
    Opponent,
    SearchOpponent,
)
from leafstrap.cli.terminal.session import Session, Setting, unicode_terminal
from leafstrap.errors import UsageError
from leafstrap.evaluators import Evaluator
from leafstrap.games import View
from leafstrap.games.game import PlayedBy
from leafstrap.players import level_of, parse_evaluator
from leafstrap.players.cube import LONGEST
from leafstrap.search import Limits, TimeControl

DEFAULT_LIMITS = Limits(movetime=1.0)
EXPECTIMAX_LIMITS = Limits(depth=2)


def play(
    game: GameName,
    weights: Weights = "default",
    *,
    side: Annotated[
        Literal["white", "black"],
        typer.Option("--side", help="Your side; the first player in backgammon is white."),
    ] = "white",
    level: Annotated[
        int | None,
        typer.Option(
            "--level", min=1, help="From 1, a beginner, to 10.", show_default="as strong as the limits allow"
        ),
    ] = None,
    movetime: Movetime = None,
    depth: Depth = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, help="Nodes a move.", show_default="one second")
    ] = None,
    tc: Annotated[str | None, typer.Option("--tc", help="A clock for both sides, SECONDS+INCREMENT.")] = None,
    cube: Annotated[
        bool, typer.Option("--cube", help="Backgammon for money, with the doubling cube.")
    ] = False,
    points: Annotated[
        int | None, typer.Option("--points", min=1, help="A match of backgammon to so many points.")
    ] = None,
    fen: Annotated[
        str | None, typer.Option("--fen", help="Where the game starts; in backgammon an ID.")
    ] = None,
    pgn: Annotated[Path | None, typer.Option("--pgn", help="Add the games to this file.")] = None,
    ascii_: Annotated[
        bool, typer.Option("--ascii", help="Letters instead of symbols for the pieces.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, help="What dice and errors of levels follow from.", show_default="chance"
        ),
    ] = None,
) -> None:
    """Play against the engine; type help for what it understands."""
    rules = games.get(game)
    start = parse_position(rules, fen)
    if start.outcome() is not None:
        raise UsageError("The game is over in this position: choose another with --fen.")
    if (cube or points is not None) and not rules.cube:
        raise UsageError(f"There is no cube in {rules.name}.")
    if points is not None and (cube or points > LONGEST):
        raise UsageError(f"A match has 1 to {LONGEST} points, and the cube without --cube.")
    clock = TimeControl.parse(tc) if tc else None
    limits = Limits(depth=depth, nodes=nodes, movetime=movetime, clock=clock)
    if rules.played_by == "expectimax":
        if limits.nodes or limits.movetime:
            raise UsageError(f"{rules.name.capitalize()} looks ahead by --depth, not by nodes or time.")
        limits = Limits(depth=limits.depth or EXPECTIMAX_LIMITS.depth, clock=clock)
    elif not limits.any:
        limits = DEFAULT_LIMITS
    evaluator = parse_evaluator(weights, rules)
    chance = SystemRandom().randrange(2**32) if seed is None else seed
    best = OPPONENTS[rules.played_by](evaluator)

    def at_level(number: int) -> Opponent:
        return AtLevel(best, evaluator, level_of(number), chance)

    with GameFile(pgn, keep=True) as file:
        columns = shutil.get_terminal_size().columns
        view = View(symbols=unicode_terminal() and not ascii_, colours=_has_colours(), columns=columns)
        own = Side.first if side == "white" else Side.second
        setting = Setting(start, own, view, limits, str(chance), cube, points)
        opponent = best if level is None else at_level(level)
        session = Session(rules, opponent, file, setting, at_level=at_level, say=say)
        _edit_lines(session)
        try:
            session.begin()
            while session.obey(input(session.prompt())):
                pass
        except EOFError:
            print()
        finally:
            session.end()


def _has_colours() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _edit_lines(session: Session) -> None:
    """Arrow keys, a history and completion by Tab, where Python has them and somebody types."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = session.completions(text)
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")


# Whom a person plays, by what players of the game look ahead by.
OPPONENTS: Mapping[PlayedBy, Callable[[Evaluator], Opponent]] = {
    "training": SearchOpponent,
    "tournament": EngineOpponent,
    "expectimax": ExpectimaxOpponent,
}
