"""TD(λ) and TD-DIRECTED(λ): both learn from the positions that occurred in the game.

    H(s_t) ← H(s_{t+1})                                        (Meep, Table 1: TD)

`td` picks its moves by looking one ply ahead, as TD-Gammon did. `td-directed` picks them by a deep search, but the
differences are still those between the positions on the board (KnightCap, section 4.1). The rule is the same; they
differ only in the search that chose the moves, and a recipe for `td` may search no deeper than one ply.
"""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap._core import Outcome
from leafstrap.learn.backup import Update
from leafstrap.learn.temporal_difference import Chain, TemporalDifference


@dataclass(frozen=True, slots=True)
class TD(TemporalDifference):
    """`td` or `td-directed`, as its name says."""

    def learn(self, chain: Chain, outcome: Outcome | None) -> Update:
        """Eq. (3) of KnightCap over the positions on the board."""
        positions = [step.position for step in chain.steps]
        J = chain.static_values(positions)  # noqa: N806 — the paper's symbol
        return chain.update(positions, J, J, outcome)
