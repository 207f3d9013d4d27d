"""TreeStrap: after every search all its nodes move towards what it found out about them (Meep, sections 3 and 4).

    minimax:  Δθ = η Σ_{s ∈ T} δ(s) ∇H_θ(s),  δ(s) = V(s) - H_θ(s)
    αβ:       Δθ = η Σ_{s ∈ T} (δ^a(s) + δ^b(s)) ∇H_θ(s)

where ∇H is φ, the features, for a linear evaluator; δ^a is a(s) - H(s) if H lies above the upper bound a, δ^b is
b(s) - H(s) if it lies below the lower bound b, and each is 0 otherwise. The sum runs over the nodes searched to depth d
or more, each position once (Algorithm 2, which must add up what its recursive calls return and hand d on). It is
computed where the tree is, in the core; the step size η is the learner's. All values may be squashed, to tanh(βH), and
nodes left out at which something is going on, because there a search plays on and does not go by H.
"""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap._core import Outcome, Side
from leafstrap.learn.rule import SearchKind, Step, Unaided, Update


@dataclass(frozen=True, slots=True)
class TreeStrap(Unaided):
    """`treestrap-minimax` or `treestrap-ab`; nothing is remembered, so one object serves all games."""

    name: str
    search: SearchKind
    min_depth: int
    beta: float = 0.0  # 0: no squashing
    quiet_nodes: bool = False
    updates_each_move: bool = True

    def begin(self, learner: Side | None, games: int = 0) -> TreeStrap:
        """Start on a game; whose side learns does not matter, since the targets are the search's own."""
        return self

    def observe(self, step: Step) -> Update | None:
        """Δθ / η over the tree of this search."""
        delta = step.search.delta(min_depth=self.min_depth, beta=self.beta, quiet_nodes=self.quiet_nodes)
        return Update(delta.gradient, delta.nodes, delta.abs_error, delta.squared_error, delta.indices)

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Nothing: how the game ended is only learned through the searches that saw it."""
        return None
