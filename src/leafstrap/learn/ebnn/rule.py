"""EBNN: TD(0) over two half-moves that fits input gradients beside values (Thrun 1995, sections 2 to 4).

    V_target(s_final) = 1, 0, -1                                                     (1)
    V_target(s_t) = γ V(s_{t+2})                                                     (2)
    ∂V_target(s_t)/∂s_t = γ ∂V(s_{t+2})/∂s_{t+2} · ∂M(s_t)/∂s_t                      (5)

M is the model that says which board to expect two half-moves later. The input gradients are fitted by Tangent-Prop, and
count the less the further s_{t+2} was from what M foresaw. Without them (weight 0) this is plain back-propagation.

All numbers are the view of the side to move, which is the same two half-moves later, and in the unit that the evaluator
learns in. A board is a row of features. Of several outputs each learns from itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, cast

import numpy as np

from leafstrap._core import Outcome, Side
from leafstrap.errors import RecipeError
from leafstrap.evaluators import Architecture
from leafstrap.evaluators.feature_rows import Array, FeatureRows
from leafstrap.evaluators.tangents import Tangents
from leafstrap.games.outputs import Outputs
from leafstrap.learn.ebnn.game_model import GameModel, load_model, save_model
from leafstrap.learn.ebnn.model_training import ModelTask, train_model
from leafstrap.learn.ebnn.ring_buffer import Examples, RingBuffer
from leafstrap.learn.rule import RULES, PlainRule, Preparation, RuleContext, RuleKind, Step, Update
from leafstrap.learn.settings import CommonSettings
from leafstrap.settings import setting
from leafstrap.types import Arrays, CoreEvaluator, Position, Table

MOST_CONCEPTS = 2048  # of which rows can be made that are kept whole, and a model
MODEL_KEYS = ("model", "model_games", "model_hidden")


@dataclass(frozen=True, slots=True)
class EBNNSettings:
    """EBNN's own."""

    gamma: float = setting(0.98, "γ: what a value is still worth two half-moves earlier", low=0, high=1)
    final_weight: float = setting(20.0, "how much more the last boards of a game count than others", low=0)
    input_gradient_weight: float = setting(
        0.2, "how much input gradients count beside values; 0: plain back-propagation, without a model", low=0
    )
    ring: int = setting(1000, "examples that are kept to learn from, the newest", low=1)
    batch: int = setting(32, "examples that are learned from after every board", low=1)
    model: str | None = setting(
        None,
        "the file of the model; not set: the run makes one first, of its database, or where the core plays of games "
        "that its expert plays",
    )
    model_games: int = setting(20000, "games that the model is made of", low=1)
    model_hidden: int = setting(165, "hidden units of the model", low=1, high=4096)

    @property
    def needs_model(self) -> bool:
        """Input gradients come through one."""
        return self.input_gradient_weight > 0

    def idle(self) -> tuple[str, ...]:
        """Keys that have no meaning beside others."""
        return () if self.needs_model else MODEL_KEYS

    def check(self, common: CommonSettings, given: Table) -> None:
        """Refuse what has no meaning together."""
        if self.batch > self.ring:
            raise RecipeError("backup.batch must not be more than backup.ring, which it is drawn from.")
        if not self.needs_model:
            for key in MODEL_KEYS:
                if key in given and given[key] != getattr(EBNNSettings(), key):
                    raise RecipeError(
                        f"backup.{key} has no meaning with backup.input_gradient_weight 0: leave it out."
                    )


class QuietPosition(Position, Protocol):
    """Of a game that knows where nothing is going on."""

    @property
    def quiet(self) -> bool:
        """Whether that is so here."""


