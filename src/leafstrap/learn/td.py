"""TD(λ) and TD-DIRECTED(λ): both learn from the positions that occurred in the game.

    H(s_t) ← H(s_{t+1})                                        (Meep, Table 1: TD)

`td` picks its moves by looking one ply ahead, as TD-Gammon did. `td-directed` picks them by a deep search, but the
differences are still those between the positions on the board (KnightCap, section 4.1). The rule is the same; they
differ only in the search that chose the moves, and a recipe for `td` may search no deeper than one ply.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Outcome
from leafstrap.learn.rule import Update
from leafstrap.learn.step_size import StepSize
from leafstrap.learn.temporal_difference import Chain, TemporalDifference, Values


@dataclass(frozen=True, slots=True)
class InTurn:
    """The step sizes of networks that learn from the positions of a game one after the other."""

    step_size: StepSize
    sensitivity_step: float


@dataclass(frozen=True, slots=True)
class TD(TemporalDifference):
    """`td` or `td-directed`, as its name says."""

    in_turn: InTurn | None = None

    def learn(self, chain: Chain, outcome: Outcome | None) -> Update:
        """Eq. (3) of KnightCap over the positions on the board."""
        positions = [step.position for step in chain.steps]
        J = chain.static_values(positions)  # noqa: N806 — the paper's symbol
        return chain.update(positions, J, J, outcome)

    def gradient(
        self, chain: Chain, moved: list[Any], values: Values, errors: Values
    ) -> tuple[Values, NDArray[np.int32] | None]:
        """As for all rules, or along the way of a step for each position (Wiering et al., section 3.3)."""
        if self.in_turn is None:
            return TemporalDifference.gradient(self, chain, moved, values, errors)
        steps = self.in_turn.step_size(chain.games), self.in_turn.sensitivity_step
        evaluator = chain.steps[0].evaluator
        return evaluator.gradient_in_turn(moved, values + errors, chain.programs, *steps), None
