"""KnightCap's search as a learning rule sees it: values in the unit of the weights, and the leaf they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from leafstrap._core import EVALUATION_LIMIT, WIN, SearchControl, StopFlag
from leafstrap.evaluators.piece_values import USUAL_WORTH, piece_values
from leafstrap.search.tournament import Tournament, TournamentReport, TournamentResult

ENTRY_BYTES = 128  # of its table: a position with two bounds and the leaf of each


@dataclass(frozen=True, slots=True)
class LeafResult:
    """What a search found, as the results of the training searches. The value is the mover's view."""

    value: float
    pv: Sequence[Any]
    leaf: Any
    leaf_evaluated: bool  # the value is the evaluation of the leaf; else it comes from the rules
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> Any:
        """The best move."""
        return self.pv[0]


class KnightCapSearch:
    """The native search with the face of a training search; it looks ahead in whole centipawns."""

    def __init__(self, feature_set: Any, table_bits: int) -> None:
        self._feature_set = feature_set
        self._search: Tournament = feature_set.knightcap(max(1, (ENTRY_BYTES << table_bits) >> 20))
        self._real: Any = None
        self._whole: Any = None

    def clear(self) -> None:
        """Forget everything, as for a new game."""
        self._search.clear()

    def run(
        self,
        evaluator: Any,
        line: Any,
        *,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        seed: int = 0,
        stop: StopFlag | None = None,
    ) -> LeafResult:
        """Look ahead from the end of a line; 0 is no such limit. A stop takes effect after an iteration.

        The seed shuffles the moves: of those that pass the same test the first is played, so ties are broken at random.
        """
        if evaluator is not self._real:
            weights = evaluator.weights()
            scale = _centipawns_per_unit(self._feature_set, weights)
            self._real, self._whole = evaluator, self._feature_set.integer(weights.astype(float), scale)
        moves = line.position.legal_moves()
        Random(seed).shuffle(moves)
        control = SearchControl()

        def progress(_: TournamentReport) -> None:
            if stop is not None and stop.is_set:
                control.stop()

        found = self._search.run(
            self._whole,
            line,
            depth=depth,
            nodes=nodes,
            hard_seconds=seconds,
            moves=moves,
            control=control,
            progress=progress,
        )
        best = found.lines[0]
        value = self._value(found, line.position.turn)
        return LeafResult(
            value, best.pv, found.leaf, found.leaf_exact, found.depth, found.nodes, found.seconds
        )

    def _value(self, found: TournamentResult, mover: Any) -> float:
        """The leaf's evaluation by the weights proper: what rounding to centipawns lost is of no use to learning."""
        best = found.lines[0]
        if found.leaf_exact:
            value = mover.sign * self._real.value(found.leaf, mover)
            return float(max(-EVALUATION_LIMIT, min(value, EVALUATION_LIMIT)))
        if best.mate is None:
            return 0.0  # drawn by the rules: all else has a leaf
        return WIN - 2 * best.mate + 1 if best.mate > 0 else -WIN - 2 * best.mate


def _centipawns_per_unit(feature_set: Any, weights: Any) -> float:
    """As in play, but a piece counts by how much it matters: where learning begins some seem worth less than none."""
    worth = sum(abs(value) for value in piece_values(feature_set).of(weights).values())
    return 100 * USUAL_WORTH / worth if worth > 0 else 1.0
