"""The shared weights and the gate: what many threads rely on."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from numpy.typing import NDArray

from leafstrap.errors import RunError
from leafstrap.learn import StepSize, Update
from leafstrap.learn.optimiser import OPTIMISERS
from leafstrap.learn.schedule import Schedule
from leafstrap.training.gate import AHEAD, Gate
from leafstrap.training.weight_store import Snapshot, WeightStore


def store(
    update_every: int = 1, fixed: tuple[bool, ...] = (False, False), optimiser: str = "plain"
) -> WeightStore[tuple[float, ...]]:
    zeros = np.zeros(2)

    def frozen(weights: NDArray[np.float64]) -> tuple[float, ...]:
        return tuple(weights)

    steps = StepSize(Schedule.read("backup.step_size", 0.5), halved_after=1)
    return WeightStore(
        frozen,
        Snapshot(0, 0, 0.0, zeros, zeros, zeros),
        fixed=np.array(fixed),
        step_size=steps,
        optimiser=OPTIMISERS[optimiser],
        update_every=update_every,
    )


def update(*gradient: float) -> Update:
    return Update(np.array(gradient), 1, 1.0, 1.0)


def test_adagrad_moves_each_weight_by_what_is_usual_for_it() -> None:
    weights = store(optimiser="adagrad")
    weights.apply(update(300.0, 0.0))
    assert weights.snapshot() == (0.5, 0)
    weights.apply(update(400, -0.01))
    assert list(weights.snapshot()) == pytest.approx([0.5 + 0.5 * 0.8, -0.5])
    assert weights.finish_games().squares.tolist() == pytest.approx([250000, 0.0001])


def test_an_update_moves_the_weights_by_step_size_times_gradient() -> None:
    weights = store()
    weights.apply(update(2, -4))
    assert weights.snapshot() == (1, -2)


def test_a_snapshot_is_made_once_for_each_version() -> None:
    weights = store()
    before = weights.snapshot()
    assert weights.snapshot() is before
    weights.apply(update(1, 1))
    assert weights.snapshot() is not before


def test_the_step_size_follows_the_games() -> None:
    weights = store()
    assert weights.finish_games().step_size == 0.5
    assert weights.finish_games().step_size == 0.25
    weights.apply(update(3, 0))
    assert weights.snapshot() == (0.5, 0)  # 0.5 · 1 / (1 + 2) · 3


def test_fixed_weights_do_not_move() -> None:
    weights = store(fixed=(True, False))
    weights.apply(update(2, 2))
    assert weights.snapshot() == (0, 1)


def test_updates_are_collected_over_games() -> None:
    weights = store(update_every=2)
    weights.apply(update(1, 0))
    assert weights.finish_games().pending.tolist() == [1, 0]
    weights.apply(update(3, 0))
    assert weights.snapshot() == (0, 0)
    snapshot = weights.finish_games()
    assert snapshot.weights[0] == pytest.approx(4 * 0.5 / 3)
    assert snapshot.pending.tolist() == [0, 0]
    assert snapshot.updates == 1


def test_weights_without_bound_stop_the_run() -> None:
    weights = store()
    weights.apply(update(1e19, 0))
    with pytest.raises(RunError, match="too large"):
        weights.apply(update(6e19, 0))
    with pytest.raises(RunError, match="too large"):
        weights.apply(update(float("nan"), 0))


def test_no_update_of_any_thread_is_lost() -> None:
    weights = store()

    def work() -> None:
        for _ in range(2000):
            weights.apply(update(2, 4))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert weights.snapshot() == (8000, 16000)


def test_the_gate_gives_each_number_once_and_unfinished_ones_first() -> None:
    gate = Gate(first=5, unfinished=(2, 4), finished=3, games=7)
    assert [gate.enter() for _ in range(4)] == [(2, 1), (4, 1), (5, 1), (6, 1)]
    assert gate.finish(4, 1) == (7, (2, 5, 6))
    gate.abandon(2)
    assert gate.enter() == (2, 1)
    for number in (2, 5, 6):
        gate.finish(number, 1)
    assert gate.enter() is None


def test_batches_come_to_no_more_games_than_are_wanted() -> None:
    gate = Gate(first=0, unfinished=(), finished=0, games=25, per_batch=10)
    assert [gate.enter() for _ in range(3)] == [(0, 10), (1, 10), (2, 5)]
    assert gate.finish(0, 7) == (3, (1, 2))  # it ended early, so there is room for three games more
    assert gate.enter() == (3, 3)
    for number, games in ((1, 10), (2, 5), (3, 3)):
        gate.finish(number, games)
    assert gate.enter() is None


def test_games_do_not_run_far_ahead_of_what_is_written() -> None:
    gate = Gate(0, (), 0, None)
    for _ in range(AHEAD):
        entered_game = gate.enter()
        assert entered_game is not None
        gate.finish(entered_game[0], 1)
    entered = threading.Event()

    def enter() -> None:
        gate.enter()
        entered.set()

    threading.Thread(target=enter, daemon=True).start()
    assert not entered.wait(0.05)
    gate.written()
    assert entered.wait(10)


def test_a_closed_gate_waits_for_games_and_lets_nobody_in() -> None:
    gate = Gate(0, (), 0, None)
    assert gate.enter() == (0, 1)
    threading.Timer(0.05, gate.finish, [0, 1]).start()
    entered = threading.Event()

    def enter() -> None:
        gate.enter()
        entered.set()

    with gate.closed():
        thread = threading.Thread(target=enter, daemon=True)
        thread.start()
        assert not entered.wait(0.05)
    assert entered.wait(10)
