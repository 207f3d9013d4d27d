"""TDLeaf(λ): TD(λ) over the leaves of the principal variations (KnightCap, section 3 and figure 3).

    J_d(x_t, w) = J(x_t^l, w)                                                        (9)
    d_t = J(x_{t+1}^l, w) - J(x_t^l, w)                                              (10)
    w := w + α Σ_t ∇J(x_t^l, w) Σ_{j≥t} λ^{j-t} d_j                                  (11, which prints d_t for d_j)

The search value is treated as the evaluation of its principal leaf, whose gradient is exact. With dice there is a leaf
for every way they may fall, and the gradient is expected over them (section 5.2). Where the variation ends the game
there is no evaluation to move: the leaf has no gradient, and the differences run through it, or pass it by as they
did in KnightCap's program.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leafstrap.learn.rule import RULES, RuleContext, RuleKind, Served, Update
from leafstrap.learn.settings import InTurn
from leafstrap.learn.temporal_difference import Chosen, TDSettings, TemporalDifference
from leafstrap.learn.trajectories import Trajectories
from leafstrap.settings import setting


@dataclass(frozen=True, slots=True)
class LeafSettings(TDSettings):
    """TDLeaf's own."""

    unusable_leaf: str = setting(
        "through",
        "a leaf that has no evaluation of its own (mate, draw, one that its search disagrees with): differences run "
        "through its value, or the position is skipped",
        choices=("through", "skip"),
    )


@dataclass(frozen=True, slots=True)
class TDLeaf(TemporalDifference):
    """`td-leaf`; ties between principal variations were broken by the search, at random."""

    skip_unusable: bool = False

    @classmethod
    def make(cls, settings: LeafSettings, context: RuleContext) -> TDLeaf:  # type: ignore[override]
        """The rule that settings describe."""
        return cls(
            context.architecture.outputs,
            settings.squashing(),
            settings.lambdas(),
            settings.blunder_filter,
            InTurn.of(settings, context.common),
            settings.filter_result,
            skip_unusable=settings.unusable_leaf == "skip",
        )

    def learn(self, games: Trajectories) -> Update | None:
        """Eq. (11) over the leaves."""
        assert games.leaves is not None
        leaves = games.leaves()
        usable = np.zeros(len(games), dtype=np.bool_)
        usable[leaves.boards[leaves.evaluated]] = True
        if self.skip_unusable and not usable.all():
            kept = games.without(~usable)
            if kept is None:
                return None
            games, usable = kept, usable[usable]
            assert games.leaves is not None
            leaves = games.leaves()
        J_d = games.search_values()  # noqa: N806 — the paper's symbol; by eq. (9) the leaves' evaluations
        weights = np.where(leaves.evaluated, leaves.weights, 0.0)
        return self.update(games, Chosen(leaves.positions, leaves.boards, weights, ~usable), J_d, J_d)


RULES.register(
    "td-leaf",
    RuleKind(
        "TDLeaf(λ): TD(λ) over the leaves of the principal variations",
        LeafSettings,
        TDLeaf.make,
        learns_from="leaf",
        whole_games=True,
        filters_replies=True,
        # KnightCap, section 4.1: a step of 1.0 where a pawn is 1, λ = 0.7, tanh, and rises only where the opponent's
        # move was foreseen.
        served=Served(
            "td-leaf",
            step=lambda pawn: 1e-3 * pawn**2,
            settings=lambda pawn: {
                "lambda": 0.7,
                "squash": "tanh",
                "pawn": pawn,
                "blunder_filter": "predicted",
            },
        ),
    ),
)
