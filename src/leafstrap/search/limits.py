"""How far a search may go: depth, nodes, time for a move, a clock for the game."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from leafstrap.errors import UsageError
from leafstrap.search.clock import Clock, TimeControl, TimeLeft


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search, whichever comes first; None is no such limit.

    `clock` is the time control of a game; `left` is how the clocks stand at one move of it.

    >>> Limits.parse("depth=4,movetime=0.5")
    Limits(depth=4, nodes=None, movetime=0.5, clock=None, left=None)
    """

    depth: int | None = None
    nodes: int | None = None
    movetime: float | None = None
    clock: TimeControl | None = None
    left: TimeLeft | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "movetime"):
            value = getattr(self, name)
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise UsageError(f"The limit {name} must be above 0, not {value:g}.")

    @classmethod
    def parse(cls, text: str) -> Limits:
        """Read `depth=4`, `nodes=10000`, `movetime=0.1`, `tc=60+1`, or several with commas between."""
        limits = cls()
        for part in text.split(","):
            key, equals, value = part.strip().partition("=")
            if key not in _READERS or not equals:
                raise UsageError(
                    f"A limit is depth=N, nodes=N, movetime=SECONDS or tc=SECONDS+INCREMENT, not {part!r}."
                )
            try:
                limits = _READERS[key](limits, value)
            except UsageError:
                raise
            except ValueError:
                raise UsageError(f"The limit {key} must be a number, not {value!r}.") from None
        return limits

    @property
    def any(self) -> bool:
        """Whether there is a limit at all."""
        return bool(self.depth or self.nodes or self.movetime or self.clock)

    @property
    def timed(self) -> bool:
        """Whether the outcome depends on how fast the machine is."""
        return bool(self.movetime or self.clock)

    def new_clock(self) -> Clock:
        """A clock for one side of a new game under these limits."""
        return Clock(self.clock, self.movetime)

    def with_clocks(self, own: Clock, other: Clock) -> Limits:
        """These limits at a move: with the clocks as they stand."""
        if own.control is None:
            return self
        other_increment = other.control.increment if other.control else 0.0
        return replace(self, left=TimeLeft(own.left, own.control.increment, other.left, other_increment))

    def __str__(self) -> str:
        named = {"depth": self.depth, "nodes": self.nodes, "movetime": self.movetime, "tc": self.clock}
        return ",".join(f"{name}={value}" for name, value in named.items() if value is not None)


_READERS: dict[str, Callable[[Limits, str], Limits]] = {
    "depth": lambda limits, text: replace(limits, depth=int(text)),
    "nodes": lambda limits, text: replace(limits, nodes=int(text)),
    "movetime": lambda limits, text: replace(limits, movetime=float(text)),
    "tc": lambda limits, text: replace(limits, clock=TimeControl.parse(text)),
}
