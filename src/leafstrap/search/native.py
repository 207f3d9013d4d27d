"""What the native searches look like from Python, whatever the game and the architecture.

A training search computes what the papers define, in the unit of the weights; a tournament search plays as well as it
can, in whole centipawns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from leafstrap._core import Delta, SearchControl, StopFlag
from leafstrap.types import CoreEvaluator, Line, Move, Position, Search, SearchResult, Tablebase


class TrainingResult(SearchResult, Protocol):
    """What a training search found; a win is 9999."""

    @property
    def move(self) -> Move:
        """The best move."""

    @property
    def leaf(self) -> Position:
        """The position at the end of the principal variation."""

    @property
    def leaf_evaluated(self) -> bool:
        """Whether the value is the evaluation of that position; else it comes from the rules."""


class TrainingSearch(Search, Protocol):
    """One that can be cut at its depth."""

    def run(
        self,
        evaluator: CoreEvaluator,
        line: Line,
        *,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        stop: StopFlag | None = None,
        extend: bool = True,
    ) -> TrainingResult:
        """The same; without `extend` checks cost a ply, and captures are not looked at beyond the depth."""


class Variation(Protocol):
    """One line of play; scores are the view of the side to move at the root."""

    @property
    def score(self) -> int:
        """Centipawns."""

    @property
    def mate(self) -> int | None:
        """Moves to mate, negative when being mated; None while the game is open."""

    @property
    def bound(self) -> str:
        """`exact`, or the side on which the score lies beyond the window: `lower`, `upper`."""

    @property
    def pv(self) -> Sequence[Move]:
        """The moves."""

    @property
    def depth(self) -> int:
        """Plies of the iteration."""

    @property
    def seldepth(self) -> int:
        """The longest line looked at, in plies."""


class TournamentReport(Protocol):
    """How far a search has come."""

    @property
    def lines(self) -> Sequence[Variation]:
        """The variations, best first."""

    @property
    def move(self) -> Move:
        """The best move."""

    @property
    def ponder(self) -> Move | None:
        """The reply it expects, if any."""

    @property
    def depth(self) -> int:
        """Plies of the last complete iteration."""

    @property
    def seldepth(self) -> int:
        """The longest line looked at, in plies."""

    @property
    def nodes(self) -> int:
        """Positions visited by all threads."""

    @property
    def seconds(self) -> float:
        """Time since the start."""

    @property
    def hashfull(self) -> int:
        """Thousandths of the table that this search has filled."""


class TournamentResult(TournamentReport, Protocol):
    """What a search found."""

    @property
    def leaf(self) -> Position:
        """The position at the end of the first line."""

    @property
    def leaf_exact(self) -> bool:
        """Whether the score is the evaluation of that position."""


class TournamentSearch(Protocol):
    """One search with its table and its experience; for one thread at a time."""

    def run(
        self,
        evaluator: CoreEvaluator,
        line: Line,
        *,
        depth: int = 0,
        nodes: int = 0,
        soft_seconds: float = 0.0,
        hard_seconds: float = 0.0,
        multipv: int = 1,
        moves: Sequence[Move] = (),
        pondering: bool = False,
        gather: bool = False,
        control: SearchControl | None = None,
        progress: Callable[[TournamentReport], None] | None = None,
    ) -> TournamentResult:
        """Look ahead from the end of a line; 0 is no such limit. Depth 1 is always completed."""

    def delta(
        self, min_depth: int = 1, unproven: float = 0.0, beta: float = 0.0, quiet_nodes: bool = False
    ) -> Delta:
        """What the nodes that a run gathered teach, in the unit that the evaluator learns in."""

    def use_tablebase(self, tablebase: Tablebase) -> None:
        """Look known endings up from the next run on; only of games that have them."""

    def clear(self) -> None:
        """Forget everything, as for a new game."""
