"""TD(λ) over one game: the part that td, td-directed, td-root and td-leaf share (KnightCap, section 2).

The positions of a game form a chain x_1 … x_N. Each has a *prediction*, which is moved, and a *value*, which the
position before it is moved towards. In eq. (3) both are J(x_t, w); the rules differ in what they take for each.

    w := w + α Σ_t ∇J(x_t, w) Σ_{j≥t} λ^{j-t} d_j          (3)

All numbers are the learner's view; in self-play, where both sides learn, the first player's. They are in the unit that
the evaluator learns in.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Outcome, Side
from leafstrap.evaluators.feature_set import CoreEvaluator
from leafstrap.learn.rule import SearchKind, Step, Unaided, Update
from leafstrap.learn.schedule import Schedule
from leafstrap.learn.squash import Squash, truncated

Values = NDArray[np.float64]
BlunderFilter = Literal["none", "predicted", "predicted-or-stronger"]


def lambda_errors(predictions: Values, values: Values, differences: Values, lambda_: float) -> Values:
    """For each t of an unbroken chain: (values[t] - predictions[t]) + Σ_{j≥t} λ^{j-t} differences[j].

    `differences[j]` is d_j, the step from values[j] to the next value; where prediction and value are the same thing
    the first term is zero and this is the inner sum of eq. (3). (Eqs. (8) and (11) print d_t there; d_j is meant.)
    """
    errors = np.empty_like(differences)
    carried = 0.0
    for t in range(len(differences) - 1, -1, -1):
        carried = differences[t] + lambda_ * carried
        errors[t] = values[t] - predictions[t] + carried
    return errors


def filtered(difference: float, predicted: bool, opponent_stronger: bool, rule: BlunderFilter) -> float:
    """Zero a rise that only an unforeseen move of the opponent explains (KnightCap, section 4.1 and note 3)."""
    if rule == "none" or difference <= 0.0 or predicted:
        return difference
    if rule == "predicted-or-stronger" and opponent_stronger:
        return difference
    return 0.0


@dataclass(frozen=True, slots=True)
class TemporalDifference(Unaided, ABC):
    """What all rules of this family have; each adds what it predicts from which positions."""

    name: str
    symmetric: bool  # whose program searched makes no difference to the evaluation
    squash: Squash
    lambda_: Schedule
    blunder_filter: BlunderFilter = "none"
    search: SearchKind = "alphabeta"
    updates_each_move: bool = False

    def begin(self, learner: Side | None, games: int = 0) -> Chain:
        """Start on a game, with the λ of this stage of the run."""
        return Chain(self, learner, self.lambda_(games), games)

    @abstractmethod
    def learn(self, chain: Chain, outcome: Outcome | None) -> Update | None:
        """The update that a whole game gives; None if it gives none."""

    def gradient(
        self, chain: Chain, moved: list[Any], values: Values, errors: Values
    ) -> tuple[Values, NDArray[np.int32] | None]:
        """The sum of errors times gradients at the positions `moved`, and the weights it is for (None: all).

        `values` are what the evaluator says of them; both are the first player's view.
        """
        evaluator: CoreEvaluator = chain.steps[0].evaluator
        return evaluator.gradient(moved, errors, chain.programs)


@dataclass(slots=True)
class Chain:
    """The positions of one game so far, and eq. (3) over them."""

    rule: TemporalDifference
    learner: Side | None
    lambda_: float
    games: int = 0  # before this one
    steps: list[Step] = field(default_factory=list)

    def observe(self, step: Step) -> Update | None:
        """Remember the position; the weights move only when the game is over."""
        self.steps.append(step)
        return None

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Learn from the whole game."""
        return self.rule.learn(self, outcome) if self.steps else None

    def without(self, unusable: NDArray[np.bool_]) -> tuple[Chain, bool]:
        """The chain with some positions left out, and whether the end of the game still belongs to it.

        A difference then runs from one neighbour to the other: it counts as foreseen only if all replies on the way
        were, and a random move on the way breaks the chain as ever.
        """
        kept = Chain(self.rule, self.learner, self.lambda_, self.games)
        predicted, explored = True, False
        for step, skipped in zip(self.steps, unusable, strict=True):
            predicted, explored = predicted and step.predicted, explored or step.explored
            if not skipped:
                kept.steps.append(replace(step, predicted=predicted, explored=explored))
                predicted, explored = True, False
        return kept, not explored

    @property
    def sign(self) -> int:
        """What turns the first player's view into the learner's."""
        return 1 if self.learner is None else self.learner.sign

    @property
    def unit(self) -> float:
        """The evaluator's own, in units of the evaluation that searches know."""
        return float(self.steps[0].evaluator.unit)

    def search_values(self) -> Values:
        """J_d(x_t, w): what the searches found, in the chain's view, before squashing."""
        mover = np.array([step.position.turn.sign for step in self.steps], dtype=np.float64)
        found = np.array([step.result.value for step in self.steps], dtype=np.float64)
        return self.sign * mover * found / self.unit

    def static_values(self, positions: Sequence[Any]) -> Values:
        """J(x, w) for the position of each step, in the chain's view, before squashing."""
        values = np.zeros(len(positions))
        for side, steps in self._programs():
            found = self.steps[0].evaluator.values([positions[t] for t in steps], side)
            values[steps] = truncated(found.astype(np.float64))
        return self.sign * values / self.unit

    def update(
        self,
        moved: Sequence[Any],
        predictions: Values,
        values: Values,
        outcome: Outcome | None,
        learnable: NDArray[np.bool_] | None = None,
    ) -> Update:
        """Eq. (3): `moved` are the positions whose evaluations `predictions` move towards the `values` ahead of them.

        Predictions and values come unsquashed. Where `learnable` is false a prediction is no evaluation (a mate, say):
        it has no gradient, but the chain runs through it.
        """
        squash = self.rule.squash
        v_predicted, v = squash.value(predictions), squash.value(values)
        errors = np.zeros(len(self.steps))
        for start, stop, ends_game in self._segments():
            reward = None if outcome is None or not ends_game else self._reward(outcome)
            d = self._differences(v, start, stop, reward)
            part = slice(start, start + len(d))
            errors[part] = lambda_errors(v_predicted[part], v[part], d, self.lambda_)
        if learnable is not None:
            errors[~learnable] = 0.0
        weights = self.sign * errors * squash.slope(v_predicted)
        gradient, indices = self.rule.gradient(self, list(moved), self.sign * predictions, weights)
        return Update(
            gradient, len(self.steps), float(np.abs(errors).sum()), float((errors**2).sum()), indices
        )

    @property
    def programs(self) -> list[Side]:
        """Whose program searched, for each step."""
        return [step.position.turn for step in self.steps]

    def _programs(self) -> list[tuple[Side, list[int]]]:
        """The steps by whose program searched there: an asymmetric feature set sees a leaf as that program does."""
        every = list(range(len(self.steps)))
        if self.rule.symmetric:
            return [(Side.first, every)]
        sides = [(side, [t for t in every if self.steps[t].position.turn == side]) for side in Side]
        return [(side, steps) for side, steps in sides if steps]

    def _reward(self, outcome: Outcome) -> float:
        return self.sign * outcome.points * self.rule.squash.won(self.unit)

    def _segments(self) -> list[tuple[int, int, bool]]:
        """Stretches without exploration as (start, stop, whether the game's end belongs to it)."""
        cuts = [t for t in range(1, len(self.steps)) if self.steps[t].explored]
        starts, stops = [0, *cuts], [*cuts, len(self.steps)]
        return [(a, b, b == len(self.steps)) for a, b in zip(starts, stops, strict=True)]

    def _differences(self, v: Values, start: int, stop: int, reward: float | None) -> Values:
        """d_t = v_{t+1} - v_t, and r(x_N) - v_{N-1} at the end of the game (KnightCap, eqs. (2), (7), (10)).

        To the filter the end of a game is a move that nobody foresaw, as it was to KnightCap's program.
        """
        rule = self.rule.blunder_filter
        d = []
        for t in range(start, stop - 1):
            there = self.steps[t + 1]
            d.append(filtered(float(v[t + 1] - v[t]), there.predicted, there.opponent_stronger, rule))
        if reward is not None:
            stronger = self.steps[stop - 1].opponent_stronger
            d.append(filtered(reward - float(v[stop - 1]), False, stronger, rule))
        return np.array(d, dtype=np.float64)
