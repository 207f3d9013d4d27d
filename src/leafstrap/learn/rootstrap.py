"""RootStrap: after every search the heuristic value of the root moves towards the search value (Meep, section 3).

    δ_t = V^D_{s_t}(s_t) - H_θ(s_t)
    Δθ = η δ_t ∇H_θ(s_t)        (φ(s_t), the features, where H is linear)

`rootstrap-minimax` and `rootstrap-ab` differ only in the search that computes V. Both values may be squashed, to
tanh(βH).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leafstrap._core import Outcome, Side
from leafstrap.learn.rule import SearchKind, Step, Unaided, Update
from leafstrap.learn.squash import Squash, truncated


@dataclass(frozen=True, slots=True)
class RootStrap(Unaided):
    """`rootstrap-minimax` or `rootstrap-ab`; nothing is remembered, so one object serves all games."""

    name: str
    search: SearchKind
    squash: Squash
    updates_each_move: bool = True

    def begin(self, learner: Side | None, games: int = 0) -> RootStrap:
        """Start on a game; whose side learns does not matter, since the target is the root's own search."""
        return self

    def observe(self, step: Step) -> Update | None:
        """δ_t ∇H(s_t), with values in the first player's view as the gradient is."""
        program = step.position.turn
        H = float(truncated(step.evaluator.value(step.position, program)))  # noqa: N806
        V = step.position.turn.sign * step.result.value  # noqa: N806 — the paper's symbols
        target, value = self.squash.value(np.array([V, H]) / step.evaluator.unit)
        delta = target - value
        pull = delta * self.squash.slope(value)
        gradient, indices = step.evaluator.gradient([step.position], np.array([pull]), [program])
        return Update(gradient, 1, abs(delta), delta**2, indices)

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Nothing: how the game ended is only learned through the searches that saw it."""
        return None
