"""Who plays the games of a run: here worker threads play and learn, and the main thread writes down what they did."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from random import Random
from threading import Lock, Thread
from typing import Protocol

import numpy as np

from leafstrap._core import StopFlag
from leafstrap.experience.rating import Standing
from leafstrap.experience.record import GameUnderWay, TrainingRecord
from leafstrap.training.gate import Gate
from leafstrap.training.weight_store import Snapshot, WeightStore
from leafstrap.types import CoreEvaluator, JsonObject

SWITCH_INTERVAL = 0.0005  # seconds


class Experience(Protocol):
    """Plays games in one thread, one a call or a batch of them."""

    def play(self, number: int, random: Random, most: int = 1) -> TrainingRecord | None:
        """Play a game, or a batch of so many at most, and learn; None when nothing was finished before the stop."""

    def moves_under_way(self) -> int | None:
        """Moves so far of what is being played; None where they are known only later. Any thread may ask."""

    def game_under_way(self) -> GameUnderWay | None:
        """The game that is being played, or was last; None where nobody can look at it. Any thread may ask."""

    def close(self) -> None:
        """Give back what it holds (engines), and end a game that waits for it; any thread may call it."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """What is being played, and not finished yet."""

    games: int
    batches: bool  # which may end before they have so many games
    seconds: float  # since the oldest of them began, or the batch that it is in
    moves: int | None  # None: not known yet


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over, or a batch of them, and where the run stood at that moment."""

    record: TrainingRecord
    snapshot: Snapshot
    started: int
    unfinished: tuple[int, ...]


def game_random(seed: int, number: int) -> Random:
    """The random generator of one game: the same in every run with this seed, whatever came before."""
    return Random(f"game {number} of seed {seed}")


@dataclass(frozen=True, slots=True)
class Shared:
    """What all games of a run have in common while it learns."""

    gate: Gate
    store: WeightStore[CoreEvaluator]
    standing: Standing | None  # None: it does not play others
    stop: StopFlag


class Workers(Protocol):
    """Those who play the games of a run: threads of this process, or processes anywhere."""

    def start(self, count: int) -> None:
        """Let so many play."""

    def next_finished(self, timeout: float) -> Finished | None:
        """Wait for a game to finish; None after `timeout` seconds. What ends the run is raised here."""

    @property
    def playing(self) -> bool:
        """Tell whether games may still come."""

    def under_way(self) -> UnderWay | None:
        """What is being played; None if nothing is."""

    def game_under_way(self) -> tuple[int, GameUnderWay] | None:
        """A game that is being played, for those who watch, and its number; None where nobody can look at it."""

    def news(self) -> tuple[Sequence[str], JsonObject | None]:
        """What happened to them since it was last asked for, and a report on all of them where one is due."""

    def stop(self) -> None:
        """Let no game come in any more."""


class ThreadWorkers:
    """Threads that play games until there are no more, or until they are told to stop."""

    def __init__(self, shared: Shared, make_experience: Callable[[], Experience], seed: int) -> None:
        self._gate = shared.gate
        self._store = shared.store
        self._make_experience = make_experience
        self._seed = seed
        self._stop = shared.stop
        self._order = Lock()
        self._finished: SimpleQueue[Finished | BaseException | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._experiences: list[Experience] = []
        self._under_way: dict[int, tuple[float, int, Experience]] = {}  # since when, how many games, of whom
        self._ended = 0
        self._default_interval = sys.getswitchinterval()

    def start(self, count: int) -> None:
        """Let `count` threads play."""
        # A search ends every millisecond or so and then needs the interpreter for a moment: a thread that writes
        # a game down must not keep it waiting for the usual five.
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._threads = [Thread(target=self._work, name=f"game-{i}", daemon=True) for i in range(count)]
        for thread in self._threads:
            thread.start()

    def next_finished(self, timeout: float) -> Finished | None:
        """Wait for a game to finish; None after `timeout` seconds. An error in a worker is raised here."""
        try:
            item = self._finished.get(timeout=timeout)
        except Empty:
            return None
        if isinstance(item, BaseException):
            raise item
        if item is None:
            self._ended += 1
        return item

    @property
    def playing(self) -> bool:
        """Tell whether games may still come."""
        return self._ended < len(self._threads)

    def under_way(self) -> UnderWay | None:
        """What the threads are at; None if nothing is being played."""
        playing = list(self._under_way.values())
        if not playing:
            return None
        moves = [known for *_, each in playing if (known := each.moves_under_way()) is not None]
        seconds = time.monotonic() - min(began for began, _, _ in playing)
        games = [most for _, most, _ in playing]
        return UnderWay(sum(games), max(games) > 1, seconds, sum(moves) if moves else None)

    def news(self) -> tuple[Sequence[str], JsonObject | None]:
        """Nothing: a thread that fails ends the run."""
        return (), None

    def game_under_way(self) -> tuple[int, GameUnderWay] | None:
        """The oldest game that is being played, and its number; it stays the same one until it is over."""
        playing = dict(self._under_way)
        if not playing:
            return None
        number = min(playing)
        game = playing[number][2].game_under_way()
        return None if game is None else (number, game)

    def stop(self) -> None:
        """Break off all games and wait for the threads."""
        self._stop.set()
        self._gate.end()
        for experience in self._experiences:
            experience.close()
        for thread in self._threads:
            thread.join()
        sys.setswitchinterval(self._default_interval)

    def _work(self) -> None:
        try:
            experience = self._make_experience()
            self._experiences.append(experience)
            try:
                with np.errstate(
                    over="ignore", invalid="ignore"
                ):  # the weights are looked at after every update
                    while (entered := self._gate.enter()) is not None:
                        self._play(experience, *entered)
            finally:
                experience.close()
        except BaseException as error:
            if not self._stop.is_set:  # engines that are being closed may complain
                self._finished.put(error)
        self._finished.put(None)

    def _play(self, experience: Experience, number: int, most: int) -> None:
        record = None
        self._under_way[number] = time.monotonic(), most, experience
        try:
            record = experience.play(number, game_random(self._seed, number), most)
        finally:
            del self._under_way[number]
            if record is None:
                self._gate.abandon(number)
        if record is None:
            return
        with self._order:  # so that games are written down in the order in which they were counted
            snapshot = self._store.finish_games(record.games)
            started, unfinished = self._gate.finish(number, record.games)
            self._finished.put(Finished(record, snapshot, started, unfinished))
