"""Whether what is learned on a cluster is as good as what threads learn: the same recipe and number of games.

One run has workers on several nodes of this machine, the other the threads of one process; then the two play each
other. Workers of a cluster see the updates of others late, and rules that keep examples (ebnn) keep them for each
worker apart, as in NeuroChess. With `--apart` a third run tells the two causes from each other: threads that are never
behind, and keep examples each for itself. Runs that are in the folder already are gone on with.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from leafstrap import api
from leafstrap.cluster.connect import load_ray
from leafstrap.cluster.learning.main import train
from leafstrap.recipes import library
from leafstrap.training import Builder, Run
from leafstrap.training.signals import Interruption
from leafstrap.training.weight_store import WeightStore
from leafstrap.training.workers import Experience, Shared, ThreadWorkers
from leafstrap.types import CoreEvaluator


def run_in(path: Path, game: str, recipe: str, changes: Sequence[str]) -> Run:
    return Run.resume(path, game) if path.exists() else Run.create(path, game, library.load(recipe, changes))


def on_nodes(run: Run, nodes: int, workers: int) -> dict[str, float]:
    """Learn on so many nodes of this machine; what is known of staleness."""
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # Ray's word for: keep to the loopback device
    # On a machine that others use, where processes may wait for long.
    os.environ.update(RAY_raylet_start_wait_time_s="300", RAY_health_check_failure_threshold="1000")
    ray = load_ray()
    cluster = importlib.import_module("ray.cluster_utils").Cluster()
    try:
        for _ in range(nodes):
            cluster.add_node(
                num_cpus=workers // nodes, num_gpus=0, object_store_memory=80 << 20, include_dashboard=False
            )
        ray.init(address=cluster.address, logging_level="error", log_to_driver=False)
        figures = train(run, "auto", workers=workers).workers
        return {key: figures[key] for key in ("updates", "staleness", "largest_staleness")}
    finally:
        ray.shutdown()
        cluster.shutdown()


class OwnMemory:
    """The weights that all threads share, with a memory that one of them has for itself."""

    def __init__(self, builder: Builder, store: WeightStore[CoreEvaluator]) -> None:
        self._store = store
        self.memory = builder.weight_store(store.state()).memory

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def with_own_memories(builder: Builder, shared: Shared) -> ThreadWorkers:
    def experience() -> Experience:
        return builder.experience(OwnMemory(builder, shared.store), shared.standing, shared.stop)

    return ThreadWorkers(shared, experience, builder.recipe.run.seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="chess")
    parser.add_argument("--recipe", default="quick")
    parser.add_argument("--learned", type=int, default=1000, help="games of each run")
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--workers", type=int, default=4, help="of the cluster, all nodes together")
    parser.add_argument("--threads", type=int, default=1, help="of the run without a cluster")
    parser.add_argument(
        "--apart", action="store_true", help="also threads that keep examples each for itself"
    )
    parser.add_argument("--set", action="append", default=[], dest="changes", metavar="KEY=VALUE")
    parser.add_argument("--match", type=int, default=200, help="games of the match")
    parser.add_argument("--match-nodes", type=int, default=1000)
    parser.add_argument("--out", type=Path, default=Path("build/cluster-learning"))
    arguments = parser.parse_args()
    changes = [f"run.games={arguments.learned}", "run.final_games=0", *arguments.changes]
    arguments.out.mkdir(parents=True, exist_ok=True)
    names = ["cluster", "threads", *["apart"] * arguments.apart]
    run = run_in(arguments.out / "cluster", arguments.game, arguments.recipe, changes)
    print(json.dumps(on_nodes(run, arguments.nodes, arguments.workers)), flush=True)
    changes.append(f"run.workers={arguments.threads}")
    run_in(arguments.out / "threads", arguments.game, arguments.recipe, changes).train()
    if arguments.apart:
        run = run_in(arguments.out / "apart", arguments.game, arguments.recipe, changes)
        with Interruption() as interruption, run.progress() as progress:
            run.train_with(progress, interruption, with_own_memories)
    for one, other in combinations(names, 2):
        score = api.match(
            arguments.game,
            arguments.out / one,
            arguments.out / other,
            games=arguments.match,
            nodes=arguments.match_nodes,
            concurrency=2,
        )
        print(json.dumps({"of": one, "against": other, **score.as_json()}), flush=True)


if __name__ == "__main__":
    main()
