"""A match on two workers of a cluster of this machine against two threads: games a second of each, and their ratio.

Both play the same games. They take turns, and the best round of each counts: other work on the machine can only slow a
round down. The first fifth of a match does not count: workers take seconds to be there, which is told.
"""

from __future__ import annotations

import argparse
import json
import time

from leafstrap import games
from leafstrap.arena import Conditions, MakeRunner, Match, MatchResult, MatchRunner
from leafstrap.cluster.games.runner import runner_on
from leafstrap.players import parse_player
from leafstrap.search import Limits

WORKERS = 2
# Game, players, limits, games of a round: pairs of seconds, of tenths and of hundredths of one.
ROWS = (
    ("chess", "default", "default;search=training", Limits(nodes=5000), 120),
    ("draughts", "default", "material", Limits(depth=4), 800),
    ("backgammon", "default", "pubeval", Limits(depth=1), 10_000),
)


def games_a_second(match: Match, make_runner: MakeRunner) -> tuple[float, float]:
    """When all workers are there, and the seconds until the first pair."""
    times: list[float] = []

    def watch(result: MatchResult) -> None:
        times.append(time.monotonic())

    began = time.monotonic()
    match.run(watch, make_runner=make_runner)
    settled = len(times) // 5
    return 2 * (len(times) - 1 - settled) / (times[-1] - times[settled]), times[0] - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    report = {}
    began = time.monotonic()
    with runner_on("local", WORKERS, print) as on_cluster:
        starting = time.monotonic() - began
        for name, a, b, limits, number in ROWS:
            game = games.get(name)
            conditions = Conditions(game, limits, concurrency=WORKERS, seed=1)
            match = Match(parse_player(a, game), parse_player(b, game), conditions, number)
            rounds = [
                [games_a_second(match, make) for make in (MatchRunner, on_cluster)]
                for _ in range(arguments.rounds)
            ]
            threads, cluster = (max(each[place][0] for each in rounds) for place in (0, 1))
            first = min(each[1][1] for each in rounds)
            report[name] = {
                "threads": threads,
                "cluster": cluster,
                "ratio": cluster / threads,
                "first": first,
            }
    if arguments.json:
        print(json.dumps({"starting": starting, **report}))
        return
    print(f"starting Ray: {starting:.1f} s")
    for name, row in report.items():
        print(
            f"{name}: {row['threads']:.2f} games/s in {WORKERS} threads, {row['cluster']:.2f} on {WORKERS} workers: "
            f"{row['ratio']:.2f} times; the first pair after {row['first']:.1f} s"
        )


if __name__ == "__main__":
    main()
