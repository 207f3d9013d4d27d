"""How games between players are played and how many: options of all commands that play some."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from leafstrap.arena import OWN, Adjudication, Conditions, DrawRule, WinRule
from leafstrap.cli.common.options import Cluster, Depth, Movetime
from leafstrap.games import Game
from leafstrap.players import usages
from leafstrap.search import Limits, TimeControl
from leafstrap.search.limits import default_limits

PLAYER_HELP = f"One of: {usages()}; limits after @, as @depth=4."


@dataclass(frozen=True)
class GameOptions:
    """How games are played."""

    nodes: Annotated[
        int | None,
        typer.Option("--nodes", min=1, help="Nodes a move (10000 if no limit is given); not in backgammon."),
    ] = None
    depth: Depth = None
    movetime: Movetime = None
    tc: Annotated[str | None, typer.Option("--tc", help="Fischer clock, SECONDS+INCREMENT.")] = None
    concurrency: Annotated[
        int | None,
        typer.Option(
            "--concurrency",
            min=1,
            help="Pairs of games played at once.",
            show_default="1, or every core of a cluster",
        ),
    ] = None
    cluster: Cluster = None
    openings: Annotated[str, typer.Option("--openings", help="own, none, or a file of FEN, EPD or PGN.")] = (
        OWN
    )
    resign: Annotated[
        str | None,
        typer.Option(
            "--resign",
            metavar="SCORE,MOVES",
            help="A side that both see behind by SCORE centipawns for MOVES moves has lost.",
        ),
    ] = None
    draw: Annotated[
        str | None,
        typer.Option(
            "--draw",
            metavar="PLY,MOVES,SCORE",
            help="From PLY on, draw when nobody is ahead by more than SCORE for MOVES moves.",
        ),
    ] = None
    max_plies: Annotated[
        int | None, typer.Option("--max-plies", min=1, help="A game this long is drawn (in chess 400).")
    ] = None
    cube: Annotated[bool, typer.Option("--cube", help="Backgammon for money, with the doubling cube.")] = (
        False
    )
    seed: Annotated[int, typer.Option("--seed", min=0, help="Openings and all that is random.")] = 0

    def conditions(self, game: Game, default: Limits | None = None) -> Conditions:
        """What was asked for; where no limits were, `default` or our own."""
        clock = TimeControl.parse(self.tc) if self.tc else None
        limits = Limits(depth=self.depth, nodes=self.nodes, movetime=self.movetime, clock=clock)
        adjudication = Adjudication(
            WinRule.parse(self.resign) if self.resign else None,
            DrawRule.parse(self.draw) if self.draw else None,
        )
        return Conditions(
            game,
            limits if limits.any else default or default_limits(game),
            self.concurrency or 1,
            self.openings,
            self.seed,
            self.max_plies,
            adjudication,
            self.cube,
        )


@dataclass(frozen=True)
class PoolOptions:
    """How much is played in a tournament, and where that is kept."""

    number_of_games: Annotated[
        int, typer.Option("--games", min=1, help="Games of each pairing; an odd number is rounded up.")
    ] = 20
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write results and games to this folder, pair by pair."),
    ] = None
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the games in the folder of --out.")] = (
        False
    )

    @property
    def games(self) -> int:
        """An even number: every opening is played from both sides."""
        return self.number_of_games + self.number_of_games % 2
