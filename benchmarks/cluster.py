"""Learning on a cluster of processes on this machine: what it costs beside threads, what one weight server can take.

`workers`: games a minute of the recipe `quick` with two worker processes and with two threads, both with a step size
of zero, so that game number n is the same whoever plays it. The two take turns, and the best round of each counts.
Games on the cluster are counted from when all workers play.

`server`: updates a second that a weight server takes from workers that do nothing but send the update of one and the
same game, again and again, and fetch the weights in between: all that a run does with a game is done, from the
optimiser to the record in the folder. And the processor time that the server's process takes for each, which
is about the same where others use the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from threading import Thread
from typing import Any

from leafstrap.cluster.connect import connected, load_ray
from leafstrap.cluster.learning.main import train
from leafstrap.cluster.learning.messages import Parcel, Task, find_server, server_name
from leafstrap.cluster.learning.worker import Seat, Worker
from leafstrap.experience.record import TrainingRecord
from leafstrap.recipes import library
from leafstrap.training import Run

# Evaluators of three sizes: a small linear one, a large one of which a game moves little, a network moved as a whole.
SERVED = {
    "linear, 1,812 weights": ("chess", "quick", []),
    "draughts patterns, 105,104 weights": ("draughts", "draughts-quick", []),
    "network, 100,000 weights": (
        "chess",
        "quick",
        [
            "evaluator.kind=network",
            "evaluator.features=wiering",
            "evaluator.hidden=[120]",
            "evaluator.scale=0.01",
            "search.nodes=50",
        ],
    ),
}


class SendingSeat(Seat):
    """Plays one game, and sends what came of it for ever."""

    def _hand_in(self, record: TrainingRecord | None) -> Task:
        learned, worker, session = self._weights.take(), self._worker, self._plan.session
        report = self._report(record) if record is not None else None
        while True:
            parcel = Parcel(worker, session, self._next(), self._number, learned, report, report is None)
            task = self._exchange(parcel)
            while task.number is None:
                task = self._exchange(Parcel(worker, session, self._next()))
            self._number = task.number


class SendingWorker(Worker):
    """One of them."""

    seat_type = SendingSeat


def processor_seconds(process: int) -> float:
    fields = (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watched(path: Path, workers: int, seconds: float, found: list[float]) -> None:
    """Wait until all workers play; games a second from then on, and the server's time for one; then end the run."""
    ray = load_ray()

    def status() -> Any:
        while True:
            try:
                return ray.get(find_server(ray, server_name(path)).status.remote())
            except (ValueError, ray.exceptions.RayError):
                time.sleep(0.1)

    now = status()
    while sum(row["state"] == "playing" and row["games"] > 0 for row in now["workers"]) < workers:
        time.sleep(0.1)
        now = status()
    began, before, used = time.monotonic(), now["games"], processor_seconds(now["pid"])
    time.sleep(seconds)
    games = status()["games"] - before
    found += games / (time.monotonic() - began), (processor_seconds(now["pid"]) - used) / games
    ray.get(find_server(ray, server_name(path)).stop.remote())


def cluster_rate(
    game: str, recipe: str, changes: list[str], workers: int, seconds: float, worker: type[Worker] = Worker
) -> dict[str, float]:
    """How it went."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        run = Run.create(path, game, library.load(recipe, changes))
        found: list[float] = []
        thread = Thread(target=watched, args=(path, workers, seconds, found))
        thread.start()
        result = train(run, "auto", workers=workers, quiet=True, worker=worker)
        thread.join()
        rate, used = found
        return {"rate": rate, "server_ms": 1000 * used, "staleness": float(result.workers["staleness"])}


def thread_rate(changes: list[str], seconds: float) -> float:
    """Games a second of two threads."""
    with tempfile.TemporaryDirectory() as folder:
        timed = [*changes, f"run.minutes={seconds / 60}", "run.workers=2"]
        run = Run.create(Path(folder) / "run", "chess", library.load("quick", timed))
        return run.train(quiet=True).state.counters.games / seconds


def compare_workers(rounds: int, seconds: float, weights: str) -> dict[str, float]:
    changes = [f"evaluator.initial={weights}", "backup.step_size=0", "run.final_games=0"]
    best = {"threads": 0.0, "processes": 0.0}
    for _ in range(rounds):
        best["threads"] = max(best["threads"], 60 * thread_rate(changes, seconds))
        found = cluster_rate("chess", "quick", [*changes, "run.games=1000000"], 2, seconds)
        best["processes"] = max(best["processes"], 60 * found["rate"])
    return {**best, "ratio": best["processes"] / best["threads"]}


def measure_server(seconds: float, workers: int) -> None:
    for name, (game, recipe, changes) in SERVED.items():
        settings = [*changes, "run.games=1000000", "run.final_games=0", "run.checkpoint_every=1000"]
        found = cluster_rate(game, recipe, settings, workers, seconds, SendingWorker)
        print(json.dumps({"evaluator": name, **found}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["workers", "server"])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20.0, help="of one round, or of one evaluator")
    parser.add_argument(
        "--weights", default="random", help="a weights file makes games like those of a real run"
    )
    arguments = parser.parse_args()
    with connected("local", 2):
        if arguments.what == "workers":
            print(json.dumps(compare_workers(arguments.rounds, arguments.seconds, arguments.weights)))
        else:
            measure_server(arguments.seconds, 2)


if __name__ == "__main__":
    main()
