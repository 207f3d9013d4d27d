"""`leafstrap rate`: the checkpoints of a run, or one player, against fixed opponents."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from leafstrap.arena import Ladder, RoundRobin, Standings, read_ladder
from leafstrap.cli.common.game_options import GameOptions, PoolOptions
from leafstrap.cli.common.options import Json, with_groups
from leafstrap.cli.common.playing import play_pool
from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.players import parse_player
from leafstrap.training.history import History
from leafstrap.training.plot import plot_ratings
from leafstrap.training.rating import RatedPool, player_pool, run_pool
from leafstrap.types import JsonObject

DEFAULT_CHECKPOINTS = 6


@with_groups
def rate(
    rated: Annotated[str, typer.Argument(metavar="RUN|PLAYER", help="A run folder, or any player.")],
    *,
    ladder: Annotated[
        str | None,
        typer.Option(
            "--ladder",
            metavar="NAME|FILE",
            help="Opponents: backgammon, debian, own, stockfish, stockfish-rated or a file.",
        ),
    ] = None,
    checkpoints: Annotated[
        int, typer.Option("--checkpoints", min=1, help="How many of a run, spread over it.")
    ] = DEFAULT_CHECKPOINTS,
    played: PoolOptions,
    options: GameOptions,
    as_json: Json = False,
) -> None:
    """Rate the checkpoints of a run, or one player, by games against fixed opponents."""
    chosen = read_ladder(ladder) if ladder else None
    history = History.read(Path(rated)) if (Path(rated) / "run.toml").is_file() else None
    game, pool = _pool(rated, history, chosen, checkpoints)
    conditions = options.conditions(game, chosen.limits if chosen else None)
    results, complete = play_pool(RoundRobin(pool.pairings(), conditions, played.games), played, options)
    standings = Standings(pool.names, results, pool.anchors)
    print(standings.table())
    report: JsonObject = standings.as_json()
    if history is not None and complete:
        report["curve"] = pool.curve(standings)
        _draw(report["curve"], history.folder.path / "rating.png")
    if as_json:
        print(json.dumps(report))
    if not complete:
        raise KeyboardInterrupt


def _pool(
    rated: str, history: History | None, ladder: Ladder | None, checkpoints: int
) -> tuple[Game, RatedPool]:
    opponents = ladder.present(_note) if ladder else []
    known = ladder.ratings() if ladder else {}
    if history is not None:
        if ladder is not None and ladder.game != history.game:
            raise UsageError(f"The run is about {history.game.name}, the ladder about {ladder.game.name}.")
        return history.game, run_pool(history, checkpoints, opponents, known)
    if ladder is None:
        raise UsageError(f"{rated} is no run: to rate a player give opponents with --ladder.")
    return ladder.game, player_pool(parse_player(rated, ladder.game), opponents, known)


def _draw(curve: list[dict[str, float]], target: Path) -> None:
    """A picture is an extra: the games were not in vain where it cannot be drawn."""
    try:
        plot_ratings(curve, target)
    except UsageError as error:
        _note(str(error))
    else:
        print(target)


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
