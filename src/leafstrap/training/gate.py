"""The gate that games pass: it hands out their numbers, and can be closed to have the machine alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

# How far games may run ahead of the thread that writes them down: enough to bridge a slow disk.
AHEAD = 32


class Gate:
    """Numbers for games. Numbers that an earlier part of the run left unfinished come first."""

    def __init__(self, first: int, unfinished: tuple[int, ...], games: int | None) -> None:
        self._changed = Condition()
        self._next = first
        self._again = sorted(unfinished, reverse=True)
        self._games = games  # None: without end
        self._playing: set[int] = set()
        self._finished_unwritten = 0
        self._barrier: int | None = None  # no new number from here on until it is moved
        self._closed = False
        self._ended = False

    def move_barrier(self, number: int) -> None:
        """Let games up to this number in: what follows depends on what is decided when all before it are written."""
        with self._changed:
            self._barrier = number
            self._changed.notify_all()

    def enter(self) -> int | None:
        """Wait for a number to play; None when there is nothing left."""
        with self._changed:
            while not self._ended and (
                self._closed or self._finished_unwritten >= AHEAD or self._at_barrier()
            ):
                self._changed.wait()
            if self._ended:
                return None
            if self._again:
                number = self._again.pop()
            elif self._games is None or self._next < self._games:
                number = self._next
                self._next += 1
            else:
                return None
            self._playing.add(number)
            return number

    def _at_barrier(self) -> bool:
        return not self._again and self._barrier is not None and self._next >= self._barrier != self._games

    def finish(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Take a finished game out; give the next new number, and the numbers that are not finished."""
        with self._changed:
            self._playing.remove(number)
            self._finished_unwritten += 1
            self._changed.notify_all()
            return self._next, tuple(sorted([*self._playing, *self._again]))

    def abandon(self, number: int) -> None:
        """Take a game out that was broken off; it is to be played again."""
        with self._changed:
            self._playing.remove(number)
            self._again.append(number)
            self._changed.notify_all()

    def written(self) -> None:
        """Tell that one more finished game has been written down."""
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
