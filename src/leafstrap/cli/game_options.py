"""Options of all commands that have games played, and the conditions that they describe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leafstrap.arena import Adjudication
from leafstrap.arena.adjudication import DrawRule, WinRule
from leafstrap.players.spec import KNOWN
from leafstrap.search import Limits, TimeControl

DEFAULT_LIMITS = Limits(nodes=10_000)

PLAYER_HELP = f"One of: {KNOWN}; limits after @, as @depth=4."

Nodes = Annotated[
    int | None, typer.Option("--nodes", min=1, help="Nodes a move (10000 if no limit is given).")
]
Depth = Annotated[int | None, typer.Option("--depth", min=1, help="Plies a move.")]
Movetime = Annotated[float | None, typer.Option("--movetime", help="Seconds a move.")]
Clock = Annotated[str | None, typer.Option("--tc", help="Fischer clock, SECONDS+INCREMENT.")]
Concurrency = Annotated[int, typer.Option("--concurrency", min=1, help="Pairs of games played at once.")]
Openings = Annotated[str, typer.Option("--openings", help="own, none, or a file of FEN, EPD or PGN.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Openings and all that is random.")]
MaxPlies = Annotated[int, typer.Option("--max-plies", min=1, help="A game this long is drawn.")]
Resign = Annotated[
    str | None,
    typer.Option(
        "--resign",
        metavar="SCORE,MOVES",
        help="A side that both see behind by SCORE centipawns for MOVES moves has lost.",
    ),
]
Draw = Annotated[
    str | None,
    typer.Option(
        "--draw",
        metavar="PLY,MOVES,SCORE",
        help="From PLY on, draw when nobody is ahead by more than SCORE for MOVES moves.",
    ),
]
Pgn = Annotated[Path | None, typer.Option("--pgn", help="Write the games to this file.")]

Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Write results and games to this folder, pair by pair."),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the games in the folder of --out.")]


def parse_limits(
    nodes: int | None, depth: int | None, movetime: float | None, tc: str | None
) -> Limits | None:
    """The limits that were asked for; None if none were."""
    limits = Limits(depth=depth, nodes=nodes, movetime=movetime, clock=TimeControl.parse(tc) if tc else None)
    return limits if limits.any else None


def parse_adjudication(resign: str | None, draw: str | None) -> Adjudication:
    """The adjudication that was asked for."""
    return Adjudication(WinRule.parse(resign) if resign else None, DrawRule.parse(draw) if draw else None)
