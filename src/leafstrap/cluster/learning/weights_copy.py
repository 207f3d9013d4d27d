"""A worker's copy of the weights: what it learns is noted down for the server.

A rule that learns after every move goes on with what it has just learned, so the copy learns as well, and where it has
got to is sent when the game is over, and before that as often as costs little. The server goes there too, to the bit if
nobody else has moved its weights, or as far from where it is; the answer brings what others have learned meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from leafstrap.cluster.learning.messages import Learned, Reached, Task
from leafstrap.learn import Update
from leafstrap.training.weight_store import Memory, Part, WeightStore
from leafstrap.types import Arrays, CoreEvaluator

# How long after a sending the next one follows, so that they cost little of a worker's time.
PAUSE_FOR_WORK = 20.0  # times as long as it took the processor
PAUSE_FOR_ANSWER = 4.0  # times as long as it took, most of which is waiting


class WeightsCopy:
    """The weights that one worker plays with."""

    def __init__(
        self, store: WeightStore[CoreEvaluator], *, learns: bool, send: Callable[[tuple[Learned, ...]], None]
    ) -> None:
        self._store = store
        self._learns = learns  # else one snapshot serves the whole game
        self._send = send
        self._sent = time.monotonic()
        self._pause = 0.0  # seconds until the next sending
        self._learned: list[Learned] = []  # unless it learns: then its own weights tell
        self._updates = 0  # since it was as the server's weights are
        self._start = store.updates, store.changes  # then

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
        """Note an update down, or learn."""
        if self._learns:
            self._store.apply(update)
            self._send_if_due()
        else:
            self._learned.append(update)

    def shift(self, displacement: NDArray[np.float64]) -> None:
        """Note a displacement down, or learn."""
        if self._learns:
            self._store.shift(displacement)
            self._send_if_due()
        else:
            self._learned.append(displacement)

    @contextmanager
    def in_turn(self) -> Iterator[CoreEvaluator]:
        """The newest here; who learns elsewhere is not waited for."""
        yield self.snapshot()

    def take(self) -> tuple[Learned, ...]:
        """All that was learned since it was last taken."""
        learned, self._learned = tuple(self._learned), []
        if self._updates:
            (version, change), store = self._start, self._store
            part = store.part(store.moving, change)
            learned = (Reached(self._updates, store.updates - version, part),)
            self._updates = 0
        return learned

    def go_to(self, task: Task, arrays: Arrays | None) -> None:
        """Be as the server's weights are; without arrays they are as these."""
        state = self._store.state()
        if arrays is not None:
            state = Part(task.places, arrays).put_into(state)
        self._store.go_to(replace(state, games=task.games, updates=task.version))
        self._start = self._store.updates, self._store.changes
        self._sent = time.monotonic()

    def _send_if_due(self) -> None:
        self._updates += 1
        began, used = time.monotonic(), time.thread_time()
        if began - self._sent > self._pause:
            self._send(self.take())
            work, whole = time.thread_time() - used, time.monotonic() - began
            self._pause = max(PAUSE_FOR_WORK * work, PAUSE_FOR_ANSWER * whole)
