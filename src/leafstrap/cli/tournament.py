"""`leafstrap tournament`: several players, everybody against everybody or one against all."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from leafstrap import games
from leafstrap.arena import RoundRobin, Standings, gauntlet, round_robin
from leafstrap.cli.common.game_options import PLAYER_HELP, GameOptions, PoolOptions
from leafstrap.cli.common.options import GameName, Json, with_groups
from leafstrap.cli.common.playing import play_pool
from leafstrap.errors import UsageError
from leafstrap.players import parse_player


@with_groups
def tournament(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help=PLAYER_HELP)],
    *,
    one_against_all: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first player against each of the others.")
    ] = False,
    pool: PoolOptions,
    options: GameOptions,
    anchor: Annotated[
        list[str] | None,
        typer.Option("--anchor", metavar="NAME=RATING", help="A rating that is known; may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play everybody against everybody in pairs of games with sides swapped, and rate them all."""
    rules = games.get(game)
    specs = [parse_player(text, rules) for text in players]
    pairings = gauntlet(specs) if one_against_all else round_robin(specs)
    planned = RoundRobin(pairings, options.conditions(rules), pool.games)
    names = [spec.name for spec in planned.players]
    anchors = _parse_anchors(anchor or [], names)
    results, complete = play_pool(planned, pool, options)
    standings = Standings(names, results, anchors)
    print(standings.table())
    if as_json:
        print(json.dumps(standings.as_json()))
    if not complete:
        raise KeyboardInterrupt


def _parse_anchors(texts: list[str], names: list[str]) -> dict[str, float]:
    anchors = {}
    for text in texts:
        name, equals, number = text.rpartition("=")
        try:
            anchors[name] = float(number)
        except ValueError:
            equals = ""
        if not equals:
            raise UsageError(f"An anchor is NAME=RATING, not {text!r}.")
        if name not in names:
            raise UsageError(f"The anchor {name!r} does not play: there are {', '.join(names)}.")
    return anchors
