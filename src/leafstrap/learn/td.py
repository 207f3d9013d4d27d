"""TD(λ) and TD-DIRECTED(λ): both learn from the positions that occurred in the game.

    H(s_t) ← H(s_{t+1})                                        (Meep, Table 1: TD)

`td` picks its moves by looking one ply ahead, as TD-Gammon did. `td-directed` picks them by a deep search, but the
differences are still those between the positions on the board (KnightCap, section 4.1). The rule is the same; they
differ only in the search that chose the moves, and a recipe for `td` may search no deeper than one ply.
"""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap.learn.rule import RULES, RuleKind, Update
from leafstrap.learn.temporal_difference import Chosen, TDSettings, TemporalDifference
from leafstrap.learn.trajectories import Trajectories
from leafstrap.settings import setting


@dataclass(frozen=True, slots=True)
class BoardSettings(TDSettings):
    """TD's own."""

    online: bool = setting(
        False, "weights move after every move, by traces, instead of after the game; games with dice only"
    )


@dataclass(frozen=True, slots=True)
class TD(TemporalDifference):
    """`td` and `td-directed`."""

    def learn(self, games: Trajectories) -> Update:
        """Eq. (3) of KnightCap over the positions on the board; an expert may say what is ahead of them."""
        J = games.static_values()  # noqa: N806 — the paper's symbol
        return self.update(games, Chosen(games.positions), J, games.expert_values(J))


for name, one_ply in (("td", True), ("td-directed", False)):
    RULES.register(
        name,
        RuleKind(
            "TD(λ) over the positions of the game, moves chosen "
            + ("by the positions they lead to" if one_ply else "by a search"),
            BoardSettings,
            TD.make,
            learns_from="board",
            one_ply=one_ply,
            whole_games=True,
            filters_replies=True,
            takes_expert_values=True,
        ),
    )
