"""Games to learn from, as arrays: what was on the board, what was said of it, how it ended.

One game that was played move by move, or hundreds that the core played in one go: a rule cannot tell. Boards of all
games stand one after the other. Numbers are the first player's view unless said otherwise, in the unit that the
evaluator learns in, and arrays of values are boards × outputs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Outcome, Side
from leafstrap.games.outputs import Array, Found, Outputs, turns_of
from leafstrap.learn.rule import ExpertValue, PlainRule, Step, Update
from leafstrap.learn.settings import InTurn
from leafstrap.types import CoreEvaluator, Flags, Position, Positions


class FoundLeaf(Found, Protocol):
    """What a search says whose value is that of one position."""

    @property
    def leaf(self) -> Position:
        """The end of the principal variation."""

    @property
    def leaf_evaluated(self) -> bool:
        """The value is the evaluation there; else the rules say it."""


class FoundLeaves(Found, Protocol):
    """What a search with dice says, whose value is made of many."""

    @property
    def leaves(self) -> tuple[Positions, Array, Flags]:
        """Positions, how likely each is, whether it was evaluated."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """The positions that the values of searches are made of: one each, or with dice one for every way they may fall."""

    positions: Positions
    boards: NDArray[np.intp]  # from which board each was seen
    weights: Array  # how likely each is; those of a board sum to 1
    evaluated: Flags  # the value there is an evaluation; else the rules say it


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes of searches that were written down, what the evaluator says of them and what was found out."""

    positions: Positions
    turns: Array
    values: Array  # nodes × outputs
    targets: Array


@dataclass(frozen=True, slots=True)
class Trajectories:
    """Some games. What was looked for ahead is told when it is asked for."""

    evaluator: CoreEvaluator  # the snapshot of the weights that played, or looked on
    outputs: Outputs
    positions: Positions  # a sequence: the boards, before the dice are rolled
    turns: Array  # +1 where the first player is to move, else -1
    ends: NDArray[np.intp]  # where each game ends: behind its last board
    rewards: Array  # games × outputs: what became of each
    rewarded: Flags  # games whose end is known, and belongs to them
    learners: Array  # +1 or -1 by game: in whose view differences are taken
    explored: Flags  # the move that led to a board was random
    predicted: Flags
    opponent_stronger: Flags
    programs: Sequence[Side]  # whose program looked at each board
    games: int = 0  # that were played before these
    found: Callable[[], Array] | None = None  # what looking ahead, or an expert, said of the boards
    leaves: Callable[[], Leaves] | None = None
    nodes: Callable[[], Nodes] | None = None
    expert: Array | None = None  # what somebody else says of the boards, to be learned from
    told: Array | None = None  # what the evaluator itself says of the boards, where that is known already

    @staticmethod
    def of_steps(
        steps: Sequence[Step], outputs: Outputs, outcome: Outcome | None, learner: Side | None, games: int = 0
    ) -> Trajectories:
        """A game that was shown step by step; an outcome of None is one that does not belong to it."""
        evaluator = steps[0].evaluator
        positions = [step.position for step in steps]
        turns = np.array([position.turn.sign for position in positions], dtype=np.float64)
        reward = np.zeros(len(outputs)) if outcome is None else outputs.result(outcome.points)
        return Trajectories(
            evaluator,
            outputs,
            positions,
            turns,
            np.array([len(steps)]),
            reward[None],
            np.array([outcome is not None]),
            np.array([1.0 if learner is None else float(learner.sign)]),
            np.array([step.explored for step in steps], dtype=np.bool_),
            np.array([step.predicted for step in steps], dtype=np.bool_),
            np.array([step.opponent_stronger for step in steps], dtype=np.bool_),
            [position.turn for position in positions],
            games,
            lambda: outputs.found([cast("Found", step.result) for step in steps], turns, evaluator),
            lambda: _leaves_of(steps),
            expert=_expert_of(steps, outputs, turns),
        )

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def last(self) -> Flags:
        """The last board of each game."""
        last = np.zeros(len(self), dtype=np.bool_)
        last[self.ends - 1] = True
        return last

    @property
    def signs(self) -> Array:
        """By board: what turns the first player's view into the one in which differences are taken."""
        return np.repeat(self.learners, np.diff(self.ends, prepend=0))

    def static_values(self) -> Array:
        """J(x, w): what the evaluator says of the boards themselves."""
        return self.said(self.positions) if self.told is None else self.told

    def search_values(self) -> Array:
        """J_d(x, w): what looking ahead found."""
        assert self.found is not None
        return self.found()

    def expert_values(self, own: Array) -> Array:
        """What is to be thought of the boards ahead: what an expert says, or one's own values."""
        return own if self.expert is None else self.expert

    def said(self, positions: Positions) -> Array:
        """What the evaluator says of one position for every board, as the program there sees it."""
        return self.outputs.said(self.evaluator, positions, self.programs)

    def without(self, unusable: Flags) -> Trajectories | None:
        """The games with some boards left out; None if nothing is left.

        A difference then runs from one neighbour to the other: it counts as foreseen only if all replies on the way
        were, and a random move on the way breaks the chain as ever, also between the last board and the game's end.
        """
        kept = np.flatnonzero(~unusable)
        if not len(kept):
            return None
        explored, predicted = self.explored.copy(), self.predicted.copy()
        rewarded = self.rewarded.copy()
        start = 0
        for game, end in enumerate(self.ends):
            random_move, foreseen = False, True
            for t in range(start, end):
                random_move, foreseen = random_move or explored[t], foreseen and predicted[t]
                if not unusable[t]:
                    explored[t], predicted[t] = random_move, foreseen
                    random_move, foreseen = False, True
            rewarded[game] &= not random_move
            start = end
        there = np.bincount(np.searchsorted(self.ends, kept, side="right"), minlength=len(self.ends))
        games = np.flatnonzero(there)
        found, leaves = self.found, self.leaves
        return replace(
            self,
            positions=[self.positions[int(t)] for t in kept],
            turns=self.turns[kept],
            ends=np.cumsum(there[games]),
            rewards=self.rewards[games],
            rewarded=rewarded[games],
            learners=self.learners[games],
            explored=explored[kept],
            predicted=predicted[kept],
            opponent_stronger=self.opponent_stronger[kept],
            programs=[self.programs[int(t)] for t in kept],
            found=None if found is None else lambda: found()[kept],
            leaves=None if leaves is None else lambda: _chosen(leaves(), kept),
            expert=None if self.expert is None else self.expert[kept],
            told=None if self.told is None else self.told[kept],
        )


