"""Time: Fischer clocks, and how much of one a move may take."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from leafstrap.errors import UsageError

# A game is expected to last so many more moves, whenever one asks.
MOVES_TO_GO = 30
# What is kept back for everything around a search: starting threads, pipes, a busy machine.
OVERHEAD = 0.03
# Never spend more than this share of what is left, increment or not.
MOST = 0.5
# A search without a limit would never end; with next to no time left it gets this much.
LEAST = 0.001


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the game, and seconds added after every move.

    >>> TimeControl.parse("60+1")
    TimeControl(seconds=60.0, increment=1.0)
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        finite = math.isfinite(self.seconds) and math.isfinite(self.increment)
        if not (finite and self.seconds >= 0 and self.increment >= 0 and self.seconds + self.increment > 0):
            raise UsageError(f"A clock needs time: {self.seconds:g}+{self.increment:g} has none.")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read SECONDS or SECONDS+INCREMENT."""
        base, _, increment = text.partition("+")
        try:
            return cls(float(base), float(increment or 0))
        except UsageError:
            raise
        except ValueError:
            raise UsageError(f"A clock is SECONDS+INCREMENT such as 60+1, not {text!r}.") from None

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Both clocks as the side to move reads them."""

    own: float
    own_increment: float
    other: float
    other_increment: float


class Clock:
    """The clock of one side. Without a time control it never runs out, and a move takes `movetime`."""

    def __init__(self, control: TimeControl | None = None, movetime: float | None = None) -> None:
        self.control = control
        self.movetime = movetime
        self.left = control.seconds if control else math.inf

    @property
    def flagged(self) -> bool:
        """Whether the time is used up."""
        return self.left < 0

    def seconds_for_move(self) -> float:
        """Seconds that the next move may take; 0 stands for no limit, as in a search."""
        own = seconds_to_spend(self.left, self.control.increment) if self.control else 0.0
        limits = [seconds for seconds in (own, self.movetime) if seconds]
        return min(limits, default=0.0)

    def spend(self, seconds: float) -> None:
        """Take off the time of a move; whoever made it in time gets the increment."""
        self.left -= seconds
        if self.control and not self.flagged:
            self.left += self.control.increment

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the clock run while something is done."""
        began = time.perf_counter()
        yield
        self.spend(time.perf_counter() - began)


def seconds_to_spend(left: float, increment: float) -> float:
    """How long to think with so much left on a Fischer clock.

    >>> round(seconds_to_spend(60, 1), 2)
    2.97
    """
    usable = left - OVERHEAD
    return max(LEAST, min(usable / MOVES_TO_GO + increment - OVERHEAD, usable * MOST))
