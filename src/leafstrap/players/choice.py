"""A move, and what the player thought of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# Beyond every evaluation: what a forced mate counts where scores are compared.
CERTAIN = 30_000


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player answers. Only the move is a must: a player says of its thoughts what it knows.

    >>> print(Choice("e2e4", score=35, depth=9), Choice("h5f7", mate=1, depth=2))
    +0.35/9 +M1/2
    """

    move: Any
    score: int | None = None  # centipawns, the mover's view
    mate: int | None = None  # moves until mate, negative if it is the mover who is mated
    depth: int | None = None  # plies
    nodes: int | None = None

    @property
    def lead(self) -> int | None:
        """The score, a mate included: centipawns by which the mover thinks it is ahead."""
        if self.mate is not None:
            return CERTAIN if self.mate > 0 else -CERTAIN
        return self.score

    def __str__(self) -> str:
        if self.lead is None:
            return ""
        score = f"{self.lead / 100:+.2f}" if self.mate is None else f"{'+-'[self.mate <= 0]}M{abs(self.mate)}"
        return score if self.depth is None else f"{score}/{self.depth}"


def bounded(centipawns: float) -> int:
    """A score as another program says it, which may have its own way to say that a game is won.

    >>> bounded(12.3), bounded(-6553600)
    (12, -30000)
    """
    return round(max(-CERTAIN, min(centipawns, CERTAIN)))
