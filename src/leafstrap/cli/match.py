"""`leafstrap match`: two players, many games, one number with its interval."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from io import FileIO
from pathlib import Path
from typing import Annotated

import typer

from leafstrap import games
from leafstrap.arena import Match, MatchResult, Sprt
from leafstrap.arena.openings import OWN
from leafstrap.arena.play import MAX_PLIES
from leafstrap.arena.record import game_text
from leafstrap.arena.sprt import normalised_elo
from leafstrap.cli.arguments import GameName, Json
from leafstrap.cli.match_progress import MatchProgress
from leafstrap.errors import UsageError
from leafstrap.players import parse_player
from leafstrap.players.spec import KNOWN
from leafstrap.runs.signals import Interruption
from leafstrap.search import Limits, TimeControl

DEFAULT_LIMITS = Limits(nodes=10_000)
DEFAULT_GAMES = 100
DEFAULT_GAMES_SPRT = 20_000

HELP = f"One of: {KNOWN}; limits after @, as @depth=4."


def match(
    game: GameName,
    a: Annotated[str, typer.Argument(metavar="A", help=HELP)],
    b: Annotated[str, typer.Argument(metavar="B", help="The same.")],
    *,
    number_of_games: Annotated[
        int | None,
        typer.Option("--games", min=1, help=f"{DEFAULT_GAMES}, or at most {DEFAULT_GAMES_SPRT} with --sprt."),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, help="Nodes a move (10000 if no limit is given).")
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", min=1, help="Plies a move.")] = None,
    movetime: Annotated[float | None, typer.Option("--movetime", help="Seconds a move.")] = None,
    tc: Annotated[str | None, typer.Option("--tc", help="Fischer clock, SECONDS+INCREMENT.")] = None,
    concurrency: Annotated[
        int, typer.Option("--concurrency", min=1, help="Pairs of games played at once.")
    ] = 1,
    openings: Annotated[
        str, typer.Option("--openings", help="own, none, or a file of FEN, EPD or PGN.")
    ] = OWN,
    sprt: Annotated[str | None, typer.Option("--sprt", help="Stop when decided: NELO0,NELO1.")] = None,
    pgn: Annotated[Path | None, typer.Option("--pgn", help="Write the games to this file.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Openings and all that is random.")] = 0,
    max_plies: Annotated[
        int, typer.Option("--max-plies", min=1, help="A game this long is drawn.")
    ] = MAX_PLIES,
    as_json: Json = False,
) -> None:
    """Play A against B in pairs of games with sides swapped, and say how much stronger A is."""
    rules = games.get(game)
    clock = TimeControl.parse(tc) if tc else None
    limits = Limits(depth=depth, nodes=nodes, movetime=movetime, clock=clock)
    test = Sprt.parse(sprt) if sprt else None
    wanted = number_of_games or (DEFAULT_GAMES_SPRT if test else DEFAULT_GAMES)
    planned = Match(
        rules,
        parse_player(a, rules),
        parse_player(b, rules),
        limits if limits.any else DEFAULT_LIMITS,
        games=wanted + wanted % 2,
        concurrency=concurrency,
        openings=openings,
        seed=seed,
        max_plies=max_plies,
        sprt=test,
    )
    # A flag and not an exception: a pair is counted, written and shown, or none of these.
    with _open(pgn) as file, MatchProgress(planned) as progress, Interruption() as interruption:
        if wanted % 2:
            progress.note(f"{planned.games} games, not {wanted}: every opening is played from both sides.")
        result = planned.run(_watch(planned, progress, file), interruption.flag())
    _report(planned, result, as_json)
    if result.interrupted:
        raise KeyboardInterrupt


def _open(path: Path | None) -> AbstractContextManager[FileIO | None]:
    if path is None:
        return nullcontext()
    try:
        return path.open("wb", buffering=0)  # nothing is left to write when a full disk ends the match
    except OSError as error:
        raise _not_written(path, error) from None


def _not_written(path: object, error: OSError) -> UsageError:
    return UsageError(f"The games cannot be written to {path}: {error.strerror}.")


def _watch(planned: Match, progress: MatchProgress, file: FileIO | None) -> Callable[[MatchResult], None]:
    event = f"{planned.a.name} - {planned.b.name}"

    def watch(result: MatchResult) -> None:
        pair = result.pairs[-1]
        for place, played in enumerate(pair.games, start=1):
            if played.reason and played.termination != "adjudication":
                progress.note(f"Game {2 * pair.number + place}: {played.reason}.")
            if file is not None:
                try:
                    file.write(game_text(planned.game, played, 2 * pair.number + place, event).encode())
                except OSError as error:
                    raise _not_written(file.name, error) from None
        progress.show(result)

    return watch


def _report(planned: Match, result: MatchResult, as_json: bool) -> None:
    score = result.score
    print(f"{planned.a.name} - {planned.b.name}: {score}")
    report: dict[str, object] = {**score.as_json()}
    if planned.sprt:
        llr = planned.sprt.llr(score.pairs)
        nelo, margin = normalised_elo(score.pairs)
        print(
            f"SPRT [{planned.sprt.nelo0:g}, {planned.sprt.nelo1:g}]: {result.verdict}, LLR {llr:.2f} "
            f"[{planned.sprt.lower:.2f}, {planned.sprt.upper:.2f}], normalised Elo {nelo:+.1f} ± {margin:.1f}"
        )
        report |= {
            "llr": round(llr, 4),
            "verdict": result.verdict,
            "nelo": round(nelo, 2),
            "nelo_margin": round(margin, 2),
        }
    if as_json:
        print(json.dumps(report))
