"""A player that plays as well as it can: an evaluator with a search for play."""

from __future__ import annotations

from typing import Any

from leafstrap._core import SearchControl
from leafstrap.evaluators import Evaluator
from leafstrap.players.choice import Choice
from leafstrap.search.engine import MEGABYTES, Engine, SearchRequest
from leafstrap.search.limits import Limits
from leafstrap.search.tablebase import DEFAULT


class TournamentPlayer:
    """Plays by an engine of its own; it has no chance in it, so equal games need equal openings."""

    def __init__(
        self,
        name: str,
        evaluator: Evaluator,
        *,
        variant: str = "tournament",
        megabytes: int = MEGABYTES,
        threads: int = 1,
        pieces: int = DEFAULT,
    ) -> None:
        self.name = name
        self._engine = Engine(evaluator, megabytes=megabytes, threads=threads, variant=variant, pieces=pieces)
        self._control = SearchControl()

    def new_game(self, seed: int) -> None:
        """Forget the last game."""
        self._engine.new_game()

    def choose(self, line: Any, limits: Limits) -> Choice:
        """The best move that the search finds within the limits."""
        found = self._engine.think(line, SearchRequest.within(limits), self._control)
        best = found.lines[0]
        return Choice(
            found.move, None if best.mate is not None else best.score, best.mate, found.depth, found.nodes
        )

    def close(self) -> None:
        """End a search that is under way; it answers at once with what it has."""
        self._control.stop()
