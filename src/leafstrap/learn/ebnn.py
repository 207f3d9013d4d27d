"""EBNN: TD(0) over two half-moves that fits slopes beside values (Thrun 1995, sections 2 to 4).

    V_target(s_final) = 1, 0, -1                                                     (1)
    V_target(s_t) = γ V(s_{t+2})                                                     (2)
    ∂V_target(s_t)/∂s_t = γ ∂V(s_{t+2})/∂s_{t+2} · ∂M(s_t)/∂s_t                      (5)

M is the model that says which board to expect two half-moves later. The slopes are fitted by Tangent-Prop, and count
the less the further s_{t+2} was from what M foresaw. Without them (slope weight 0) this is plain back-propagation.

All numbers are the view of the side to move, which is the same two half-moves later, and in the unit that the evaluator
learns in. Boards are rows of features.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from leafstrap._core import EVALUATION_LIMIT, WIN, Outcome, Side
from leafstrap.evaluators.board_model import BoardModel
from leafstrap.evaluators.boards import Array, Boards, read_boards
from leafstrap.evaluators.tangents import Tangents
from leafstrap.learn.backup import SearchKind, Step, Update
from leafstrap.learn.ring_buffer import Examples, RingBuffer


@dataclass(frozen=True, slots=True)
class EBNN:
    """`ebnn`; the games of a run share the ring of examples."""

    form: Any
    gamma: float
    final_weight: float  # of the values of final boards
    slope_weight: float  # of slopes beside values; 0: plain back-propagation
    batch: int  # examples that are learned from after every board
    quiet: bool  # only boards at rest are learned from
    ring: RingBuffer
    model: BoardModel | None = None  # None: no slopes
    name: str = "ebnn"
    search: SearchKind = "alphabeta"
    updates_each_move: bool = True

    def begin(self, learner: Side | None, games: int = 0) -> Lesson:
        """Start on a game; its boards are told apart by whose move it is, so whoever learns makes no difference."""
        return Lesson(self, np.random.default_rng(games))

    def gradient(self, V: Tangents, examples: Examples, most: float) -> tuple[Array, Array]:  # noqa: N803
        """What the weights move by for step size 1, the mean over the examples; and the errors of their values."""
        after, slopes_after = V.look(examples.after)
        before, slopes = V.look(examples.before)
        errors = examples.reward + examples.discount * np.clip(after, -most, most) - before  # eqs. (1), (2)
        directions = np.zeros_like(slopes)
        if self.model is not None and self.slope_weight > 0:
            scale = self.model.deviation  # slopes are compared per deviation, as the model counts
            target = self.model.pulled_back(examples.before.inputs, scale * slopes_after)
            missed = examples.discount[:, None] * target - scale * slopes  # eq. (5)
            directions = self.slope_weight * examples.trust[:, None] * missed * scale
        gradient = V.gradient(examples.before, examples.weight * errors, directions)
        return gradient / len(examples), errors


@dataclass(slots=True)
class Waiting:
    """A board whose target is still to come, and how many moves of both sides ago it was."""

    boards: Boards
    moves: int = 0


@dataclass(slots=True)
class Lesson:
    """EBNN at work on one game, all of whose boards it is shown."""

    rule: EBNN
    random: np.random.Generator
    waiting: dict[Side, Waiting] = field(default_factory=dict)
    last: dict[Side, Boards] = field(default_factory=dict)
    won: float = 1.0  # a won game, in the evaluator's own unit

    def observe(self, step: Step) -> Update | None:
        """The board is what an earlier one with the same side to move is moved towards; then learn some examples."""
        side, boards = step.position.turn, read_boards(self.rule.form, [step.position])
        if step.explored:  # what a random move led to says nothing about the boards before it
            self.waiting.clear()
        earlier = self.waiting.get(side)
        if earlier is not None:
            earlier.moves += 1
        if not self.rule.quiet or step.position.at_rest:
            if earlier is not None:
                self.rule.ring.add(self._towards(earlier, boards))
            self.waiting[side] = Waiting(boards)
        self.last[side], self.won = boards, WIN / step.evaluator.unit
        return self._learn(step.evaluator)

    def finish(self, outcome: Outcome | None) -> Update | None:
        """The last board of each side is final; the examples are learned from with the boards of games to come."""
        if outcome is not None:
            for examples in self._final(outcome):
                self.rule.ring.add(examples)
        return None

    def _towards(self, earlier: Waiting, later: Boards) -> Examples:
        """Eq. (2). The model looks two half-moves ahead: over more there are no slopes."""
        trust: Array = np.zeros(1)
        if self.rule.model is not None and earlier.moves == 1:
            trust = self.rule.model.trust(earlier.boards.inputs, later.inputs)
        discount = np.array([self.rule.gamma**earlier.moves])
        return Examples(earlier.boards, later, discount, np.zeros(1), np.ones(1), trust)

    def _final(self, outcome: Outcome) -> Iterator[Examples]:
        """Eq. (1), amplified (section 4); a quiet board before a final one that is not is moved towards that."""
        for side, boards in self.last.items():
            earlier = self.waiting.get(side)
            if earlier is not None and earlier.moves > 0:
                yield self._towards(earlier, boards)
            reward = np.array([side.sign * outcome.points * self.won])
            nothing = np.zeros(1)
            yield Examples(boards, boards, nothing, reward, np.array([self.rule.final_weight]), nothing)

    def _learn(self, evaluator: Any) -> Update | None:
        if len(self.rule.ring) < self.rule.batch:
            return None
        examples = self.rule.ring.draw(self.random, self.rule.batch)
        V = Tangents.of(self.rule.form, evaluator.weights())  # noqa: N806
        gradient, errors = self.rule.gradient(V, examples, EVALUATION_LIMIT / evaluator.unit)
        sums = float(np.abs(errors).sum()), float((errors**2).sum())
        return Update(gradient.astype(np.float64), len(errors), *sums)
