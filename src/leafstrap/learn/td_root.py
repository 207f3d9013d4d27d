"""TD-Root(λ), Samuel's rule: the heuristic value of a position moves towards the search value of the next one.

    H(s_t) ← V^D_{s_{t+1}}(s_{t+1})                            (Meep, section 2 and Table 1: TD-Root)

Samuel's is λ = 0. With λ > 0 the target is the λ-return over the later search values, as in eq. (3) of KnightCap.
"""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap.learn.rule import RULES, RuleKind, Update
from leafstrap.learn.temporal_difference import Chosen, TDSettings, TemporalDifference
from leafstrap.learn.trajectories import Trajectories


@dataclass(frozen=True, slots=True)
class TDRoot(TemporalDifference):
    """`td-root`."""

    def learn(self, games: Trajectories) -> Update:
        """Predictions are heuristic values of the roots, targets the search values after them."""
        H, V = games.static_values(), games.search_values()  # noqa: N806 — the paper's symbols
        return self.update(games, Chosen(games.positions), H, V)


RULES.register(
    "td-root",
    RuleKind(
        "Samuel's rule: a position moves towards the search value of the next",
        TDSettings,
        TDRoot.make,
        learns_from="root",
        whole_games=True,
        filters_replies=True,
    ),
)
