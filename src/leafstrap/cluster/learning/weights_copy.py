"""A worker's copy of the weights: what it learns is noted down for the server.

A rule that learns after every move goes on with what it has just learned, so the copy learns as well, as the server's
weights will: one worker alone comes to the same weights to the bit as a run without a cluster. What it learned is sent
when the game is over, and before that as often as costs a twentieth of the time at most; the answer brings what
others have learned meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from leafstrap.cluster.learning.messages import Learned, Task
from leafstrap.learn import Update
from leafstrap.training.weight_store import Memory, WeightStore
from leafstrap.types import Arrays, CoreEvaluator

SEND_AFTER = 20.0  # times as long as the last sending took


class WeightsCopy:
    """The weights that one worker plays with."""

    def __init__(
        self, store: WeightStore[CoreEvaluator], *, learns: bool, send: Callable[[tuple[Learned, ...]], None]
    ) -> None:
        self._store = store
        self._learns = learns  # else one snapshot serves the whole game
        self._send = send
        self._sent = time.monotonic()
        self._sending = 0.0  # seconds that it took
        self._learned: list[Learned] = []

    @property
    def memory(self) -> Memory | None:
        """This worker's own."""
        return self._store.memory

    def snapshot(self) -> CoreEvaluator:
        """The newest here."""
        return self._store.snapshot()

    def step_size(self) -> tuple[int, float]:
        """How many games of the run have been finished, and the step size after them."""
        return self._store.step_size()

    def apply(self, update: Update) -> None:
        """Note an update down."""
        if self._learns:
            self._store.apply(update)
        self._note(update)

    def shift(self, displacement: NDArray[np.float64]) -> None:
        """Note a displacement down."""
        if self._learns:
            self._store.shift(displacement)
        self._note(displacement)

    @contextmanager
    def in_turn(self) -> Iterator[CoreEvaluator]:
        """The newest here; who learns elsewhere is not waited for."""
        yield self.snapshot()

    def take(self) -> tuple[Learned, ...]:
        """All that was noted down since it was last taken."""
        learned, self._learned = tuple(self._learned), []
        return learned

    def go_to(self, task: Task, arrays: Arrays | None) -> None:
        """Be as the server's weights are; without arrays they have not moved."""
        state = replace(self._store.state(), games=task.games, updates=task.version)
        self._sent = time.monotonic()
        self._store.go_to(state if arrays is None else replace(state, **cast("dict[str, Any]", arrays)))

    def _note(self, learned: Learned) -> None:
        self._learned.append(learned)
        began = time.monotonic()
        if self._learns and began - self._sent > SEND_AFTER * self._sending:
            self._send(self.take())
            self._sending = time.monotonic() - began
