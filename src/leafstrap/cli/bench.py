"""`leafstrap bench`: how fast the core is on this machine, and whether it still does the same."""

from __future__ import annotations

import json
from functools import partial
from itertools import islice
from typing import Annotated, cast

import typer

from leafstrap import games
from leafstrap.arena.signature import (
    bench_games,
    bench_lines,
    bench_perft,
    bench_search,
    bench_suite,
    nodes_of,
    signature,
)
from leafstrap.cli.common.native_work import Meter
from leafstrap.cli.common.options import Json, beginning
from leafstrap.evaluators import Architecture, LinearArchitecture, ModularArchitecture
from leafstrap.types import CoreEvaluator, JsonObject, RolledPosition

EVALUATIONS = 20_000  # of each position by a linear evaluator
NETWORK_EVALUATIONS = 300  # by networks, of each of so many positions
NETWORK_POSITIONS = 200
LEARNED_GAMES = 300  # with dice


def bench(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="One game; all if left out.", autocompletion=beginning(games.GAMES.names)
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the speed of the core, and print a signature that changes only when its results do."""
    chosen = [games.get(game)] if game else [one for one in games.GAMES if one.bench_positions]
    report = {one.name: measure(one) for one in chosen}
    if as_json:
        print(json.dumps(report))
        return
    for name, figures in report.items():
        for what, figure in figures.items():
            if what != "signature":
                print(f"{name} {what}: {figure['nps'] / 1e6:.3f} million nodes a second")
        print(f"{name} signature: {figures['signature']}")


def measure(game: games.Game) -> JsonObject:
    """Speeds of one game on one thread, and its signature."""
    perft, evaluation, looking, learning = Meter(), Meter(), Meter(), Meter()
    perft.run(partial(bench_perft, game, bench_suite(game)), int)
    if bench_suite(game).games:
        _measure_expectimax(game, evaluation, looking, learning)
    else:
        _measure_alphabeta(game, evaluation, looking, learning)
    return {
        "perft": perft.rate(),
        "evaluation": evaluation.rate(),
        "search": looking.rate(),
        "learning": learning.rate(),
        "signature": signature(game),
    }


def _measure_alphabeta(game: games.Game, evaluation: Meter, looking: Meter, learning: Meter) -> None:
    """A linear evaluator over the default features, its search, and what a rule takes from the tree."""
    suite = bench_suite(game)
    lines = list(bench_lines(game, suite))
    linear = LinearArchitecture.of(game, {})
    evaluator = linear.snapshot(linear.initial_weights("material"))
    search = bench_search(linear)
    evaluation.run(partial(evaluator.values, [line.position for line in lines] * EVALUATIONS), len)
    for line in lines:
        looking.run(partial(search.run, evaluator, line, depth=suite.depth), nodes_of)
        learning.run(search.delta, nodes_of)


def _measure_expectimax(game: games.Game, evaluation: Meter, looking: Meter, learning: Meter) -> None:
    """The small networks: the boards that a roll can lead to, one roll further, and learning by self-play."""
    architecture = ModularArchitecture.of(game, {})
    evaluator = architecture.snapshot(architecture.initial_weights("random", seed=1))
    search = bench_search(architecture)
    lines = bench_games(game, bench_suite(game))
    positions = list(islice((position for line in lines for position in line.before), NETWORK_POSITIONS))
    for _ in range(NETWORK_EVALUATIONS):
        evaluation.run(partial(evaluator.outputs, positions), len)
    for position in positions:
        looking.run(
            partial(search.run, evaluator, game.Line(cast("RolledPosition", position).before_roll), depth=2),
            nodes_of,
        )
    assert game.play_games is not None
    learning.run(partial(_learned, game, architecture, evaluator), int)


def _learned(game: games.Game, architecture: Architecture, evaluator: CoreEvaluator) -> int:
    """Play games and learn from each board in turn; how many positions were evaluated."""
    assert game.play_games is not None
    played = game.play_games(evaluator, evaluator, LEARNED_GAMES, seed=1)
    evaluator.output_gradient_in_turn(played.positions, played.outputs.astype(float), 0.01, 0.0)
    return int(played.evaluations)
