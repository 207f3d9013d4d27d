"""Games of backgammon with an expert that is no network of ours: a program of others, or Tesauro's evaluator.

Here the moves are asked for one by one, and the core learns from each game when it is over, by the same rules as from
games that it plays itself. Nearly all of the time is the expert's.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from leafstrap._core import Side, StopFlag
from leafstrap._core.backgammon import Line, Networks, Trainer
from leafstrap.errors import PlayerError
from leafstrap.experience.batches import BatchRecord, Lesson, SharedWeights
from leafstrap.experience.record import Stats
from leafstrap.games.dice import Dice
from leafstrap.players import Fault, PlayerSpec
from leafstrap.players.cube import outputs_of
from leafstrap.players.player import OutcomeJudge
from leafstrap.search import Limits

MOST_PLIES = 10_000  # networks that have learned little may never come home


class ExternalBatches:
    """Lots of games with a guest, one after the other in one thread."""

    def __init__(
        self, weights: SharedWeights, lesson: Lesson, guest: PlayerSpec, limits: Limits, stop: StopFlag
    ) -> None:
        self._weights = weights
        self._lesson = lesson
        self._guest = guest.build()
        self._limits = guest.limits or limits
        self._stop = stop

    def play(self, number: int, random: Random) -> BatchRecord | None:
        """Play a lot and learn from it; None when it was broken off because the run is being stopped."""
        began = time.monotonic()
        lesson = self._lesson
        start = self._weights.snapshot()
        games, step_size = self._weights.step_size()
        trainer = Trainer(start, None, 0)
        learned, points, sample = Stats(), 0, None
        for game in range(lesson.games):
            side = Side.first if game % 2 == 0 else Side.second
            try:
                line, said = self._play(trainer.learner(), side, random)
            except Fault as fault:
                if self._stop.is_set:  # it was closed
                    return None
                raise PlayerError(f"The run cannot go on: {fault}.") from None
            if self._stop.is_set:
                return None
            stats = trainer.study(
                line,
                said,
                rule=lesson.rule,
                lambda_=lesson.lambda_(games),
                rate=step_size,
                sensitivity_rate=lesson.sensitivity_step,
                plies=lesson.plies,
                candidates=lesson.candidates,
            )
            learned.searches += len(line)
            learned.nodes += stats.evaluations
            learned.positions += stats.positions
            learned.abs_error += stats.absolute_error
            learned.squared_error += stats.squared_error
            points += stats.points * (side.sign if lesson.experience == "versus" else 1)
            sample = sample or line
        self._weights.shift(trainer.weights() - start.weights())
        seconds = time.monotonic() - began
        return BatchRecord(
            number, lesson.games, sample, lesson.names, points / lesson.games, seconds, learned
        )

    def close(self) -> None:
        """End the guest."""
        self._guest.close()

    def _play(self, learner: Networks, side: Side, random: Random) -> tuple[Line, list[list[float]]]:
        """One game, and what the guest said of its boards if targets are made of that."""
        lesson, guest = self._lesson, self._guest
        line, said = Line(), list[list[float]]()
        dice = Dice(str(random.getrandbits(63)))
        guest.new_game(random.getrandbits(32))
        while line.outcome() is None and len(line) < MOST_PLIES and not self._stop.is_set:
            if lesson.expert_values:
                said.append(self._said(line.position))
            dice.settle(line)
            position = line.position
            # In self-play the guest only says what it thinks of the boards.
            its_turn = lesson.experience == "versus" and position.turn != side
            if its_turn or lesson.experience == "observe":
                line.push(guest.choose(line, self._limits).move)
            else:
                line.push(learner.choose(position, lesson.plies, lesson.candidates)[0])
        return line, said

    def _said(self, position: Any) -> list[float]:
        assert isinstance(self._guest, OutcomeJudge)  # the recipe was looked through
        return outputs_of(self._guest.chances(position), self._lesson.outputs)
