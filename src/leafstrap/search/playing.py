"""The searches for play as a learning rule sees them: values in the unit of the weights, and their leaves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from leafstrap._core import EVALUATION_LIMIT, WIN, Delta, SearchControl, Side, StopFlag
from leafstrap.evaluators import Architecture, centipawns_per_unit
from leafstrap.search.engine import VARIANTS
from leafstrap.search.native import TournamentReport, TournamentResult, TournamentSearch
from leafstrap.types import CoreEvaluator, Line, Move, Position, Tablebase

# KnightCap, section 4.1: "a value of tanh[βJ] = 0.25 was equivalent to a material superiority of 1 pawn".
PAWN_AFTER_TANH = 0.25
AGREEMENT = 0.05  # of expected results between -1 and 1; KnightCap's program


@dataclass(frozen=True, slots=True)
class LeafResult:
    """What a search found, as the results of the training searches. The value is the mover's view."""

    value: float
    pv: Sequence[Move]
    leaf: Position
    leaf_evaluated: bool  # the value is the evaluation of the leaf; else it comes from the rules
    depth: int
    nodes: int
    seconds: float

    @property
    def move(self) -> Move:
        """The best move."""
        return self.pv[0]


class PlayingSearch:
    """A native search for play with the face of a training search; it looks ahead in whole centipawns."""

    def __init__(
        self,
        architecture: Architecture,
        variant: str,
        table_bits: int,
        leaf_tolerance: float = AGREEMENT,
        unproven: float | None = None,
    ) -> None:
        self._architecture = architecture
        self._leaf_tolerance = leaf_tolerance
        self._unproven = unproven  # what a bound counts that rests on a guess; None: no nodes are kept
        kind = VARIANTS[variant]
        megabytes = max(1, (kind.entry_bytes << table_bits) >> 20)
        self._search: TournamentSearch = kind.make(architecture.core, megabytes, 1)
        self._centipawns = 1.0  # a unit of the evaluation
        self._real: CoreEvaluator | None = None
        self._whole: CoreEvaluator | None = None

    def use_tablebase(self, tablebase: Tablebase) -> None:
        """Look known endings up from the next run on; only of games that have them."""
        self._search.use_tablebase(tablebase)

    def clear(self) -> None:
        """Forget everything, as for a new game."""
        self._search.clear()

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
    ) -> LeafResult:
        """Look ahead from the end of a line; 0 is no such limit. A stop takes effect after an iteration.

        The seed shuffles the moves: of those that pass the same test the first is played, so ties are broken at random.
        """
        if evaluator is not self._real:
            weights = evaluator.weights().astype(float)
            self._centipawns = centipawns_per_unit(self._architecture, weights)
            self._real, self._whole = evaluator, self._architecture.integer(weights, self._centipawns)
        assert self._whole is not None
        moves = list(line.position.legal_moves())
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
            gather=self._unproven is not None,
            control=control,
            progress=progress,
        )
        best = found.lines[0]
        value, evaluated = self._value(found, evaluator, line.position.turn)
        return LeafResult(value, best.pv, found.leaf, evaluated, found.depth, found.nodes, found.seconds)

    def delta(self, min_depth: int = 1, beta: float = 0.0, quiet_nodes: bool = False) -> Delta:
        """What the nodes of the last run teach, in the unit that the evaluator learns in, or squashed."""
        return self._search.delta(min_depth, self._unproven or 0.0, beta, quiet_nodes)

    def _value(self, found: TournamentResult, evaluator: CoreEvaluator, mover: Side) -> tuple[float, bool]:
        """The value, and whether it is the leaf's evaluation by the weights proper: rounding is of no use to learning.

        The tournament search shades its scores by what the table knows, so there an evaluation that agrees is enough.
        """
        best = found.lines[0]
        if best.mate is not None:
            return (WIN - 2 * best.mate + 1 if best.mate > 0 else -WIN - 2 * best.mate), False
        leaf = mover.sign * evaluator.value(found.leaf, mover)
        if found.leaf_exact or agree(leaf * self._centipawns, best.score, self._leaf_tolerance):
            return float(max(-EVALUATION_LIMIT, min(leaf, EVALUATION_LIMIT))), True
        return best.score / self._centipawns, False


def expected_result(centipawns: float) -> float:
    """An evaluation as a result between -1 and 1.

    >>> round(expected_result(100), 4)
    0.25
    """
    return math.tanh(math.atanh(PAWN_AFTER_TANH) * centipawns / 100)


def agree(leaf: float, score: float, tolerance: float = AGREEMENT) -> bool:
    """Whether the evaluation of a leaf is near enough to the score of the search, both in centipawns.

    A variation that the table cut short may end elsewhere. A score of 0 may come from the rules, not from a leaf; and
    without tolerance only a search that vouches for its leaf is believed.
    """
    return score != 0 and tolerance > 0 and abs(expected_result(leaf) - expected_result(score)) <= tolerance
