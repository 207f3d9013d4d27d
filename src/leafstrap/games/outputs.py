"""What the outputs of an evaluator mean: how a game that is over looks in them, and how the other side sees them.

An evaluator may have one output, the value of a position, or several, such as backgammon's chances of each result. Here
they are in the unit that the evaluator learns in, and as arrays of positions × outputs. The view is said each time:
that of the side to move (or to roll), or the first player's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import EVALUATION_LIMIT, Side
from leafstrap.types import CoreEvaluator, Gradient, Positions

Array = NDArray[np.float64]


class Found(Protocol):
    """What a search, or somebody who was asked, says of a position; the view of the side to move there."""

    @property
    def value(self) -> float:
        """In units of the evaluation."""


class FoundOutputs(Found, Protocol):
    """The same of an evaluator that says several things."""

    @property
    def outputs(self) -> NDArray[np.float32]:
        """One number each, in the unit that it learns in."""


@dataclass(frozen=True, slots=True, eq=False)
class Outputs:
    """One number, or several."""

    names: tuple[str, ...]
    results: Mapping[int, Array]  # of games that are over, by points of the side whose view it is
    even: Array  # of an even game, whose result nobody knows
    worth: Array  # what each adds to the evaluation
    most: float  # beyond it, up or down, nothing can be meant
    # Seen by the other side output i is shift[i] + sign[i] * output[source[i]].
    source: NDArray[np.intp] = field(default_factory=lambda: np.array([0]))
    sign: Array = field(default_factory=lambda: np.array([-1.0]))
    shift: Array = field(default_factory=lambda: np.array([0.0]))

    def __len__(self) -> int:
        return len(self.names)

    def seen_by(self, values: Array, signs: Array) -> Array:
        """Outputs in another view where the sign of a row is -1."""
        if (signs > 0).all():
            return values
        other = self.shift + self.sign * values[:, self.source]
        return np.where(signs[:, None] < 0, other, values)

    def errors_seen_by(self, errors: Array, signs: Array) -> Array:
        """The same for differences of outputs."""
        if (signs > 0).all():
            return errors
        return np.where(signs[:, None] < 0, self.sign * errors[:, self.source], errors)

    def result(self, points: int) -> Array:
        """A game that is over, the view of the side that has these points."""
        return self.results[points]

    def possible(self, said: Sequence[float]) -> list[float]:
        """Outputs as people read them: none beyond what the end of a game can bring, so that chances are chances."""
        ends = np.stack(list(self.results.values()))
        return [float(value) for value in np.clip(np.array(said), ends.min(axis=0), ends.max(axis=0))]

    # The rest asks an evaluator, in the first player's view. `programs` are the sides whose program each position is
    # seen by, which makes a difference only to asymmetric feature sets.

    def said(self, evaluator: CoreEvaluator, positions: Positions, programs: Sequence[Side]) -> Array:
        """What it says of positions."""
        return self.seen_by(evaluator.outputs(positions).astype(np.float64), turns_of(positions))

    def found(self, results: Sequence[Found], turns: Array, evaluator: CoreEvaluator) -> Array:
        """What searches found, each from a position where the side of that sign is to move."""
        said = cast("Sequence[FoundOutputs]", results)  # by an evaluator with such outputs
        return self.seen_by(np.array([result.outputs for result in said], dtype=np.float64), turns)

    def gradient(
        self, evaluator: CoreEvaluator, positions: Positions, errors: Array, programs: Sequence[Side]
    ) -> Gradient:
        """Σ errors · ∂outputs/∂weights."""
        movers: Array = np.ascontiguousarray(self.errors_seen_by(errors, turns_of(positions)))
        gradient, indices = evaluator.output_gradient(positions, movers)
        return gradient, indices

    def gradient_in_turn(
        self,
        evaluator: CoreEvaluator,
        positions: Positions,
        values: Array | None,
        errors: Array,
        programs: Sequence[Side],
        steps: tuple[float, float],
    ) -> Gradient:
        """The same, where each position is learned with the weights that those before it have left.

        They are drawn towards `values` + `errors`; without values by the errors themselves, whatever they say by then.
        `steps` are the step sizes of weights and of sensitivities.
        """
        turns = turns_of(positions)
        if values is None:
            movers: Array = np.ascontiguousarray(self.errors_seen_by(errors, turns))
            return evaluator.output_errors_in_turn(positions, movers, *steps), None
        targets: Array = np.ascontiguousarray(self.seen_by(values + errors, turns))
        return evaluator.output_gradient_in_turn(positions, targets, *steps), None


class SingleOutput(Outputs):
    """The value of a position. Searches cut it, so that none is mistaken for the end of a game (Meep, section 5)."""

    __slots__ = ()

    @staticmethod
    def of(won: float, most_points: int = 1, most: float | None = None) -> SingleOutput:
        """One in which a game won by a point counts `won`."""
        results = {points: np.array([points * won]) for points in range(-most_points, most_points + 1)}
        limit = most_points * won if most is None else most
        return SingleOutput(("value",), results, np.zeros(1), np.ones(1), limit)

    def said(self, evaluator: CoreEvaluator, positions: Positions, programs: Sequence[Side]) -> Array:
        """Values, cut at the limits."""
        values = np.zeros((len(positions), 1))
        for side in Side:
            rows = [row for row, program in enumerate(programs) if program == side]
            if len(rows) == len(positions):
                values[:, 0] = evaluator.values(positions, side)
            elif rows:
                values[rows, 0] = evaluator.values([positions[row] for row in rows], side)
        return np.clip(values, -EVALUATION_LIMIT, EVALUATION_LIMIT) / float(evaluator.unit)

    def found(self, results: Sequence[Found], turns: Array, evaluator: CoreEvaluator) -> Array:
        """The values of searches."""
        values = np.array([result.value for result in results], dtype=np.float64)
        return (turns * values / float(evaluator.unit))[:, None]

    def gradient(
        self, evaluator: CoreEvaluator, positions: Positions, errors: Array, programs: Sequence[Side]
    ) -> Gradient:
        """Σ error · ∂value/∂weights."""
        gradient, indices = evaluator.gradient(positions, np.ascontiguousarray(errors[:, 0]), list(programs))
        return gradient, indices

    def gradient_in_turn(
        self,
        evaluator: CoreEvaluator,
        positions: Positions,
        values: Array | None,
        errors: Array,
        programs: Sequence[Side],
        steps: tuple[float, float],
    ) -> Gradient:
        """One step after the other."""
        if values is None:
            return Outputs.gradient_in_turn(self, evaluator, positions, None, errors, programs, steps)
        targets = np.ascontiguousarray((values + errors)[:, 0])
        return evaluator.gradient_in_turn(positions, targets, list(programs), *steps), None


def turns_of(positions: Positions) -> Array:
    """+1 where the first player is to move, -1 where the second is."""
    turns = getattr(positions, "turns", None)
    if turns is None:
        turns = [position.turn.sign for position in positions]
    return np.asarray(turns, dtype=np.float64)
