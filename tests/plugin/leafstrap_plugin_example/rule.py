"""A learning rule: every position of a game moves towards its result, as far as it is believed to have led there.

    V(s_t) ← V(s_t) + α (γ^{N-t} r - V(s_t))

This is Monte Carlo prediction, TD(1). A rule is written against `Trajectories`, games as arrays, and runs for every
game and every evaluator: it neither knows what is on the board nor where the weights are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leafstrap.games.outputs import Outputs
from leafstrap.learn import RuleContext, RuleKind, Trajectories, Update, WholeGameRule
from leafstrap.settings import setting


@dataclass(frozen=True, slots=True)
class OutcomeSettings:
    """What the table `backup` of a recipe can tell this rule beside what it can tell all."""

    discount: float = setting(1.0, "γ: how much less a result counts a ply earlier", low=0, high=1)


@dataclass(frozen=True, slots=True)
class TDOutcome(WholeGameRule):
    """`td-outcome`. Numbers are the first player's view, in the unit that the evaluator learns in."""

    outputs: Outputs
    discount: float

    @classmethod
    def make(cls, settings: OutcomeSettings, context: RuleContext) -> TDOutcome:
        """The rule that settings describe."""
        return cls(context.architecture.outputs, settings.discount)

    def learn(self, games: Trajectories) -> Update:
        """The sum of error times gradient over the boards of some games."""
        values = games.static_values()  # boards × outputs, and so are errors
        errors = np.zeros_like(values)
        starts = [0, *games.ends[:-1]]
        for start, end, result, known in zip(starts, games.ends, games.rewards, games.rewarded, strict=True):
            if known:
                # What a random move led to says nothing about the positions before it.
                first = start + max(np.flatnonzero(games.explored[start:end]), default=0)
                belief = self.discount ** np.arange(end - first)[::-1, None]
                target = self.outputs.even + belief * (result - self.outputs.even)
                errors[first:end] = target - values[first:end]
        gradient, indices = self.outputs.gradient(games.evaluator, games.positions, errors, games.programs)
        shown = errors @ self.outputs.worth
        return Update(gradient, len(games), float(np.abs(shown).sum()), float((shown**2).sum()), indices)


TD_OUTCOME = RuleKind(
    "every position moves towards the result of its game",
    OutcomeSettings,
    TDOutcome.make,
    learns_from="board",
    whole_games=True,
)
