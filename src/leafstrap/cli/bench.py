"""`leafstrap bench`: how fast the core is on this machine, and whether it still does the same."""

from __future__ import annotations

import json
import time
from functools import partial
from typing import Annotated, Any

import typer

from leafstrap import games
from leafstrap.cli.arguments import Json
from leafstrap.cli.bench_suites import SUITES, Suite
from leafstrap.cli.interruptible import interruptible
from leafstrap.cli.rate import rate


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
                print(f"{name} {what}: {figure['nps'] / 1e6:.2f} million nodes a second")
        print(f"{name} signature: {figures['signature']}")


def measure(game: games.Game, suite: Suite) -> dict[str, Any]:
    """Speeds and signature of one game."""
    nodes, seconds = 0, 0.0
    for text, depth in suite.perft:
        position = game.Position.parse(text)
        began = time.perf_counter()
        nodes += interruptible(partial(position.perft, depth))
        seconds += time.perf_counter() - began
    return {"perft": rate(nodes, seconds), "signature": nodes}
