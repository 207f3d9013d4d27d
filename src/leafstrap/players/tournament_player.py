"""A player that plays as well as it can: an evaluator with a search for play."""

from __future__ import annotations

from typing import Any

from leafstrap._core import SearchControl
from leafstrap.evaluators import Weighted
from leafstrap.players.choice import Choice
from leafstrap.search.endings import USUAL
from leafstrap.search.engine import MEGABYTES, Assignment, Engine
from leafstrap.search.limits import Limits


class TournamentPlayer:
    """Plays by an engine of its own; it has no chance in it, so equal games need equal openings."""

    def __init__(
        self,
        name: str,
        weighted: Weighted,
        *,
        variant: str = "tournament",
        megabytes: int = MEGABYTES,
        threads: int = 1,
        pieces: int = USUAL,
    ) -> None:
        self.name = name
        self._engine = Engine(weighted, megabytes=megabytes, threads=threads, variant=variant, pieces=pieces)
        self._control = SearchControl()

    def new_game(self, seed: int) -> None:
        """Forget the last game."""
        self._engine.new_game()

    def choose(self, line: Any, limits: Limits) -> Choice:
        """The best move that the search finds within the limits."""
        found = self._engine.think(line, Assignment.within(limits), self._control)
        best = found.lines[0]
        return Choice(
            found.move, None if best.mate is not None else best.score, best.mate, found.depth, found.nodes
        )

    def close(self) -> None:
        """End a search that is under way; it answers at once with what it has."""
        self._control.stop()
