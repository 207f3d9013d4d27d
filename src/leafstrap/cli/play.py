"""`leafstrap play`: a game against the engine in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import SystemRandom
from typing import Annotated, Literal

import typer

from leafstrap import games
from leafstrap._core import Side
from leafstrap.cli.common.options import Depth, GameName, Movetime, Weights, parse_position
from leafstrap.cli.common.playing import GameFile
from leafstrap.cli.terminal.opponent import EngineOpponent, ExpectimaxOpponent, Opponent, SearchOpponent
from leafstrap.cli.terminal.session import Session, unicode_terminal
from leafstrap.errors import UsageError
from leafstrap.games.game import PlayedBy
from leafstrap.players import parse_evaluator
from leafstrap.search import Limits
from leafstrap.search.engine import Engine

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
    opponent = OPPONENTS[rules.played_by](rules, weights, Limits(depth=depth, nodes=nodes, movetime=movetime))
    with GameFile(pgn, keep=True) as file:
        session = Session(
            rules,
            opponent,
            file,
            start=start,
            side=Side.first if side == "white" else Side.second,
            symbols=unicode_terminal() and not ascii_,
            seed=str(SystemRandom().random() if seed is None else seed),
        )
        try:
            session.begin()
            while session.obey(input(session.prompt())):
                pass
        except EOFError:
            print()
        finally:
            session.end()


def _by_training_search(game: games.Game, weights: str, limits: Limits) -> Opponent:
    return SearchOpponent(parse_evaluator(weights, game), limits if limits.any else DEFAULT_LIMITS)


def _by_tournament_search(game: games.Game, weights: str, limits: Limits) -> Opponent:
    engine = Engine(parse_evaluator(weights, game))
    return EngineOpponent(game, engine, limits if limits.any else DEFAULT_LIMITS)


def _by_expectimax(game: games.Game, weights: str, limits: Limits) -> Opponent:
    if limits.nodes or limits.movetime:
        raise UsageError(f"{game.name.capitalize()} looks ahead by --depth, not by nodes or time.")
    return ExpectimaxOpponent(parse_evaluator(weights, game), limits if limits.any else EXPECTIMAX_LIMITS)


# Whom a person plays, by what players of the game look ahead by.
OPPONENTS: Mapping[PlayedBy, Callable[[games.Game, str, Limits], Opponent]] = {
    "training": _by_training_search,
    "tournament": _by_tournament_search,
    "expectimax": _by_expectimax,
}
