"""`leafstrap match`: two players, many games, one number with its interval."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from leafstrap import games
from leafstrap.arena import Match, MatchResult, Sprt, each_game, game_text
from leafstrap.cli.common.game_options import PLAYER_HELP, GameOptions
from leafstrap.cli.common.options import GameName, Json, with_groups
from leafstrap.cli.common.playing import GameFile, GamesProgress, NumberedFiles
from leafstrap.cluster.games.runner import runner_on
from leafstrap.players import parse_player
from leafstrap.training.signals import Interruption

DEFAULT_GAMES = 100
DEFAULT_GAMES_SPRT = 20_000


@with_groups
def match(
    game: GameName,
    a: Annotated[str, typer.Argument(metavar="A", help=PLAYER_HELP)],
    b: Annotated[str, typer.Argument(metavar="B", help="The same.")],
    *,
    number_of_games: Annotated[
        int | None,
        typer.Option("--games", min=1, help=f"{DEFAULT_GAMES}, or at most {DEFAULT_GAMES_SPRT} with --sprt."),
    ] = None,
    options: GameOptions,
    points: Annotated[
        int | None,
        typer.Option("--points", help="Backgammon in matches to so many points; --games counts matches."),
    ] = None,
    sprt: Annotated[str | None, typer.Option("--sprt", help="Stop when decided: NELO0,NELO1.")] = None,
    pgn: Annotated[
        Path | None,
        typer.Option(
            "--pgn", help="Write the games to this file; with --points each match to one of its own."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play A against B in pairs of games with sides swapped, and say how much stronger A is."""
    rules = games.get(game)
    conditions = replace(options.conditions(rules), points=points)
    test = Sprt.parse(sprt) if sprt else None
    wanted = number_of_games or (DEFAULT_GAMES_SPRT if test else DEFAULT_GAMES)
    planned = Match(parse_player(a, rules), parse_player(b, rules), conditions, wanted + wanted % 2, test)
    # A flag and not an exception: a pair is counted, written and shown, or none of these.
    files = GameFile(pgn) if points is None else NumberedFiles(pgn)
    with files as file, GamesProgress(planned.games) as progress, Interruption() as interruption:
        if wanted % 2:
            what = "games" if points is None else "matches"
            progress.note(f"{planned.games} {what}, not {wanted}: every opening is played from both sides.")
        with runner_on(options.cluster, options.concurrency, progress.note) as make_runner:
            result = planned.run(_watch(planned, progress, file), interruption.flag(), make_runner)
    _report(planned, result, as_json)
    if result.interrupted:
        raise KeyboardInterrupt


def _watch(
    planned: Match, progress: GamesProgress, file: GameFile | NumberedFiles
) -> Callable[[MatchResult], None]:
    event = f"{planned.a.name} - {planned.b.name}"
    one = "Game" if planned.conditions.points is None else "Match"

    def watch(result: MatchResult) -> None:
        pair = result.pairs[-1]
        for place, played in enumerate(pair.played, start=1):
            number = 2 * pair.number + place
            for game in each_game(played):
                if game.irregular:
                    progress.note(f"{one} {number}: {game.reason}.")
            if file.wanted:
                file.write(game_text(planned.conditions.game, played, number, event))
        llr = f", LLR {planned.sprt.llr(result.score.pairs):+.2f}" if planned.sprt else ""
        progress.show(result.score.games, f"{result.score}{llr}")

    return watch


def _report(planned: Match, result: MatchResult, as_json: bool) -> None:
    score = result.score
    print(f"{planned.a.name} - {planned.b.name}: {score}")
    print(score.details())
    report: dict[str, object] = {**score.as_json()}
    if planned.sprt:
        llr = planned.sprt.llr(score.pairs)
        print(
            f"SPRT [{planned.sprt.nelo0:g}, {planned.sprt.nelo1:g}]: {result.verdict}, LLR {llr:.2f} "
            f"[{planned.sprt.lower:.2f}, {planned.sprt.upper:.2f}]"
        )
        report |= {"llr": round(llr, 4), "verdict": result.verdict}
    if as_json:
        print(json.dumps(report))
