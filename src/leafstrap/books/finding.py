"""What a search found out about a position, as a book remembers it."""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap.search.native import TournamentResult, Variation

MATE = 100_000  # centipawns; a mate is worth so much, less the plies until then


@dataclass(frozen=True, slots=True)
class Finding:
    """A move, and bounds on what it is worth to the mover, in centipawns."""

    move: str
    low: int | None  # None: no lower bound is known
    high: int | None
    depth: int
    seconds: float

    @classmethod
    def of(cls, result: TournamentResult) -> Finding:
        """The finding of a search."""
        best = result.lines[0]
        worth = _worth(best)
        low = None if best.bound == "upper" else worth
        high = None if best.bound == "lower" else worth
        return cls(str(result.move), low, high, result.depth, result.seconds)

    @property
    def settled(self) -> bool:
        """Whether the bounds meet."""
        return self.low is not None and self.low == self.high


def _worth(variation: Variation) -> int:
    if variation.mate is None:
        return variation.score
    return (MATE - 2 * abs(variation.mate)) * (1 if variation.mate > 0 else -1)
