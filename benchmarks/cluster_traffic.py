"""What a worker of a cluster sends to its weight server and gets from it: bytes a game and a second, by evaluator.

The server's own ledger and one worker's own seat, in one process and without Ray: all that would go over the network
is pickled as Ray does it, counted, and handed over. Large weights go through Ray's object store, where a node fetches
a version once whatever the number of its workers: for several workers on a node the way down is the most there can be.
"""

from __future__ import annotations

import argparse
import json
import pickle
import tempfile
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from leafstrap.cluster.learning.messages import Card, Plan
from leafstrap.cluster.learning.progress import RelayedProgress
from leafstrap.cluster.learning.remote_workers import RemoteWorkers
from leafstrap.cluster.learning.served_weights import ServedWeights
from leafstrap.cluster.learning.worker import BrokenOffError, Seat
from leafstrap.recipes import library
from leafstrap.training import Builder, Run
from leafstrap.training.signals import Interruption
from leafstrap.training.workers import Shared

LINK = 125e6  # bytes a second of a network of one gigabit
ROWS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("chess", "quick", ()),
    ("chess", "treestrap-network", ()),
    ("draughts", "draughts-quick", ()),
    ("draughts", "draughts-quick", ("run.update_every=50",)),
    ("backgammon", "backgammon-quick", ()),
    ("backgammon", "td-gammon", ()),
)


@dataclass
class Traffic:
    """What has gone over the line; a link, as a seat sees it."""

    server: RemoteWorkers
    sent: int = 0
    got: int = 0
    calls: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, method: Any, *arguments: Any) -> Any:
        answer = method(*arguments)
        with self._lock:
            self.sent += len(pickle.dumps(arguments, protocol=5))
            self.got += len(pickle.dumps(answer, protocol=5))
            self.calls += 1
        return answer

    def fetch(self, arrays: Any) -> Any:
        return arrays


class OneWorker(RemoteWorkers):
    """A ledger with one worker, in a thread beside it."""

    def __init__(self, builder: Builder, shared: Shared) -> None:
        weights = ServedWeights(
            shared.store,
            lambda arrays: arrays,
            workers_learn=builder.rule.updates_each_move,
            in_turn=builder.rule.learns_in_turn,
            max_staleness=None,
        )
        super().__init__(shared, "session", weights)
        self.traffic = Traffic(self)
        self._builder = builder

    def start(self, count: int) -> None:
        super().start(count)
        self._thread = threading.Thread(target=self._seat)
        self._thread.start()

    def stop(self) -> None:
        super().stop()
        self._thread.join()

    def _seat(self) -> None:
        recipe = self._builder.recipe
        plan = Plan("session", "run", self._builder.game.name, recipe.name, "", "", None)
        self.join(Card("worker", "", "node", "host", 0, "", None, ""), "")
        with suppress(BrokenOffError):
            seat = Seat(self.traffic, "worker", plan, self._builder)  # type: ignore[arg-type]
            with closing(seat):
                seat.play()


def measure(game: str, recipe: str, changes: tuple[str, ...], seconds: float) -> dict[str, Any]:
    made: list[OneWorker] = []

    def make_workers(builder: Builder, shared: Shared) -> OneWorker:
        made.append(OneWorker(builder, shared))
        return made[0]

    settings = [*changes, "run.workers=1", "run.seed=1", f"run.minutes={seconds / 60}", "run.final_games=0"]
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "run", game, library.load(recipe, settings))
        began = time.monotonic()
        result = run.train_with(RelayedProgress(run.goal, 0, 0.0), Interruption(), make_workers)
        spent = time.monotonic() - began
        weights, games = run.builder.architecture.size, result.state.counters.games
    traffic = made[0].traffic
    return {
        "game": game,
        "recipe": " ".join((recipe, *changes)),
        "weights": weights,
        "games": games,
        "games_per_second": games / spent,
        "calls_per_second": traffic.calls / spent,
        "bytes_per_game_up": traffic.sent / max(games, 1),
        "bytes_per_game_down": traffic.got / max(games, 1),
        "bytes_per_second_up": traffic.sent / spent,
        "bytes_per_second_down": traffic.got / spent,
        "workers_of_a_gigabit": LINK / (max(traffic.sent, traffic.got) / spent),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="of learning, for each row")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = [measure(*row, arguments.seconds) for row in ROWS]
    if arguments.json:
        print(json.dumps(rows))
        return
    columns = (
        "game, recipe",
        "weights",
        "games/s",
        "calls/s",
        "kB a game up",
        "down",
        "kB/s up",
        "down",
        "workers a Gbit/s",
    )
    print(f"| {' | '.join(columns)} |\n|---|{'--:|' * (len(columns) - 1)}")
    for row in rows:
        figures = [f"{row['weights']:,}", f"{row['games_per_second']:.1f}", f"{row['calls_per_second']:.1f}"]
        figures += [
            f"{row[f'bytes_per_{per}_{way}'] / 1e3:,.1f}"
            for per in ("game", "second")
            for way in ("up", "down")
        ]
        print(
            f"| {row['game']}, `{row['recipe']}` | {' | '.join(figures)} | {row['workers_of_a_gigabit']:,.0f} |"
        )


if __name__ == "__main__":
    main()
