"""An engine: weights, and the tournament search that plays with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from leafstrap._core import SearchControl
from leafstrap.evaluators import Evaluator
from leafstrap.evaluators.piece_values import integer
from leafstrap.search.limits import OVERHEAD, UNTIMED, Budget, Limits, budget, fixed_budget
from leafstrap.search.native import TournamentReport, TournamentResult, TournamentSearch
from leafstrap.search.tablebase import DEFAULT, tablebase
from leafstrap.search.told import result_with
from leafstrap.types import Line, Move

if TYPE_CHECKING:  # their library takes a moment to import, and few need it
    from leafstrap.search.syzygy import SyzygyTables

MEGABYTES = 16
# The least score that there is. Of several lines those have less, and say nothing, which a search that was cut short in
# its last iteration had passed over.
MATED = -32_000


@dataclass(frozen=True, slots=True)
class Variant:
    """One search for play."""

    make: Callable[
        [Any, int, int], TournamentSearch
    ]  # of the core of an architecture, megabytes for the table, threads
    entry_bytes: int  # what an entry of the table takes


VARIANTS: Mapping[str, Variant] = {
    "tournament": Variant(lambda core, megabytes, threads: core.tournament(megabytes, threads), 16),
    # It has one thread, and in an entry the leaves of two bounds.
    "knightcap": Variant(lambda core, megabytes, _: core.knightcap(megabytes), 128),
}


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to find out about a position; 0 and nothing stand for no such limit."""

    depth: int = 0
    nodes: int = 0
    budget: Budget = UNTIMED
    multipv: int = 1
    moves: tuple[Move, ...] = ()
    pondering: bool = False

    @classmethod
    def within(cls, limits: Limits) -> SearchRequest:
        """The best move within limits, of time for a move or on a clock among others."""
        times = [fixed_budget(limits.movetime, 0.0)] if limits.movetime else []
        if limits.left is not None:
            times.append(budget(limits.left.own, limits.left.own_increment, None, OVERHEAD))
        least = min(times, key=lambda time: time.hard, default=UNTIMED)
        return cls(limits.depth or 0, limits.nodes or 0, least)

    @property
    def limited(self) -> bool:
        """Whether the search ends by itself."""
        return bool(self.depth or self.nodes or self.budget.hard or self.budget.soft)

    def among(self, moves: tuple[Move, ...]) -> SearchRequest:
        """The same, with no other moves than these; none stands for all."""
        return replace(self, moves=moves)


class Engine:
    """One search at a time; what it remembers lasts until a new game or other weights."""

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        megabytes: int = MEGABYTES,
        threads: int = 1,
        variant: str = "tournament",
        pieces: int = DEFAULT,  # with which endings are known, in games that have tables of them
        syzygy: SyzygyTables | None = None,  # those of chess, which are files
    ) -> None:
        self._evaluator = evaluator
        self._integer = integer(evaluator)
        self._search = VARIANTS[variant].make(evaluator.architecture.core, megabytes, threads)
        if (known := tablebase(evaluator.game, pieces)) is not None:
            self._search.use_tablebase(known)
        self._syzygy = syzygy
        self.tablebase_hits = 0  # of the last search, in files

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator in use, with its weights."""
        return self._evaluator

    def new_game(self) -> None:
        """Forget what was found out."""
        self._search.clear()

    def think(
        self,
        line: Line,
        request: SearchRequest,
        control: SearchControl | None = None,
        progress: Callable[[TournamentReport], None] | None = None,
    ) -> TournamentResult:
        """Look ahead from the end of a line until a limit or the control ends it."""
        known = None if self._syzygy is None or request.moves else self._syzygy.root(line)
        self.tablebase_hits = 0 if known is None else known.hits
        if known is None:
            return self._think(line, request, control, progress)
        heard = None if progress is None else lambda report: progress(known.report(report))
        return known.found(self._think(line, request.among(known.moves), control, heard))

    def _think(
        self,
        line: Line,
        request: SearchRequest,
        control: SearchControl | None,
        progress: Callable[[TournamentReport], None] | None,
    ) -> TournamentResult:
        found = self._search.run(
            self._integer,
            line,
            depth=request.depth,
            nodes=request.nodes,
            soft_seconds=request.budget.soft,
            hard_seconds=request.budget.hard,
            multipv=request.multipv,
            moves=list(request.moves),
            pondering=request.pondering,
            control=control,
            progress=progress,
        )
        scored = [each for each in found.lines if each.score >= MATED]
        return found if len(scored) == len(found.lines) else result_with(found, scored)
