"""The clocks of a game: they run while somebody thinks, and a flag that has fallen is noticed by whoever looks."""

from __future__ import annotations

import time

from leafstrap._core import Side
from leafstrap.search.limits import TimeLeft
from leafstrap.types import JsonObject


class GameClocks:
    """Two clocks, of which one runs at most. Time while the server was down does not count."""

    def __init__(self, seconds: float, increment: float, left: tuple[float, float] | None = None) -> None:
        self._increment = increment
        self._left = list(left or (seconds, seconds))
        self._running: Side | None = None
        self._since = time.monotonic()

    def left(self, side: Side) -> float:
        """Seconds that a side has."""
        gone = time.monotonic() - self._since if side == self._running else 0.0
        return self._left[side.value] - gone

    def turn_to(self, side: Side | None, *, moved: Side | None = None) -> None:
        """Let the clock of a side run, or none; whoever has moved gets the increment."""
        now = time.monotonic()
        if self._running is not None:
            self._left[self._running.value] -= now - self._since
        if moved is not None and self._left[moved.value] > 0:
            self._left[moved.value] += self._increment
        self._running, self._since = side, now

    def fallen(self) -> Side | None:
        """Whose time is over."""
        return next((side for side in (Side.first, Side.second) if self.left(side) <= 0), None)

    def seconds_to_flag(self) -> float | None:
        """How long the clock that runs can run on."""
        return None if self._running is None else max(0.0, self.left(self._running))

    def seen_by(self, side: Side) -> TimeLeft:
        """Both, for a search."""
        own, other = max(self.left(side), 0.01), max(self.left(side.other), 0.01)
        return TimeLeft(own, self._increment, other, self._increment)

    def as_json(self) -> JsonObject:
        """For the page."""
        return {
            "first": round(max(self.left(Side.first), 0.0), 2),
            "second": round(max(self.left(Side.second), 0.0), 2),
            "running": None if self._running is None else self._running.name,
            "increment": self._increment,
        }

    def stored(self) -> list[float]:
        """For the disk."""
        return [round(self.left(side), 3) for side in (Side.first, Side.second)]
