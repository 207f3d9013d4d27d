"""RootStrap: after every search the heuristic value of the root moves towards the search value (Meep, section 3).

    δ_t = V^D_{s_t}(s_t) - H_θ(s_t)
    Δθ = η δ_t ∇H_θ(s_t)        (φ(s_t), the features, where H is linear)

`rootstrap-minimax` and `rootstrap-ab` differ only in the search that computes V; with dice minimax is expectimax and αβ
*-minimax, which find the same. Both values may be squashed, to tanh(βH).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leafstrap._core import Outcome, Side
from leafstrap.games.outputs import Outputs
from leafstrap.learn.rule import RULES, PlainRule, RuleContext, RuleKind, Step, Update
from leafstrap.learn.settings import InTurn, SquashSettings
from leafstrap.learn.squash import Squash
from leafstrap.learn.trajectories import Trajectories, moved


@dataclass(frozen=True, slots=True)
class RootStrap(PlainRule):
    """Nothing is remembered, so one object serves all games."""

    outputs: Outputs
    squash: Squash
    in_turn: InTurn | None = None
    updates_each_move: bool = True

    @staticmethod
    def make(settings: SquashSettings, context: RuleContext) -> RootStrap:
        """The rule that settings describe."""
        in_turn = InTurn.of(settings, context.common)
        return RootStrap(context.architecture.outputs, settings.squashing(), in_turn)

    @property
    def learns_in_turn(self) -> bool:
        """If it is told to."""
        return self.in_turn is not None

    def begin(self, learner: Side | None, games: int = 0) -> RootStrap:
        """Start on a game; whose side learns does not matter, since the target is the root's own search."""
        return self

    def observe(self, step: Step) -> Update | None:
        """δ_t ∇H(s_t)."""
        return self.learn(Trajectories.of_steps([step], self.outputs, None, None))

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Nothing: how the game ended is only learned through the searches that saw it."""
        return None

    def learn(self, games: Trajectories) -> Update:
        """Σ_t δ_t ∇H(s_t), with values in the first player's view as the gradient is."""
        H = games.static_values()  # noqa: N806 — the paper's symbols
        target, value = self.squash.value(games.search_values()), self.squash.value(H)
        delta = target - value
        pulls = delta * self.squash.slope(value)
        gradient, indices = moved(games, games.positions, H, pulls, games.programs, self.in_turn)
        errors = delta @ games.outputs.worth
        return Update(gradient, len(games), float(np.abs(errors).sum()), float((errors**2).sum()), indices)


for name, search in (("rootstrap-minimax", "minimax"), ("rootstrap-ab", "alphabeta")):
    RULES.register(
        name,
        RuleKind(
            f"RootStrap: the root moves towards what {search} finds",
            SquashSettings,
            RootStrap.make,
            learns_from="root",
            search=search,
        ),
    )
