"""`leafstrap calibrate`: how often a score wins, fitted to games of the weights with themselves."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from leafstrap import games
from leafstrap.arena.games.judged import JudgedPosition, judged_games
from leafstrap.arena.stats.result_fit import calibration, fit_results, mean_loss
from leafstrap.cli.common.options import GameName, Json, Weights
from leafstrap.cli.common.playing import GamesProgress
from leafstrap.players import parse_player
from leafstrap.search import Limits
from leafstrap.search.limits import check_limits
from leafstrap.training.signals import Interruption

BOUNDS = (-600, -400, -250, -150, -75, -25, 25, 75, 150, 250, 400, 600)
FEWEST = 20  # games: half of them to fit to, half to check with


def calibrate(
    game: GameName,
    weights: Weights = "default",
    *,
    number_of_games: Annotated[int, typer.Option("--games", min=FEWEST, help="Games to play.")] = 400,
    nodes: Annotated[int, typer.Option("--nodes", min=1, help="Nodes a move.")] = 2000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Openings, and all that is random.")] = 0,
    as_json: Json = False,
) -> None:
    """Play games, fit how often scores are won, drawn and lost, and check it on games that were not fitted to.

    Every second game is held back for the table; the model that is shown at the end is fitted to all.
    """
    rules = games.get(game)
    limits = check_limits(rules, Limits(nodes=nodes))
    player = parse_player(weights, rules).build()
    found: list[JudgedPosition] = []
    with GamesProgress(number_of_games) as progress, Interruption() as interruption:
        stop = interruption.flag()
        for number, positions in enumerate(
            judged_games(rules, player, limits, number_of_games, seed), start=1
        ):
            found += positions
            progress.show(number, f"{len(found)} positions")
            if stop.is_set:
                raise KeyboardInterrupt
    player.close()
    fitted, held = ([each for each in found if each.game % 2 == half] for half in (0, 1))
    model, by_score = fit_results(fitted), fit_results(fitted, by_pieces=False)
    whole = fit_results(found)
    print(f"{len(found)} positions of {number_of_games} games at {nodes} nodes a move, seed {seed}")
    print(f"Held-out loss: {mean_loss(model, held):.4f} by score and pieces, ", end="")
    print(f"{mean_loss(by_score, held):.4f} by score alone")
    print("score, positions, expected and seen: won, drawn, lost (held-out games)")
    for each in calibration(model, held, BOUNDS):
        said = "  ".join(
            f"{' '.join(f'{100 * share:5.1f} %' for share in shares)}"
            for shares in (each.expected, each.seen)
        )
        print(f"{each.low:+6.0f} to {each.high:+6.0f} {each.positions:7d}   {said}")
    print(f"ResultModel({whole.even}, {whole.even_pieces}, {whole.spread}, {whole.spread_pieces})")
    if as_json:
        losses = {"loss": mean_loss(model, held), "loss_by_score": mean_loss(by_score, held)}
        print(
            json.dumps({"positions": len(found), "games": number_of_games, **losses, "model": asdict(whole)})
        )
