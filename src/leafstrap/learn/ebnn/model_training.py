"""How the model M is made: from games of experts, before anything else (Thrun 1995, sections 3 and 5).

Games are read as they come, so that memory does not grow with their number. Every twentieth is kept apart, to say how
well the model foresees boards it has not seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from leafstrap._core import StopFlag
from leafstrap.errors import UsageError
from leafstrap.evaluators import Architecture
from leafstrap.evaluators.feature_rows import Array, RowKind
from leafstrap.learn.ebnn.board_model import BoardModel
from leafstrap.learn.ebnn.game_model import GameModel
from leafstrap.learn.ebnn.model_network import ModelNetwork
from leafstrap.learn.rule import ExpertGames

APART = 20  # every so many games one is not learned from
GAMES_AT_ONCE = 60  # games that are read and shuffled together
BATCH = 256
STEP, LAST_STEP = 2e-3, 2e-4  # of Adam, falling
LEAST_DEVIATION = 0.1  # a feature that hardly ever changes must not be blown up
NOTE_EVERY = 5.0  # seconds
MOST_JUDGED = 20_000  # boards kept apart


@dataclass(frozen=True, slots=True)
class ModelTask:
    """Which model is wanted."""

    architecture: Architecture
    games: int
    hidden: int
    seed: int


def train_model(
    task: ModelTask, source: ExpertGames, note: Callable[[str], None], stop: StopFlag
) -> GameModel | None:
    """Make the model; None when it is to stop before the end."""
    games = min(task.games, source.distinct)
    note(f"Making a model of the game from {games:,} games, which the learning after it looks through.")
    apart = [number for number in range(games) if number % APART == 0]
    kept = [list(pairs) for pairs in zip(*_batches(task, source, apart), strict=True)]
    pupils = [
        Pupil.begin(kind, np.concatenate(pairs, axis=1)[:, :MOST_JUDGED], task)
        for kind, pairs in zip(task.architecture.row_kinds, kept, strict=True)
    ]
    random = np.random.default_rng(task.seed)
    own = [number for number in range(games) if number % APART != 0] or apart
    random.shuffle(own)
    told, read = time.monotonic(), 0
    for batch in _batches(task, source, own):
        if stop.is_set:
            return None
        read += GAMES_AT_ONCE
        share = min(read / len(own), 1.0)
        for pupil, pairs in zip(pupils, batch, strict=True):
            pupil.learn(pairs, random, STEP + share * (LAST_STEP - STEP))
        if time.monotonic() - told > NOTE_EVERY:
            told = time.monotonic()
            missed = ", ".join(f"{pupil.missed():.3f}" for pupil in pupils)
            note(f"The model: {100 * share:.0f} % of the games, error {missed}")
    return GameModel(tuple(pupil.judged(games, note) for pupil in pupils), task.architecture.kinds_of_parts)


def _batches(task: ModelTask, source: ExpertGames, numbers: list[int]) -> Iterator[list[Array]]:
    """Of some games at a time, for each kind the boards that one of the same kind follows: 2 × boards × features."""
    kinds, of_parts = task.architecture.row_kinds, task.architecture.kinds_of_parts
    for first in range(0, len(numbers), GAMES_AT_ONCE):
        before, after, is_before, is_after = [], [], [], []
        for number in numbers[first : first + GAMES_AT_ONCE]:
            line = source.game(number).line
            over = line.outcome() is not None  # nobody evaluates that board
            positions = line.before if over else [*line.before, line.position]
            boards = task.architecture.feature_rows(positions)
            found = of_parts[boards.shares.argmax(axis=1)]
            before.append(boards.inputs[:-2])
            after.append(boards.inputs[2:])
            is_before.append(found[:-2])
            is_after.append(found[2:])
        pairs = np.stack([np.concatenate(before), np.concatenate(after)])
        was, became = np.concatenate(is_before), np.concatenate(is_after)
        yield [pairs[:, (was == kind) & (became == kind), : about.width] for kind, about in enumerate(kinds)]


@dataclass(frozen=True, slots=True)
class Pupil:
    """The model of one kind of boards while it learns, and the boards that it is judged by."""

    kind: RowKind
    apart: Array  # 2 × boards × features, not learned from
    mean: Array
    deviation: Array
    network: ModelNetwork

    @staticmethod
    def begin(kind: RowKind, apart: Array, task: ModelTask) -> Pupil:
        """Before the first board."""
        if not apart.shape[1]:
            raise UsageError(
                f"The games have too few {kind.name} boards to make a model of: raise backup.model_games."
            )
        mean, deviation = apart[0].mean(axis=0), np.maximum(apart[0].std(axis=0), LEAST_DEVIATION)
        return Pupil(kind, apart, mean, deviation, ModelNetwork.begin(kind.width, task.hidden, task.seed))

    def learn(self, pairs: Array, random: np.random.Generator, step: float) -> None:
        """Learn from some boards and those that came after them."""
        standard = (pairs - self.mean) / self.deviation
        order = random.permutation(standard.shape[1])
        for first in range(0, len(order), BATCH):
            chosen = order[first : first + BATCH]
            self.network.learn(standard[0, chosen], standard[1, chosen], step)

    def missed(self) -> float:
        """How far it is from some of the boards kept apart, as `BoardModel.errors`."""
        before, after = (self.apart[:, :2000] - self.mean) / self.deviation
        return float(np.mean((self.network.foreseen(before) - after) ** 2))

    def judged(self, games: int, note: Callable[[str], None]) -> BoardModel:
        """What has become of it, and how well it foresees."""
        model = BoardModel(self.mean, self.deviation, *self.network.weights)
        before, after = self.apart
        errors = model.errors(before, after)
        unchanged = float(np.mean(((after - before) / self.deviation) ** 2))
        spread = float(np.mean(((after - after.mean(axis=0)) / self.deviation) ** 2))
        figures = {"games": f"{games}", "boards_judged": f"{len(errors)}", "error": f"{errors.mean():.4f}"}
        figures |= {"error_of_no_change": f"{unchanged:.4f}", "error_of_the_mean": f"{spread:.4f}"}
        note(
            f"The model of {self.kind.name} misses the board two half-moves later by {errors.mean():.3f} a feature, in "
            f"squares of its deviation; the board as it is misses it by {unchanged:.3f}, the mean of all boards by "
            f"{spread:.3f}."
        )
        worst = float(np.quantile(errors, 0.99))
        return replace(model, worst=max(worst, 1e-9), about=figures)
