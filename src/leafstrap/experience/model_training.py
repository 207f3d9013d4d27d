"""How the model M is made: from the games of a database, before anything else (Thrun 1995, sections 3 and 5).

Games are read as they come, so that memory does not grow with the file. Every twentieth is kept apart, to say how well
the model foresees boards it has not seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from leafstrap._core import StopFlag
from leafstrap.evaluators.board_model import BoardModel
from leafstrap.evaluators.boards import Array, read_inputs
from leafstrap.experience.database import Database

APART = 20  # every so many games one is not learned from
LOT = 60  # games that are read and shuffled together
BATCH = 256
STEP, LAST_STEP = 2e-3, 2e-4  # of Adam, falling
LEAST_DEVIATION = 0.1  # a feature that hardly ever changes must not be blown up
NOTE_EVERY = 5.0  # seconds
MOST_JUDGED = 20_000  # boards kept apart


@dataclass(frozen=True, slots=True)
class ModelTask:
    """Which model is wanted."""

    form: Any
    games: int
    hidden: int
    seed: int


def train_model(
    task: ModelTask, database: Database, note: Callable[[str], None], stop: StopFlag
) -> BoardModel | None:
    """Make the model; None when it is to stop before the end."""
    games = min(task.games, database.distinct)
    note(f"Making a model of the game from {games:,} games, which the learning after it looks through.")
    apart = [number for number in range(games) if number % APART == 0]
    judged = np.concatenate(list(_lots(task, database, apart)), axis=1)[:, :MOST_JUDGED]
    mean, deviation = judged[0].mean(axis=0), np.maximum(judged[0].std(axis=0), LEAST_DEVIATION)
    before, after = (judged - mean) / deviation
    network = _Adam.begin(len(mean), task.hidden, task.seed)
    random = np.random.default_rng(task.seed)
    own = [number for number in range(games) if number % APART != 0] or apart
    random.shuffle(own)
    told, read = time.monotonic(), 0
    for pairs in _lots(task, database, own):
        if stop.is_set:
            return None
        read += LOT
        share = min(read / len(own), 1.0)
        standard = (pairs - mean) / deviation
        order = random.permutation(standard.shape[1])
        for first in range(0, len(order), BATCH):
            chosen = order[first : first + BATCH]
            network.learn(standard[0, chosen], standard[1, chosen], STEP + share * (LAST_STEP - STEP))
        if time.monotonic() - told > NOTE_EVERY:
            told = time.monotonic()
            missed = np.mean((network.foreseen(before[:2000]) - after[:2000]) ** 2)
            note(f"The model: {100 * share:.0f} % of the games, error {missed:.3f}")
    return _judged(network, mean, deviation, judged, games, note)


def _lots(task: ModelTask, database: Database, numbers: list[int]) -> Iterator[Array]:
    """Boards and those two half-moves later, of some games at a time: 2 × boards × features."""
    for first in range(0, len(numbers), LOT):
        before, after = [], []
        for number in numbers[first : first + LOT]:
            line = database.game(number).line
            boards = read_inputs(task.form, [*line.before, line.position])
            before.append(boards[:-2])
            after.append(boards[2:])
        yield np.stack([np.concatenate(before), np.concatenate(after)])


def _judged(
    network: _Adam, mean: Array, deviation: Array, judged: Array, games: int, note: Callable[[str], None]
) -> BoardModel:
    model = BoardModel(mean, deviation, *network.weights)
    before, after = judged
    errors = model.errors(before, after)
    unchanged = float(np.mean(((after - before) / deviation) ** 2))
    spread = float(np.mean(((after - after.mean(axis=0)) / deviation) ** 2))
    figures = {"games": f"{games}", "boards_judged": f"{len(errors)}", "error": f"{errors.mean():.4f}"}
    figures |= {"error_of_no_change": f"{unchanged:.4f}", "error_of_the_mean": f"{spread:.4f}"}
    note(
        f"The model misses the board two half-moves later by {errors.mean():.3f} a feature, in squares of its "
        f"deviation; the board as it is misses it by {unchanged:.3f}, the mean of all boards by {spread:.3f}."
    )
    worst = float(np.quantile(errors, 0.99))
    return replace(model, worst=max(worst, 1e-9), about=figures)


class _Adam:
    """The network of the model while it learns, in single precision: a batch at a time, by Adam."""

    def __init__(self, weights: list[Any]) -> None:
        self.weights = weights
        self._first = [np.zeros_like(each) for each in weights]
        self._second = [np.zeros_like(each) for each in weights]
        self._steps = 0

    @staticmethod
    def begin(inputs: int, hidden: int, seed: int) -> _Adam:
        """Small weights, and no change foreseen."""
        random = np.random.default_rng(seed)
        A = random.normal(0, 1 / np.sqrt(inputs), (inputs, hidden))  # noqa: N806
        weights = (A, np.zeros(hidden), np.zeros((hidden, inputs)), np.zeros(inputs))
        return _Adam([each.astype(np.float32) for each in weights])

    def foreseen(self, z: Array) -> Array:
        """The boards after these."""
        A, a, B, b = self.weights  # noqa: N806
        later: Array = z + 1 / (1 + np.exp(-(z @ A + a))) @ B + b
        return later

    def learn(self, z: Array, after: Array, step: float) -> None:
        """One step towards the boards that came after these."""
        A, a, B, b = self.weights  # noqa: N806
        units = 1 / (1 + np.exp(-(z @ A + a)))
        error = (z + units @ B + b - after) / len(z)
        back = (error @ B.T) * units * (1 - units)
        self._steps += 1
        rise = step * np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        gradients = (z.T @ back, back.sum(axis=0), units.T @ error, error.sum(axis=0))
        for weight, gradient, first, second in zip(
            self.weights, gradients, self._first, self._second, strict=True
        ):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            weight -= np.float32(rise) * first / (np.sqrt(second) + np.float32(1e-8))
