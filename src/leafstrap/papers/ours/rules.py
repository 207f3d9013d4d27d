"""The learning rules side by side: each by its recipe, under conditions that are the same for all.

A move costs every rule the same work, a number of nodes, except `td`, which by definition looks one ply ahead. So a
deeper search is an advantage that a rule must earn by pruning, and all of them learn for the same time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.trial import Trial
from leafstrap.types import JsonObject

NODES = 1000


@dataclass(frozen=True, slots=True)
class Rule:
    """A learning rule, the recipe it comes from, and the step sizes worth trying."""

    name: str
    recipe: str
    step_sizes: tuple[float, ...]

    def trial(self, folder: Path, step_size: float, minutes: float, seed: int, nodes: int = NODES) -> Trial:
        """A run of this rule; its minutes are processor time, so that other work on the machine takes none away."""
        limit = {"search.depth": 1} if self.name == "td" else {"search.nodes": nodes}
        settings: JsonObject = {
            "backup.name": self.name,
            "backup.step_size": f"{step_size:g}",
            **limit,
            "run.clock": "processor",
            "run.checkpoint_every": 200,
            "run.keep_best_every": 0,
            "run.final_games": 0,
        }
        return Trial(folder, self.recipe, seed, minutes, settings=settings)


# Powers of ten, and finer where the rule is at its best. How large a step may be depends on how many positions an
# update sums over: one for RootStrap, a game's for TD, a tree's for TreeStrap.
RULES = (
    Rule("td", "td", (1e-5, 1e-4, 1e-3, 3e-3)),
    Rule("td-directed", "td", (1e-5, 1e-4, 1e-3, 3e-3, 1e-2)),
    Rule("td-root", "samuel", (1e-5, 1e-4, 1e-3, 3e-3, 1e-2)),
    Rule("td-leaf", "meep-tdleaf", (1e-5, 1e-4, 1e-3, 3e-3, 1e-2)),
    Rule("rootstrap-minimax", "meep-rootstrap", (1e-4, 1e-3, 3e-3, 1e-2)),
    Rule("rootstrap-ab", "meep-rootstrap", (1e-4, 1e-3, 3e-3, 1e-2)),
    Rule("treestrap-minimax", "meep-treestrap-minimax", (1e-5, 1e-4, 1e-3, 3e-3)),
    Rule("treestrap-ab", "meep-treestrap-ab", (1e-5, 3e-5, 1e-4, 3e-4, 1e-3)),
)
BY_NAME = {rule.name: rule for rule in RULES}
