"""`leafstrap bench`: how fast the core is on this machine, and whether it still does the same."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, TypeVar

import typer

from leafstrap import games
from leafstrap.cli.arguments import Json
from leafstrap.cli.bench_suites import SUITES, Suite
from leafstrap.cli.interruptible import interruptible
from leafstrap.cli.speed import speed
from leafstrap.evaluators import initial_weights

Result = TypeVar("Result")


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all if left out.")] = None,
    as_json: Json = False,
) -> None:
    """Measure the speed of the core, and print a signature that changes only when its results do."""
    chosen = [games.get(game)] if game else list(games.GAMES.values())
    report = {one.name: measure(one, SUITES[one.name]) for one in chosen}
    if as_json:
        print(json.dumps(report))
        return
    for name, figures in report.items():
        for what, figure in figures.items():
            if what != "signature":
                print(f"{name} {what}: {figure['nps'] / 1e6:.3f} million nodes a second")
        print(f"{name} signature: {figures['signature']}")


def measure(game: games.Game, suite: Suite) -> dict[str, Any]:
    """Speeds of one game on one thread, and its signature."""
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
        "signature": signature(game, suite),
    }


nodes_of = attrgetter("nodes")


class Meter:
    """Adds up the nodes and the seconds of native work."""

    def __init__(self) -> None:
        self._nodes, self._seconds = 0, 0.0

    def run(self, work: Callable[[], Result], nodes: Callable[[Result], int]) -> None:
        """Carry out some work, and ask of its result how many nodes it was."""
        began = time.perf_counter()
        result = interruptible(work)
        self._seconds += time.perf_counter() - began
        self._nodes += nodes(result)

    def rate(self) -> dict[str, float]:
        """What has been measured so far."""
        return speed(self._nodes, self._seconds)


def signature(game: games.Game, suite: Suite) -> int:
    """Nodes of fixed-depth searches with integer weights.

    Sums of small integers are exact, so this is one number on every machine. It changes with the rules, the
    move ordering, the search or the table, and with nothing else.
    """
    features = game.feature_sets[suite.signature_features]
    evaluator = features.linear(initial_weights(game, features, "material"))
    lines = [game.Line(game.Position.parse(text)) for text in suite.search]
    return sum(features.alphabeta().run(evaluator, line, depth=suite.depth).nodes for line in lines)