@dataclass(frozen=True, slots=True)
class EBNN(PlainRule):
    """`ebnn`; the games of a run share the ring of examples."""

    architecture: Architecture
    settings: EBNNSettings
    quiet: bool  # only quiet boards are learned from
    ring: RingBuffer
    model: GameModel | None = None  # None: no input gradients
    updates_each_move: bool = True

    @staticmethod
    def make(settings: EBNNSettings, context: RuleContext) -> EBNN:
        """The rule that settings describe, without a model yet."""
        architecture = context.architecture
        if (concepts := architecture.row_width) > MOST_CONCEPTS:
            raise RecipeError(
                f"ebnn keeps whole boards and foresees them, for which {concepts:,} features are too many: choose a "
                f"feature set of at most {MOST_CONCEPTS:,} concepts."
            )
        model = None if settings.model is None else load_model(Path(settings.model), architecture)
        return EBNN(architecture, settings, context.quiet, RingBuffer(architecture, settings.ring), model)

    @property
    def outputs(self) -> Outputs:
        """What its evaluator says."""
        return self.architecture.outputs

    @property
    def sees_every_board(self) -> bool:
        """So that it knows which of them lie two half-moves apart."""
        return True

    def prepare(self, preparation: Preparation) -> EBNN | None:
        """With M, which is made of experts' games unless it is there already."""
        if self.settings.input_gradient_weight == 0 or self.model is not None:
            return self
        if not preparation.path.exists():
            task = ModelTask(
                self.architecture, self.settings.model_games, self.settings.model_hidden, preparation.seed
            )
            made = train_model(task, preparation.source(), preparation.note, preparation.stop)
            if made is None:
                return None
            save_model(preparation.path, self.architecture, made)
        return replace(self, model=load_model(preparation.path, self.architecture))

    def memory(self, stored: Arrays) -> RingBuffer:
        """A ring of examples."""
        return RingBuffer(self.architecture, self.ring.size, stored)

    def sharing(self, memory: RingBuffer) -> EBNN:
        """The examples of all games of a run."""
        return replace(self, ring=memory)

    def begin(self, learner: Side | None, games: int = 0) -> EBNNLearner:
        """Start on a game; its boards are told apart by whose move it is, so whoever learns makes no difference."""
        return EBNNLearner(self, np.random.default_rng(games))

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
                self.settings.input_gradient_weight * examples.trust[rows, None, None] * missed * scale
            )
        return directions


@dataclass(slots=True)
class Waiting:
    """A board whose target is still to come, and how many moves of both sides ago it was."""

    boards: FeatureRows
    moves: int = 0


@dataclass(slots=True)
class EBNNLearner:
    """EBNN at work on one game, all of whose boards it is shown."""

    rule: EBNN
    random: np.random.Generator
    waiting: dict[Side, Waiting] = field(default_factory=dict)
    last: dict[Side, FeatureRows] = field(default_factory=dict)

    def observe(self, step: Step) -> Update | None:
        """The board is what an earlier one with the same side to move is moved towards; then learn some examples."""
        side, boards = step.position.turn, self.rule.architecture.feature_rows([step.position])
        if step.explored:  # what a random move led to says nothing about the boards before it
            self.waiting.clear()
        earlier = self.waiting.get(side)
        if earlier is not None:
            earlier.moves += 1
        if not self.rule.quiet or cast("QuietPosition", step.position).quiet:
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
        discount = np.array([self.rule.settings.gamma**earlier.moves])
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
            yield Examples(
                boards, boards, nothing, reward, np.array([self.rule.settings.final_weight]), nothing
            )

    def _learn(self, evaluator: CoreEvaluator) -> Update | None:
        if len(self.rule.ring) < self.rule.settings.batch:
            return None
        examples = self.rule.ring.draw(self.random, self.rule.settings.batch)
        V = self.rule.architecture.tangents(evaluator.weights().astype(np.float32))  # noqa: N806
        outputs = self.rule.outputs
        gradient, errors = self.rule.gradient(V, examples, outputs.most)
        evaluation = errors @ outputs.worth
        sums = float(np.abs(evaluation).sum()), float((evaluation**2).sum())
        return Update(gradient.astype(np.float64), len(errors), *sums)


RULES.register(
    "ebnn",
    RuleKind(
        "explanation-based learning: values two half-moves later, and input gradients through a model of the game",
        EBNNSettings,
        EBNN.make,
        learns_from="board",
        needs_model=lambda settings: settings.needs_model,
    ),
)
