"""What a second worker brings: games a minute of the recipe `quick` with one and with two threads.

The weights decide how long games are, so both learn with a step size of zero: then game number n is the same game
whoever plays it. Both play for the same time, not for the same number of games: at the end of a fixed number one
of two workers has nothing to do while the other finishes the last game. The two take turns, and the best round of
each counts: other work on the machine can only slow a round down.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from leafstrap.recipes import library
from leafstrap.training import Run


def games_a_minute(workers: int, seconds: float, depth: int, weights: str) -> float:
    changes = [
        f"run.workers={workers}",
        f"run.minutes={seconds / 60}",
        f"search.depth={depth}",
        f"evaluator.initial={weights}",
        "backup.step_size=0",
        "run.final_games=0",
    ]
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "run", "chess", library.load("quick", changes))
        return 60 * run.train(quiet=True).state.counters.games / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=30.0, help="of one round with one number of workers")
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument(
        "--weights", default="random", help="a weights file makes games like those of a real run"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    best = {1: 0.0, 2: 0.0}
    for _ in range(arguments.rounds):
        for workers in best:
            rate = games_a_minute(workers, arguments.seconds, arguments.depth, arguments.weights)
            best[workers] = max(best[workers], rate)
    report = {"one": best[1], "two": best[2], "ratio": best[2] / best[1]}
    if arguments.json:
        print(json.dumps(report))
    else:
        print(
            f"one worker {best[1]:.0f}, two workers {best[2]:.0f} games a minute: {report['ratio']:.2f} times"
        )


if __name__ == "__main__":
    main()
