"""Positions that are learned one after the other: workers of a run take turns, each with the newest weights.

Batches that began with the same weights and were added up went beyond their targets: backgammon with two workers
diverged.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from leafstrap import games
from leafstrap._core import StopFlag
from leafstrap.learn import Trajectories, Update, WholeGameRule
from leafstrap.recipes import library
from leafstrap.training.builder import Builder
from leafstrap.training.weight_store import Snapshot, WeightStore
from leafstrap.types import CoreEvaluator


@dataclass
class Witness(WholeGameRule):
    """Looks whether it is alone, and whether it is shown the newest weights."""

    store: WeightStore[CoreEvaluator]
    busy: threading.Lock = field(default_factory=threading.Lock)
    alone: list[bool] = field(default_factory=list)
    newest: list[bool] = field(default_factory=list)

    @property
    def learns_in_turn(self) -> bool:
        return True

    def learn(self, shown: Trajectories) -> Update:
        free = self.busy.acquire(blocking=False)
        self.alone.append(free)
        self.newest.append(shown.evaluator is self.store.snapshot())
        # What is said of the boards is said by the weights that learn, not by those that played.
        said = shown.static_values()
        fresh = shown.outputs.seen_by(
            shown.evaluator.outputs(shown.positions).astype(np.float64), shown.turns
        )
        np.testing.assert_allclose(said, fresh, rtol=1e-5, atol=1e-6)
        time.sleep(0.01)
        if free:
            self.busy.release()
        size = len(self.store.state().weights)
        return Update(np.full(size, 1e-4), len(shown), 0.0, 0.0)


def test_workers_learn_in_turn_with_the_newest_weights() -> None:
    builder = Builder.of(games.get("backgammon"), library.load("backgammon-quick", []))
    start = builder.architecture.initial_weights("random", seed=1, scale=0.1)
    zeros = np.zeros_like(start)
    store = builder.weight_store(Snapshot(0, 0, 0.0, start, zeros, zeros.copy()))
    witness = Witness(store)
    watched = replace(builder, rule=witness)

    def work(seed: int) -> None:
        experience = watched.experience(store, None, StopFlag())
        for number in range(4):
            experience.play(number, Random(f"{seed} {number}"), most=2)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(witness.alone) == 12
    assert all(witness.alone)
    assert all(witness.newest)
    assert store.updates == 12
