"""A player that looks ahead with an evaluator."""

from __future__ import annotations

from random import Random
from typing import Any

from leafstrap._core import WIN, StopFlag
from leafstrap.evaluators import Evaluator
from leafstrap.evaluators.integer import centipawns_per_unit
from leafstrap.players.choice import Choice
from leafstrap.search.limits import Limits, seconds_to_spend
from leafstrap.search.native import SearchResult, TrainingSearch

# 2^18 entries: enough for the some hundred thousand nodes of a move, small enough for many players at once.
TABLE_BITS = 18
# Evaluations are cut here; what lies beyond is a win, less the plies until it.
EVALUATION_LIMIT = 9900


class EvaluatorPlayer:
    """Plays the best move of the training alpha-beta search; the seed breaks ties between equal moves.

    Without `extend` the search is cut at its depth.
    """

    def __init__(
        self,
        name: str,
        evaluator: Evaluator,
        *,
        seed: int = 0,
        table_bits: int = TABLE_BITS,
        extend: bool = True,
    ) -> None:
        self.name = name
        self._extend = extend
        self._evaluator = evaluator.snapshot()
        self._centipawns = centipawns_per_unit(evaluator.architecture, evaluator.weights)
        self._search: TrainingSearch = evaluator.architecture.alphabeta(table_bits)
        self._random = Random(seed)
        self._stop = StopFlag()

    def new_game(self, seed: int) -> None:
        """Start anew; every search clears its table itself."""
        self._random = Random(seed)

    def choose(self, line: Any, limits: Limits) -> Choice:
        """The best move that the search finds within the limits."""
        found = self.think(line, limits)
        score = mate = None
        if abs(found.value) > EVALUATION_LIMIT:
            moves = (int(WIN - abs(found.value)) + 1) // 2
            mate = moves if found.value > 0 else -moves
        else:
            score = round(found.value * self._centipawns)
        return Choice(found.move, score, mate, found.depth, found.nodes)

    def think(self, line: Any, limits: Limits) -> SearchResult:
        """All that the search found; the value is the mover's view."""
        return self._search.run(
            self._evaluator,
            line,
            depth=limits.depth or 0,
            nodes=limits.nodes or 0,
            seconds=_seconds(limits),
            seed=self._random.getrandbits(32),
            stop=self._stop,
            extend=self._extend,
        )

    def close(self) -> None:
        """End a search that is under way; it answers at once with what it has."""
        self._stop.set()


def _seconds(limits: Limits) -> float:
    clock = seconds_to_spend(limits.left.own, limits.left.own_increment) if limits.left else 0.0
    return min((seconds for seconds in (clock, limits.movetime) if seconds), default=0.0)
