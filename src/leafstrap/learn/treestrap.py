"""TreeStrap: after every search all its nodes move towards what it found out about them (Meep, sections 3 and 4).

    minimax:  Δθ = η Σ_{s ∈ T} δ(s) ∇H_θ(s),  δ(s) = V(s) - H_θ(s)
    αβ:       Δθ = η Σ_{s ∈ T} (δ^a(s) + δ^b(s)) ∇H_θ(s)

where ∇H is φ, the features, for a linear evaluator; δ^a is a(s) - H(s) if H lies above the upper bound a, δ^b is
b(s) - H(s) if it lies below the lower bound b, and each is 0 otherwise. The sum runs over the nodes searched to depth d
or more, each position once (Algorithm 2, which must add up what its recursive calls return and hand d on). It is
computed where the tree is, in the core; the step size η is the learner's. All values may be squashed, to tanh(βH), and
nodes left out at which something is going on, because there a search plays on and does not go by H.

With dice the nodes are those where chance is next, minimax is expectimax, and αβ is *-minimax, whose bounds are of the
points to expect. Of an evaluator with several outputs H is what these come to; an H beyond a bound draws them to the
nearest outputs whose points keep to it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leafstrap._core import Outcome, Side
from leafstrap.games.outputs import Outputs
from leafstrap.learn.rule import RULES, PlainRule, RuleContext, RuleKind, Served, Step, Update
from leafstrap.learn.settings import InTurn, SquashSettings
from leafstrap.learn.trajectories import Trajectories, moved
from leafstrap.settings import setting


@dataclass(frozen=True, slots=True)
class TreeSettings(SquashSettings):
    """TreeStrap's own."""

    min_depth: int = setting(1, "d: nodes searched less deeply are not learned from", low=1)
    quiet_nodes: bool = setting(
        False,
        "learn from quiet nodes only, which quiescence leaves as they are: no check, no capture that is due or wins "
        "something",
    )


@dataclass(frozen=True, slots=True)
class TreeStrap(PlainRule):
    """Nothing is remembered, so one object serves all games."""

    outputs: Outputs
    min_depth: int = 1
    beta: float = 0.0  # 0: no squashing
    quiet_nodes: bool = False
    in_turn: InTurn | None = None
    updates_each_move: bool = True

    @staticmethod
    def make(settings: TreeSettings, context: RuleContext) -> TreeStrap:
        """The rule that settings describe."""
        beta, in_turn = settings.squashing().beta, InTurn.of(settings, context.common)
        outputs = context.architecture.outputs
        return TreeStrap(outputs, settings.min_depth, beta, settings.quiet_nodes, in_turn)

    @property
    def learns_in_turn(self) -> bool:
        """If it is told to."""
        return self.in_turn is not None

    def begin(self, learner: Side | None, games: int = 0) -> TreeStrap:
        """Start on a game; whose side learns does not matter, since the targets are the search's own."""
        return self

    def observe(self, step: Step) -> Update | None:
        """Δθ / η over the tree of this search."""
        assert step.search is not None  # the rule learns from trees
        delta = step.search.delta(min_depth=self.min_depth, beta=self.beta, quiet_nodes=self.quiet_nodes)
        return Update(delta.gradient, delta.nodes, delta.abs_error, delta.squared_error, delta.indices)

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Nothing: how the game ended is only learned through the searches that saw it."""
        return None

    def learn(self, games: Trajectories) -> Update | None:
        """Σ δ(s) ∇H(s) over the nodes of all searches, which were written down."""
        if games.nodes is None:
            raise NotImplementedError
        nodes = games.nodes()
        if not len(nodes.turns):
            return None
        delta = nodes.targets - nodes.values
        # Within its bounds a value is left alone, wherever others have drawn it by its turn.
        drawn = np.flatnonzero(delta.any(axis=1))
        positions = nodes.positions if len(drawn) == len(delta) else [nodes.positions[int(i)] for i in drawn]
        programs = [Side.first] * len(drawn)
        gradient, indices = moved(games, positions, nodes.values[drawn], delta[drawn], programs, self.in_turn)
        errors = delta @ games.outputs.worth
        sums = float(np.abs(errors).sum()), float((errors**2).sum())
        return Update(gradient, len(nodes.turns), *sums, indices)


SERVED = Served("treestrap", step=lambda pawn: 1e-6)  # ours
for name, search, served in (("treestrap-minimax", "minimax", None), ("treestrap-ab", "alphabeta", SERVED)):
    RULES.register(
        name,
        RuleKind(
            f"TreeStrap: every node moves towards what {search} found out about it",
            TreeSettings,
            TreeStrap.make,
            learns_from="tree",
            search=search,
            served=served,
        ),
    )
