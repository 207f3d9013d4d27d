"""EBNN: TD(0) over two half-moves that fits slopes beside values (Thrun 1995, sections 2 to 4).

    V_target(s_final) = 1, 0, -1                                                     (1)
    V_target(s_t) = γ V(s_{t+2})                                                     (2)
    ∂V_target(s_t)/∂s_t = γ ∂V(s_{t+2})/∂s_{t+2} · ∂M(s_t)/∂s_t                      (5)

M is the model that says which board to expect two half-moves later. The slopes are fitted by Tangent-Prop, and count
the less the further s_{t+2} was from what M foresaw. Without them (slope weight 0) this is plain back-propagation.

All numbers are the view of the side to move, which is the same two half-moves later, and in the unit that the evaluator
learns in. Boards are rows of features. Of several outputs each learns from itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from leafstrap._core import Outcome, Side
from leafstrap.evaluators.feature_rows import Array, FeatureRows, read_feature_rows
from leafstrap.evaluators.game_model import GameModel
from leafstrap.evaluators.outputs import Outputs, outputs_of
from leafstrap.evaluators.tangents import Tangents
from leafstrap.learn.ring_buffer import Examples, RingBuffer
from leafstrap.learn.rule import SearchKind, Step, Update


@dataclass(frozen=True, slots=True)
class EBNN:
    """`ebnn`; the games of a run share the ring of examples."""

    architecture: Any
    gamma: float
    final_weight: float  # of the values of final boards
    input_gradient_weight: float  # of slopes beside values; 0: plain back-propagation
    batch: int  # examples that are learned from after every board
    quiet: bool  # only boards quiet are learned from
    ring: RingBuffer
    model: GameModel | None = None  # None: no slopes
    name: str = "ebnn"
    search: SearchKind = "alphabeta"
    updates_each_move: bool = True

    @property
    def outputs(self) -> Outputs:
        """What its evaluator says."""
        return outputs_of(self.architecture)

    @property
    def sees_every_board(self) -> bool:
        """So that it knows which of them lie two half-moves apart."""
        return True

    @property
    def lacks_model(self) -> bool:
        """Slopes come through a model."""
        return self.input_gradient_weight > 0 and self.model is None

    def with_model(self, model: GameModel) -> EBNN:
        """M."""
        return replace(self, model=model)

    def memory(self, stored: Mapping[str, Any]) -> RingBuffer:
        """A ring of examples."""
        return RingBuffer(self.architecture, self.ring.size, stored)

    def sharing(self, memory: RingBuffer) -> EBNN:
        """The examples of all games of a run."""
        return replace(self, ring=memory)

    def begin(self, learner: Side | None, games: int = 0) -> Lesson:
        """Start on a game; its boards are told apart by whose move it is, so whoever learns makes no difference."""
        return Lesson(self, np.random.default_rng(games))

    def gradient(self, V: Tangents, examples: Examples, most: float) -> tuple[Array, Array]:  # noqa: N803
        """What the weights move by for step size 1, the mean over the examples; and the errors of their values."""
        after = np.clip(V.values(examples.after), -most, most)
        errors = examples.reward + examples.discount[:, None] * after - V.values(examples.before)  # (1), (2)
        directions = None if self.model is None else self._directions(self.model, V, examples)
        gradient = V.gradient(examples.before, examples.weight[:, None] * errors, directions)
        return gradient / len(examples), errors

    def _directions(self, M: GameModel, V: Tangents, examples: Examples) -> Array:  # noqa: N803
        """How far the slopes are from eq. (5), and how much that counts."""
        shape = (len(examples), len(self.outputs), examples.before.inputs.shape[1])
        directions = np.zeros_like(examples.before.inputs, shape=shape)
        for model, rows in M.asked(examples.before, examples.trust > 0):
            before, told, scale = examples.before.chosen(rows), slice(len(model.mean)), model.deviation
            slopes_after = scale * V.input_gradients(examples.after.chosen(rows))[:, :, told]
            target = model.pulled_back(
                before.inputs[:, told], slopes_after
            )  # per deviation, as all slopes here
            missed = (
                examples.discount[rows, None, None] * target - scale * V.input_gradients(before)[:, :, told]
            )
            directions[rows, :, told] = (
                self.input_gradient_weight * examples.trust[rows, None, None] * missed * scale
            )
        return directions


@dataclass(slots=True)
class Waiting:
    """A board whose target is still to come, and how many moves of both sides ago it was."""

    boards: FeatureRows
    moves: int = 0


@dataclass(slots=True)
class Lesson:
    """EBNN at work on one game, all of whose boards it is shown."""

    rule: EBNN
    random: np.random.Generator
    waiting: dict[Side, Waiting] = field(default_factory=dict)
    last: dict[Side, FeatureRows] = field(default_factory=dict)

    def observe(self, step: Step) -> Update | None:
        """The board is what an earlier one with the same side to move is moved towards; then learn some examples."""
        side, boards = step.position.turn, read_feature_rows(self.rule.architecture, [step.position])
        if step.explored:  # what a random move led to says nothing about the boards before it
            self.waiting.clear()
        earlier = self.waiting.get(side)
        if earlier is not None:
            earlier.moves += 1
        if not self.rule.quiet or step.position.quiet:
            if earlier is not None:
                self.rule.ring.add(self._towards(earlier, boards))
            self.waiting[side] = Waiting(boards)
        self.last[side] = boards
        return self._learn(step.evaluator)

    def finish(self, outcome: Outcome | None) -> Update | None:
        """The last board of each side is final; the examples are learned from with the boards of games to come."""
        if outcome is not None:
            for examples in self._final(outcome):
                self.rule.ring.add(examples)
        return None

    def _towards(self, earlier: Waiting, later: FeatureRows) -> Examples:
        """Eq. (2). The model looks two half-moves ahead: over more there are no slopes."""
        trust: Array = np.zeros(1)
        if self.rule.model is not None and earlier.moves == 1:
            trust = self.rule.model.trust(earlier.boards, later)
        discount = np.array([self.rule.gamma**earlier.moves])
        reward = (1 - discount) * self.rule.outputs.even[None]  # values fade to those of an even game
        return Examples(earlier.boards, later, discount, reward, np.ones(1), trust)

    def _final(self, outcome: Outcome) -> Iterator[Examples]:
        """Eq. (1), amplified (section 4); a quiet board before a final one that is not is moved towards that."""
        for side, boards in self.last.items():
            earlier = self.waiting.get(side)
            if earlier is not None and earlier.moves > 0:
                yield self._towards(earlier, boards)
            reward = self.rule.outputs.results[side.sign * outcome.points][None]
            nothing = np.zeros(1)
            yield Examples(boards, boards, nothing, reward, np.array([self.rule.final_weight]), nothing)

    def _learn(self, evaluator: Any) -> Update | None:
        if len(self.rule.ring) < self.rule.batch:
            return None
        examples = self.rule.ring.draw(self.random, self.rule.batch)
        V = Tangents.of(self.rule.architecture, evaluator.weights().astype(np.float32))  # noqa: N806
        outputs = self.rule.outputs
        gradient, errors = self.rule.gradient(V, examples, outputs.most)
        evaluation = errors @ outputs.worth
        sums = float(np.abs(evaluation).sum()), float((evaluation**2).sum())
        return Update(gradient.astype(np.float64), len(errors), *sums)