def _expert_of(steps: Sequence[Step], outputs: Outputs, turns: Array) -> Array | None:
    said = [getattr(step.result, "expert_outputs", None) for step in steps]
    if any(each is None for each in said):
        return None
    return outputs.seen_by(np.array(said, dtype=np.float64), turns)


def _leaves_of(steps: Sequence[Step]) -> Leaves:
    """Of searches with one principal leaf, or, with dice, of all that they expect."""
    if hasattr(steps[0].result, "leaf"):
        found = [cast("FoundLeaf", step.result) for step in steps]
        return Leaves(
            [result.leaf for result in found],
            np.arange(len(steps)),
            np.ones(len(steps)),
            np.array([result.leaf_evaluated for result in found], dtype=np.bool_),
        )
    parts = [cast("FoundLeaves", step.result).leaves for step in steps]
    return Leaves(
        [position for positions, _, _ in parts for position in positions],
        np.repeat(np.arange(len(parts)), [len(positions) for positions, _, _ in parts]),
        np.concatenate([weights for _, weights, _ in parts]),
        np.concatenate([evaluated for _, _, evaluated in parts]),
    )


def _chosen(leaves: Leaves, kept: NDArray[np.intp]) -> Leaves:
    """Those of some boards, which are numbered anew."""
    number = np.full(int(leaves.boards.max(initial=-1)) + 1, -1)
    number[kept[kept < len(number)]] = np.arange(len(kept))[kept < len(number)]
    rows = np.flatnonzero(number[leaves.boards] >= 0)
    return Leaves(
        [leaves.positions[int(row)] for row in rows],
        number[leaves.boards[rows]],
        leaves.weights[rows],
        leaves.evaluated[rows],
    )


def moved(
    games: Trajectories,
    positions: Positions,
    values: Array | None,
    errors: Array,
    programs: Sequence[Side],
    in_turn: InTurn | None,
) -> tuple[Array, NDArray[np.int32] | None]:
    """Σ errors · gradient at positions, or along the way of a step for each (Wiering et al., section 3.3).

    `values` are what the evaluator says of them; None where the errors are not those of the positions themselves.
    """
    outputs, evaluator = games.outputs, games.evaluator
    if in_turn is None:
        return outputs.gradient(evaluator, positions, errors, programs)
    steps = in_turn.step_size(games.games), in_turn.sensitivity_step
    return outputs.gradient_in_turn(evaluator, positions, values, errors, programs, steps)


class WholeGameRule(PlainRule, ABC):
    """A rule that learns when games are over: all it has to say is what they teach."""

    __slots__ = ()

    outputs: Outputs  # of the evaluators that it is for
    updates_each_move: bool = False

    def begin(self, learner: Side | None, games: int = 0) -> Chain:
        """Start on a game."""
        return Chain(self, learner, games)

    @abstractmethod
    def learn(self, games: Trajectories) -> Update | None:
        """The update that whole games give; None if they give none."""


@dataclass(slots=True)
class Chain:
    """The positions of one game so far, shown step by step; the weights move only when it is over."""

    rule: WholeGameRule
    learner: Side | None
    games: int = 0  # before this one
    steps: list[Step] = field(default_factory=list)

    def observe(self, step: Step) -> Update | None:
        """Remember the position."""
        self.steps.append(step)
        return None

    def finish(self, outcome: Outcome | None) -> Update | None:
        """Learn from the whole game."""
        if not self.steps:
            return None
        outputs = self.rule.outputs
        return self.rule.learn(Trajectories.of_steps(self.steps, outputs, outcome, self.learner, self.games))


__all__ = [
    "Chain",
    "ExpertValue",
    "Leaves",
    "Nodes",
    "Trajectories",
    "WholeGameRule",
    "moved",
    "turns_of",
]
