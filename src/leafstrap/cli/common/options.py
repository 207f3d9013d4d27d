"""Words and options of the command line that several commands share, each declared once."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leafstrap.arena import OWN, Adjudication, Conditions, DrawRule, WinRule
from leafstrap.errors import UsageError
from leafstrap.games import GAMES, Game
from leafstrap.players import usages
from leafstrap.search import Limits, TimeControl
from leafstrap.types import Position

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

DEFAULT_LIMITS = Limits(nodes=10_000)
PLAYER_HELP = f"One of: {usages()}; limits after @, as @depth=4."

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES.names())}.")]
Weights = Annotated[
    str,
    typer.Argument(
        metavar="[WEIGHTS]", help="A weights file, a run folder, default, untrained, or material."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on the last line.")]
Depth = Annotated[int | None, typer.Option("--depth", min=1, help="Plies a move.")]
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


@dataclass(frozen=True)
class GameOptions:
    """How games are played."""

    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, help="Nodes a move (10000 if no limit is given).")
    ] = None
    depth: Depth = None
    movetime: Movetime = None
    tc: Annotated[str | None, typer.Option("--tc", help="Fischer clock, SECONDS+INCREMENT.")] = None
    concurrency: Annotated[
        int, typer.Option("--concurrency", min=1, help="Pairs of games played at once.")
    ] = 1
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
            limits if limits.any else default or DEFAULT_LIMITS,
            self.concurrency,
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
