"""The player that learns: it searches with the newest weights, and shows every search to the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Outcome, Side, StopFlag
from leafstrap.experience.record import Stats
from leafstrap.games.dice import roll_again
from leafstrap.games.outputs import FoundOutputs
from leafstrap.learn import GameLearner, Rule, Step, Update
from leafstrap.learn.rule import Source
from leafstrap.learn.trajectories import ExpertValue
from leafstrap.search import PlayingSearch, Search
from leafstrap.types import CoreEvaluator, Flags, Floats, Line, Position, Positions, SearchResult


class Weights(Protocol):
    """Where the newest weights come from and updates go to; games in other threads share it."""

    def snapshot(self) -> CoreEvaluator:
        """An evaluator that does not change."""

    def apply(self, update: Update) -> None:
        """Move the weights."""


class ExpectingSearch(Search, Protocol):
    """One for games with dice."""

    def leaves(self) -> tuple[Positions, Floats, Flags]:
        """The positions that the value of the last run is made of, how likely each is, whether it was swapped."""


@dataclass(frozen=True, slots=True)
class ExpectedLeaves:
    """What a search with dice found, with the positions that its value is made of: these are gone with the next run."""

    value: float
    outputs: NDArray[np.float32]
    leaves: tuple[
        Positions, NDArray[np.float64], NDArray[np.bool_]
    ]  # positions, how likely each is, whether evaluated


class LearningPlayer:
    """One a thread, since its search keeps a tree."""

    def __init__(
        self,
        rule: Rule,
        learns_from: Source,
        search: Search,
        weights: Weights,
        limits: Mapping[str, Any],
        stop: StopFlag,
        least_moves: int = 0,
    ) -> None:
        self.learns_from = learns_from
        self._rule = rule
        self._search = search
        # With dice there are many, which are gone with the next search; else a result has its principal leaf.
        self._expects_leaves = learns_from == "leaf" and hasattr(search, "leaves")
        self._weights = weights
        self._limits = limits  # arguments of every search
        self._stop = stop
        self._least_moves = least_moves
        self._game: GameLearner = rule.begin(None)
        self._random = Random(0)
        self._evaluator: CoreEvaluator  # the newest weights, or those that the game began with; see `begin`
        self.stats = Stats()

    @property
    def sees_every_board(self) -> bool:
        """Whether the rule has to see all boards of a game and leaves out those that are not quiet itself."""
        return self._rule.sees_every_board

    @property
    def stopped(self) -> bool:
        """Whether the run is being stopped, and games with it."""
        return self._stop.is_set

    def begin(self, side: Side | None, random: Random, games: int = 0) -> None:
        """Start on a game as `side`, None for both sides; `games` were played before it."""
        self._game = self._rule.begin(side, games)
        self._random = random
        self._evaluator = self._weights.snapshot()
        self.stats = Stats()
        if isinstance(self._search, PlayingSearch):
            self._search.clear()  # so that a run that is stopped between games goes on exactly

    def search(
        self,
        line: Line,
        seconds: float,
        *,
        explored: bool,
        predicted: bool = True,
        opponent_stronger: bool = False,
    ) -> SearchResult | None:
        """Look ahead from the end of `line` and learn from it; None when the run is being stopped."""
        if self._rule.updates_each_move:
            self._evaluator = self._weights.snapshot()
        seed = self._random.getrandbits(32)
        result = self._search.run(
            self._evaluator, line, **self._limits, seconds=seconds, seed=seed, stop=self._stop
        )
        if self.stopped:
            return None
        self.stats.searched(result.nodes, result.depth)
        shown = self._with_leaves(result) if self._expects_leaves else result
        self._learn(
            self._game.observe(
                Step(
                    line.position,
                    shown,
                    self._search,
                    self._evaluator,
                    predicted,
                    explored,
                    opponent_stronger,
                )
            )
        )
        return result

    def answer(self, line: Line, seconds: float) -> SearchResult | None:
        """Look ahead from a roll of whose board was learned already; None when the run is being stopped."""
        found = self._search.run(
            self._evaluator, line, **self._limits, seconds=seconds, seed=0, stop=self._stop
        )
        self.stats.nodes += found.nodes
        return None if self.stopped else found

    def watch(
        self, position: Position, expert: NDArray[np.float64] | None = None, *, explored: bool = False
    ) -> None:
        """Take in a position of a game that is over, without looking ahead; an expert may have its say of it."""
        self.stats.searched(1, 0)
        if self._rule.updates_each_move:
            self._evaluator = self._weights.snapshot()
        said = None if expert is None else ExpertValue(expert)
        self._learn(self._game.observe(Step(position, said, None, self._evaluator, explored=explored)))

    def end(self, outcome: Outcome | None) -> None:
        """Learn from how the game ended, None when it was broken off; nothing if it was too short to count."""
        if self.stats.searches >= self._least_moves:
            self._learn(self._game.finish(outcome))

    def _learn(self, update: Update | None) -> None:
        if update is not None:
            self._weights.apply(update)
            self.stats.learned(update)

    def _with_leaves(self, result: SearchResult) -> ExpectedLeaves:
        search, found = cast("ExpectingSearch", self._search), cast("FoundOutputs", result)
        positions, weights, _ = search.leaves()
        evaluated = np.array([position.outcome() is None for position in positions])
        return ExpectedLeaves(found.value, found.outputs, (positions, weights, evaluated))


def follow(
    player: LearningPlayer,
    game: Line,
    usable: Sequence[bool],
    expert: Sequence[NDArray[np.float64]] | None = None,
    explored: Sequence[bool] | None = None,
) -> Line | None:
    """Go through the first moves of a recorded game, as many as `usable` is long; None when being stopped.

    This replays a game and plays none: nobody is asked for a move. What comes back is the line so far.

    Where dice are rolled, a board is shown before they are; a rule that learns from trees is shown what can be done
    with them. An expert may have had its say of each board, and a random move may have led to it.
    """
    so_far = type(game)(game.start)
    ahead = player.learns_from != "board"
    for ply, (before, move, wanted) in enumerate(zip(game.before, game.moves, usable, strict=False)):
        chance = so_far.position.is_chance
        randomly = explored is not None and explored[ply]
        if wanted and not ahead:
            player.watch(so_far.position, None if expert is None else expert[ply], explored=randomly)
            wanted = False
        if chance and player.learns_from == "tree":  # the dice first
            roll_again(so_far, before)
        if wanted and so_far.outcome() is None and player.search(so_far, 0.0, explored=randomly) is None:
            return None
        if so_far.position.is_chance:
            roll_again(so_far, before)
        so_far.push(move)
    return so_far
