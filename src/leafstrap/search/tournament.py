"""The face of the native tournament search: what one asks it, and what it answers.

Scores are centipawns in the mover's view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

Bound = Literal["exact", "lower", "upper"]


class Variation(Protocol):
    """One line of play with its score."""

    @property
    def score(self) -> int:
        """Centipawns, the mover's view."""

    @property
    def mate(self) -> int | None:
        """Moves until mate, negative for the side that is mated; None if no mate was found."""

    @property
    def bound(self) -> Bound:
        """Whether the score is exact, or known to be at least or at most this."""

    @property
    def pv(self) -> Sequence[Any]:
        """The moves."""

    @property
    def depth(self) -> int:
        """Plies searched."""

    @property
    def seldepth(self) -> int:
        """Plies of the longest line searched."""


class Report(Protocol):
    """How a search stands: the best line first, as many as were asked for."""

    @property
    def lines(self) -> Sequence[Variation]:
        """The best lines."""

    @property
    def nodes(self) -> int:
        """Positions visited so far."""

    @property
    def seconds(self) -> float:
        """Time taken so far."""

    @property
    def hashfull(self) -> int:
        """How full the table is, in thousandths."""


class TournamentResult(Report, Protocol):
    """What a search found."""

    @property
    def move(self) -> Any:
        """The best move."""

    @property
    def ponder(self) -> Any | None:
        """The expected answer."""

    @property
    def depth(self) -> int:
        """Plies of the last complete iteration."""

    @property
    def leaf(self) -> Any:
        """The position at the end of the best line."""

    @property
    def leaf_exact(self) -> bool:
        """Whether the score is the evaluation of that position."""


class Control(Protocol):
    """What stops a search from another thread."""

    def stop(self) -> None:
        """Answer now, with what is known."""

    def ponder_hit(self) -> None:
        """The expected move was made: from now on the clock counts."""


class TournamentSearch(Protocol):
    """A search with its memory. One run at a time; it remembers until cleared."""

    def clear(self) -> None:
        """Forget everything."""

    def run(
        self,
        evaluator: Any,
        line: Any,
        *,
        depth: int = 0,
        nodes: int = 0,
        soft_seconds: float = 0.0,
        hard_seconds: float = 0.0,
        multipv: int = 1,
        moves: Sequence[Any] = (),
        pondering: bool = False,
        control: Any = None,
        progress: Callable[[Report], None] | None = None,
    ) -> TournamentResult:
        """Look ahead from the end of a line; 0 is no such limit, and no `moves` are all of them."""
