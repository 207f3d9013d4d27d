"""Two installed copies of Leafstrap side by side: a portable build beside one tuned for the machine.

    python -m venv portable && portable/bin/pip install .
    python benchmarks/portable.py .venv/bin/python portable/bin/python

Each measurement is a process of its own, the two take turns, speeds are by processor time, and the best round of each
counts: other work on the machine only slows down. Learning is from equal seeds, so that both do the same work.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from leafstrap.evaluators import Evaluator, default_weights
from leafstrap.games.chess import CHESS
from leafstrap.recipes import library
from leafstrap.training import Run
from networks import by_stages, like, timed


def searched(make: Callable[[], Evaluator]) -> Callable[[float], float]:
    """Nodes a second of the tournament search."""

    def measure(seconds: float) -> float:
        nodes, taken = timed(make(), seconds / 6)  # six positions
        return nodes / taken

    return measure


def trained(game: str, recipe: str, games_a_second: int, *changes: str) -> Callable[[float], float]:
    """Games a second of a run with one worker; so many are about what a machine can do."""

    def measure(seconds: float) -> float:
        games = max(1, round(games_a_second * seconds))
        settings = [f"run.games={games}", "run.workers=1", "run.final_games=0", *changes]
        with tempfile.TemporaryDirectory() as folder:
            run = Run.create(Path(folder) / "run", game, library.load(recipe, settings))
            began = time.process_time()
            run.train(quiet=True)
            return games / (time.process_time() - began)

    return measure


NETWORK = ("evaluator.kind=network", "evaluator.features=tesauro", "evaluator.hidden=[40]")
MEASUREMENTS: dict[str, Callable[[float], float]] = {
    "search, linear": searched(lambda: default_weights(CHESS)),
    "search, network of 80": searched(lambda: like(default_weights(CHESS), 80, "sigmoid")),
    "search, three networks of 80": searched(lambda: by_stages(80, "sigmoid")),
    "learn chess, quick": trained("chess", "quick", 40),
    "learn backgammon, 198 inputs, 40 hidden": trained("backgammon", "backgammon-quick", 3500, *NETWORK),
}


def measured(python: str, name: str, seconds: float) -> float:
    """By the copy that this Python has."""
    command = [python, __file__, "--only", name, "--seconds", str(seconds)]
    return float(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help="two, the first to compare with")
    parser.add_argument("--seconds", type=float, default=3.0, help="about, of one measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--only", choices=tuple(MEASUREMENTS), help="one measurement; here, if no PYTHON is given"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()
    if not options.pythons and options.only:
        print(json.dumps(MEASUREMENTS[options.only](options.seconds)))
        return
    if len(options.pythons) != 2:
        parser.error("two Pythons are compared")
    report: dict[str, dict[str, float]] = {}
    for name in [options.only] if options.only else MEASUREMENTS:
        best = [0.0, 0.0]
        for _ in range(options.rounds):
            for i, python in enumerate(options.pythons):
                best[i] = max(best[i], measured(python, name, options.seconds))
        report[name] = {"first": best[0], "second": best[1], "ratio": best[1] / best[0]}
        print(f"{name}: {best[0]:,.0f} and {best[1]:,.0f} a second, ratio {best[1] / best[0]:.2f}")
        sys.stdout.flush()
    if options.json:
        print(json.dumps(report))


if __name__ == "__main__":
    main()
