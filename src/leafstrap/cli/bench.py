"""`leafstrap bench`: how fast the core is on this machine, and whether it still does the same."""

from __future__ import annotations

import json
from functools import partial
from operator import attrgetter
from typing import Annotated, Any

import typer

from leafstrap import games
from leafstrap.cli.bench_dice import backgammon_signature, measure_backgammon
from leafstrap.cli.bench_suites import SUITES
from leafstrap.cli.common.native_work import Meter
from leafstrap.cli.common.options import Json
from leafstrap.evaluators import initial_weights


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all if left out.")] = None,
    as_json: Json = False,
) -> None:
    """Measure the speed of the core, and print a signature that changes only when its results do."""
    chosen = [games.get(game)] if game else list(games.GAMES.values())
    report = {one.name: measure(one) for one in chosen}
    if as_json:
        print(json.dumps(report))
        return
    for name, figures in report.items():
        for what, figure in figures.items():
            if what != "signature":
                print(f"{name} {what}: {figure['nps'] / 1e6:.3f} million nodes a second")
        print(f"{name} signature: {figures['signature']}")


def measure(game: games.Game) -> dict[str, Any]:
    """Speeds of one game on one thread, and its signature."""
    if game.dice:
        return measure_backgammon()
    suite = SUITES[game.name]
    lines = [game.Line(game.Position.parse(text)) for text in suite.search]
    features = game.feature_sets[suite.features]
    evaluator = features.linear(initial_weights(game, features, "material"))
    search = features.alphabeta()

    perft, evaluation, looking, learning = Meter(), Meter(), Meter(), Meter()
    for text, depth in suite.perft:
        perft.run(partial(game.Position.parse(text).perft, depth), int)
    evaluation.run(partial(evaluator.values, [line.position for line in lines] * suite.evaluations), len)
    for line in lines:
        looking.run(partial(search.run, evaluator, line, depth=suite.depth), nodes_of)
        learning.run(search.delta, nodes_of)
    return {
        "perft": perft.rate(),
        "evaluation": evaluation.rate(),
        "search": looking.rate(),
        "learning": learning.rate(),
        "signature": signature(game),
    }


nodes_of = attrgetter("nodes")


def signature(game: games.Game) -> int:
    """Nodes of fixed-depth searches with integer weights; a game with dice has its own.

    Sums of small integers are exact, so this is one number on every machine. It changes with the rules, the
    move ordering, the search or the table, and with nothing else.
    """
    if game.dice:
        return backgammon_signature()
    suite = SUITES[game.name]
    features = game.feature_sets[suite.signature_features]
    evaluator = features.linear(initial_weights(game, features, "material"))
    lines = [game.Line(game.Position.parse(text)) for text in suite.search]
    return sum(features.alphabeta().run(evaluator, line, depth=suite.depth).nodes for line in lines)
