"""TD-Root(λ), Samuel's rule: the heuristic value of a position moves towards the search value of the next one.

    H(s_t) ← V^D_{s_{t+1}}(s_{t+1})                            (Meep, section 2 and Table 1: TD-Root)

Samuel's is λ = 0. With λ > 0 the target is the λ-return over the later search values, as in eq. (3) of KnightCap.
"""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap._core import Outcome
from leafstrap.learn.rule import Update
from leafstrap.learn.temporal_difference import Chain, TemporalDifference


@dataclass(frozen=True, slots=True)
class TDRoot(TemporalDifference):
    """`td-root`."""

    def learn(self, chain: Chain, outcome: Outcome | None) -> Update:
        """Predictions are heuristic values of the roots, targets the search values after them."""
        positions = [step.position for step in chain.steps]
        H = chain.static_values(positions)  # noqa: N806 — the paper's symbols
        V = chain.search_values()  # noqa: N806
        return chain.update(positions, H, V, outcome)
