"""The gate that games pass: it hands out their numbers, and can be closed to have the machine alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

# How far games may run ahead of the thread that writes them down: enough to bridge a slow disk.
AHEAD = 32


class Gate:
    """Numbers for games, or for batches of games. Those that an earlier part of the run left unfinished come first."""

    def __init__(
        self,
        first: int,
        unfinished: tuple[int, ...],
        finished: int,
        games: int | None,
        per_batch: int = 1,
    ) -> None:
        self._changed = Condition()
        self._next = first
        self._again = sorted(unfinished, reverse=True)
        self._finished = finished  # games
        self._games = games  # None: without end
        self._per_batch = per_batch
        self._playing: dict[int, int] = {}  # how many games each number may come to
        self._finished_unwritten = 0
        self._barrier: int | None = None  # no game from here on until it is moved
        self._closed = False
        self._ended = False

    def move_barrier(self, games: int) -> None:
        """Let so many games in: what follows depends on what is decided when all before it are written."""
        with self._changed:
            self._barrier = games
            self._changed.notify_all()

    @property
    def over(self) -> bool:
        """Whether nobody will be let in again."""
        with self._changed:
            return self._ended or self._is_over()

    def enter(self, *, wait: bool = True) -> tuple[int, int] | None:
        """A number to play, and how many games it may come to; None when there is nothing left.

        Who does not wait for one is also told None where there may be one later.
        """
        with self._changed:
            while not self._ended and not self._is_over():
                most = self._room()
                if most > 0 and not self._closed and self._finished_unwritten < AHEAD:
                    number = self._again.pop() if self._again else self._new()
                    self._playing[number] = most
                    return number, most
                if not wait:
                    break
                self._changed.wait()
            return None

    def _is_over(self) -> bool:
        return self._games is not None and self._finished >= self._games

    def _room(self) -> int:
        """How many games the next number may come to."""
        limits = [limit for limit in (self._games, self._barrier) if limit is not None]
        if not limits:
            return self._per_batch
        return min(self._per_batch, min(limits) - self._finished - sum(self._playing.values()))

    def _new(self) -> int:
        self._next += 1
        return self._next - 1

    def finish(self, number: int, games: int) -> tuple[int, tuple[int, ...]]:
        """Take finished games out; give the next new number, and the numbers that are not finished."""
        with self._changed:
            del self._playing[number]
            self._finished += games
            self._finished_unwritten += 1
            self._changed.notify_all()
            return self._next, tuple(sorted([*self._playing, *self._again]))

    def abandon(self, number: int) -> None:
        """Take a game out that was broken off; it is to be played again."""
        with self._changed:
            del self._playing[number]
            self._again.append(number)
            self._changed.notify_all()

    def written(self) -> None:
        """Tell that what was finished has been written down."""
        with self._changed:
            self._finished_unwritten -= 1
            self._changed.notify_all()

    def end(self) -> None:
        """Let nobody in again."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Hold the gate closed, with all games that were under way finished."""
        with self._changed:
            self._closed = True
            while self._playing and not self._ended:
                self._changed.wait(timeout=0.1)  # a timeout, so that Ctrl-C is noticed
        try:
            yield
        finally:
            with self._changed:
                self._closed = False
                self._changed.notify_all()
