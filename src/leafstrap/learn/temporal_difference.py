"""TD(λ) over games: the part that td, td-directed, td-root and td-leaf share (KnightCap, section 2).

The positions of a game form a chain x_1 … x_N. Each has a *prediction*, which is moved, and a *value*, which the
position before it is moved towards. In eq. (3) both are J(x_t, w); the rules differ in what they take for each.

    w := w + α Σ_t ∇J(x_t, w) Σ_{j≥t} λ^{j-t} d_j          (3)

All numbers are the learner's view; in self-play, where both sides learn, the first player's. They are in the unit that
the evaluator learns in. Where it has several outputs, each learns from itself. With V the view of the side to move
this is the minimax rule of Wiering et al. (section 3.3): V'(s_t) = -(V(s_{t+1}) + λ (V'(s_{t+1}) - V(s_{t+1}))).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Side, discounted_sums
from leafstrap.errors import RecipeError
from leafstrap.games.outputs import Array, Outputs
from leafstrap.learn.rule import RuleContext, Update
from leafstrap.learn.schedule import Schedule
from leafstrap.learn.settings import CommonSettings, InTurn, SquashSettings, over_games
from leafstrap.learn.squash import Squash
from leafstrap.learn.trajectories import Trajectories, WholeGameRule, moved
from leafstrap.settings import setting
from leafstrap.types import Positions, Table

BlunderFilter = Literal["none", "predicted", "predicted-or-stronger"]


@dataclass(frozen=True, slots=True)
class TDSettings(SquashSettings):
    """What every rule of this family has."""

    lambda_: float | str = setting(
        0.7, "λ: how far differences reach back; a number or stages over games", low=0, high=1
    )
    blunder_filter: str = setting(
        "none",
        "drop rises that an unforeseen move of the opponent explains",
        choices=("none", "predicted", "predicted-or-stronger"),
    )

    filter_result: bool = setting(
        True,
        "to the filter the end of a game is a move that nobody foresaw, so that a rise there is dropped too; "
        "false: the result always counts",
    )

    def lambdas(self) -> Schedule:
        """λ over the games of a run."""
        return over_games(self, "lambda_")

    def check(self, common: CommonSettings, given: Table) -> None:
        """Refuse what has no meaning together, and a schedule that cannot be read."""
        SquashSettings.check(self, common, given)
        self.lambdas()
        if not self.filter_result and self.blunder_filter == "none":
            raise RecipeError(
                "backup.filter_result has no meaning without backup.blunder_filter: leave it out."
            )

    def idle(self) -> tuple[str, ...]:
        """Settings that have no meaning beside the others."""
        return ("filter_result",) if self.blunder_filter == "none" else ()


@dataclass(frozen=True, slots=True)
class TemporalDifference(WholeGameRule):
    """What all rules of this family have; each adds what it predicts from which positions."""

    outputs: Outputs
    squash: Squash
    lambda_: Schedule
    blunder_filter: str = "none"
    in_turn: InTurn | None = None
    filter_result: bool = True

    @classmethod
    def make(cls, settings: TDSettings, context: RuleContext) -> TemporalDifference:
        """The rule that settings describe."""
        return cls(
            context.architecture.outputs,
            settings.squashing(),
            settings.lambdas(),
            settings.blunder_filter,
            InTurn.of(settings, context.common),
            settings.filter_result,
        )

    @property
    def learns_in_turn(self) -> bool:
        """If it is told to."""
        return self.in_turn is not None

    def update(self, games: Trajectories, chosen: Chosen, predictions: Array, values: Array) -> Update:
        """Eq. (3): the evaluations of the `chosen` positions move by what `predictions` lack to the `values` ahead.

        Predictions and values are of every board, and come unsquashed in the first player's view. A board without a
        chosen position (a mate was found there, say) has no gradient, but the chain runs through it.
        """
        outputs, signs = games.outputs, games.signs
        v_predicted = self.squash.value(outputs.seen_by(predictions, signs))
        v = self.squash.value(outputs.seen_by(values, signs))
        d, there = self._differences(games, v)
        # The inner sum runs to where the chain breaks: at the end of a game, before a random move.
        continues = there & ~games.last
        inner = discounted_sums(d, continues, self.lambda_(games.games))
        errors = np.where(there[:, None], v - v_predicted + inner, 0.0)
        if chosen.without_gradient is not None:
            errors[chosen.without_gradient] = 0.0
        pulls = outputs.errors_seen_by(errors * self.squash.slope(v_predicted), signs)
        gradient, indices = moved(
            games,
            chosen.positions,
            predictions if chosen.boards is None else None,  # what is expected of leaves is not what they say
            pulls if chosen.boards is None else pulls[chosen.boards] * chosen.weights[:, None],
            chosen.programs(games),
            self.in_turn,
        )
        evaluation = errors @ outputs.worth
        sums = float(np.abs(evaluation).sum()), float((evaluation**2).sum())
        return Update(gradient, len(games), *sums, indices)

    def _differences(self, games: Trajectories, v: Array) -> tuple[Array, NDArray[np.bool_]]:
        """d_t = v_{t+1} - v_t, and r(x_N) - v_{N-1} at the end of a game (eqs. (2), (7), (10)); and where there is one.

        To the filter the end of a game is a move that nobody foresaw, as it was to KnightCap's program; the paper does
        not say so, hence `filter_result`.
        """
        after = np.empty_like(v)
        after[:-1] = v[1:]
        rewards = games.outputs.seen_by(games.rewards, games.learners)
        after[games.ends - 1] = self.squash.result(rewards, games.outputs)
        there, foreseen = np.empty(len(v), np.bool_), np.empty(len(v), np.bool_)
        there[:-1], foreseen[:-1] = ~games.explored[1:], games.predicted[1:]
        there[games.ends - 1], foreseen[games.ends - 1] = games.rewarded, not self.filter_result
        d = np.where(there[:, None], after - v, 0.0)
        if self.blunder_filter != "none":
            stronger = games.opponent_stronger.copy()
            stronger[:-1][~games.last[:-1]] = games.opponent_stronger[1:][~games.last[:-1]]
            believed = foreseen | (stronger & (self.blunder_filter == "predicted-or-stronger"))
            # A rise that only an unforeseen move of the opponent explains (section 4.1 and note 3) counts nothing.
            d[(d @ games.outputs.worth > 0) & ~believed] = 0.0
        return d, there


@dataclass(frozen=True, slots=True)
class Chosen:
    """The positions whose evaluations are moved: one for each board, or, with `boards`, any number."""

    positions: Positions
    boards: NDArray[np.intp] | None = None
    weights: Array = field(default_factory=lambda: np.ones(0))
    without_gradient: NDArray[np.bool_] | None = None  # boards

    def programs(self, games: Trajectories) -> Sequence[Side]:
        """Whose program sees each of them."""
        return games.programs if self.boards is None else [games.programs[board] for board in self.boards]
