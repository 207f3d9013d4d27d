"""Who plays the pairs of a match or tournament: what the schedule asks of them, and threads that do it.

Others may stand in for the threads, as the workers of a cluster do.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Protocol

from leafstrap.arena.games.played import Pair
from leafstrap.arena.schedule.pairs import Conditions, Task, play_pair
from leafstrap.arena.schedule.player_cache import PlayerCache
from leafstrap.players import PlayerSpec

POLL = 0.1  # seconds between looks at the keyboard


class Runner(Protocol):
    """Plays tasks, several at a time, in whatever order they get done."""

    def start(self, *specs: PlayerSpec) -> None:
        """Make the players, then begin; one that cannot be made is an error now, not in the middle."""

    def next_pair(self) -> Pair | None:
        """A finished pair, or None after a moment without one."""

    def stop(self) -> None:
        """Break off what is under way, and give all players back."""


MakeRunner = Callable[[Conditions, Iterator[Task], int], Runner]  # for so many pairs at a time


class MatchRunner:
    """Plays them in threads of this process."""

    def __init__(self, conditions: Conditions, tasks: Iterator[Task], threads: int) -> None:
        self._conditions = conditions
        self._tasks = tasks
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._done: queue.SimpleQueue[Pair | BaseException] = queue.SimpleQueue()
        self._player_cache = PlayerCache()
        self._threads = [
            threading.Thread(target=self._work, name=f"games {number}", daemon=True)
            for number in range(threads)
        ]

    def start(self, *specs: PlayerSpec) -> None:
        """Make the players, then begin."""
        self._player_cache.enlist(specs)
        for thread in self._threads:
            thread.start()

    def next_pair(self) -> Pair | None:
        """A finished pair, or None after a moment without one."""
        try:
            done = self._done.get(timeout=POLL)
        except queue.Empty:
            return None
        if isinstance(done, BaseException):
            raise done
        return done

    def stop(self) -> None:
        """Break off what is under way, and give all players back."""
        self._cancelled.set()
        self._player_cache.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        self._player_cache.close()  # a player that was still being made came too late for the first round

    def _work(self) -> None:
        try:
            while not self._cancelled.is_set() and (task := self._next_task()) is not None:
                pair = self._play(task)
                if pair is None:
                    return
                self._done.put(pair)
        except BaseException as error:
            self._done.put(error)

    def _next_task(self) -> Task | None:
        with self._lock:
            return next(self._tasks, None)

    def _play(self, task: Task) -> Pair | None:
        cache, specs = self._player_cache, (task.a, task.b)
        a, b = (cache.take(spec) for spec in specs)
        pair = play_pair(self._conditions, task, a, b, self._cancelled.is_set)
        if pair is not None:
            for spec, player in zip(specs, (a, b), strict=True):
                cache.give_back(spec, player)
        return pair
