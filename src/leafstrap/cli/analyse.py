"""`leafstrap analyse`: games of a file, looked through for what moves gave away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from leafstrap import games
from leafstrap.arena.games.analysis import JudgedMove, judge_of, judged_moves, player_names, recorded_games
from leafstrap.cli.common.options import Depth, GameName, Json, Weights
from leafstrap.cli.common.playing import GamesProgress
from leafstrap.players import parse_evaluator
from leafstrap.search import Limits
from leafstrap.search.limits import check_limits, default_limits


def analyse(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Games as PGN, PDN, or in backgammon .mat.")],
    weights: Weights = "default",
    *,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, help="Nodes a move (10000); not in backgammon.")
    ] = None,
    depth: Depth = None,
    worst: Annotated[int, typer.Option("--worst", min=0, help="How many of the worst moves to list.")] = 5,
    as_json: Json = False,
) -> None:
    """Look through recorded games: what each player gave away a decision, and its worst moves.

    In backgammon this is the error rate as GNU Backgammon counts it: thousandths of a point for every decision, where
    there was more than one move. Of matches and the cube nothing is judged.
    """
    rules = games.get(game)
    given = Limits(depth=depth, nodes=nodes)
    limits = check_limits(rules, given if given.any else default_limits(rules))
    judge, records = judge_of(parse_evaluator(weights, rules), limits), recorded_games(rules, file)
    found: list[JudgedMove] = []
    with GamesProgress(len(records)) as progress:  # nothing is to be saved: signals end it where it is
        for number, moves in enumerate(judged_moves(rules, records, judge), start=1):
            found += moves
            progress.show(number, f"{len(found)} decisions")
    report = {}
    names = dict.fromkeys(name for record in records for name in player_names(record).values())
    for name in names:
        own = [each for each in found if each.player == name]
        mean = sum(each.loss for each in own) / max(len(own), 1)
        report[name] = {"decisions": len(own), "mean_loss": round(mean, 5)}
        print(
            f"{name}: {1000 * mean:.1f} thousandths ({rules.wording.unit}) a decision, of {len(own)} decisions"
        )
    blunders = sorted(found, key=lambda each: -each.loss)[:worst]
    for each in blunders:
        print(
            f"game {each.game}, {each.label} {each.played} ({each.player}): {each.loss:.3f} less than {each.best}"
        )
    if as_json:
        told = [
            {
                "game": each.game,
                "ply": each.ply,
                "player": each.player,
                "played": each.played,
                "best": each.best,
                "loss": each.loss,
            }
            for each in blunders
        ]
        print(json.dumps({"games": len(records), "players": report, "worst": told}))
