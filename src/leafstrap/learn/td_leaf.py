"""TDLeaf(λ): TD(λ) over the leaves of the principal variations (KnightCap, section 3 and figure 3).

    J_d(x_t, w) = J(x_t^l, w)                                                        (9)
    d_t = J(x_{t+1}^l, w) - J(x_t^l, w)                                              (10)
    w := w + α Σ_t ∇J(x_t^l, w) Σ_{j≥t} λ^{j-t} d_j                                  (11, which prints d_t for d_j)

The search value is treated as the evaluation of its principal leaf, whose gradient is exact. Where the variation ends
the game there is no evaluation to move: the leaf has no gradient, and the differences run through it, or pass it by as
they did in KnightCap's program.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leafstrap._core import Outcome
from leafstrap.learn.rule import Update
from leafstrap.learn.temporal_difference import Chain, TemporalDifference


@dataclass(frozen=True, slots=True)
class TDLeaf(TemporalDifference):
    """`td-leaf`; ties between principal variations were broken by the search, at random."""

    skip_unusable: bool = False

    def learn(self, chain: Chain, outcome: Outcome | None) -> Update | None:
        """Eq. (11) over the principal leaves."""
        evaluated = np.array([step.result.leaf_evaluated for step in chain.steps], dtype=np.bool_)
        if self.skip_unusable:
            chain, ends_game = chain.without(~evaluated)
            evaluated, outcome = evaluated[evaluated], outcome if ends_game else None
            if not chain.steps:
                return None
        leaves = [step.result.leaf for step in chain.steps]
        J_d = chain.search_values()  # noqa: N806 — the paper's symbol; by eq. (9) the leaves' evaluations
        return chain.update(leaves, J_d, J_d, outcome, learnable=evaluated)
