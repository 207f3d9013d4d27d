"""The player that learns: it searches with the newest weights, and shows every search to the backup."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from leafstrap._core import Outcome, Side, StopFlag
from leafstrap.experience.record import Stats
from leafstrap.learn import GameLearner, Rule, Step, Update
from leafstrap.learn.catalogue import BOARD, TREE
from leafstrap.search import Limits, PlayingSearch, Search
from leafstrap.search.playing import AGREEMENT


class Weights(Protocol):
    """Where the newest weights come from and updates go to; games in other threads share it."""

    def snapshot(self) -> Any:
        """An evaluator that does not change."""

    def apply(self, update: Update) -> None:
        """Move the weights."""


class LearningPlayer:
    """One a thread, since its search keeps a tree."""

    def __init__(
        self,
        architecture: Any,
        backup: Rule,
        weights: Weights,
        limits: Limits,
        stop: StopFlag,
        table_bits: int = 18,
        variant: str = "training",
        leaf_tolerance: float = AGREEMENT,
        unproven: float = 0.0,
        least_moves: int = 0,
        tablebase: Any = None,
        *,
        extend: bool = True,
    ) -> None:
        self._search: Search
        if variant != "training":
            kept = unproven if backup.name in TREE else None
            self._search = PlayingSearch(architecture, variant, table_bits, leaf_tolerance, kept)
        elif backup.search == "minimax":
            self._search = architecture.minimax()
        else:
            self._search = architecture.alphabeta(table_bits=table_bits)
        if tablebase is not None:
            self._search.use_tablebase(tablebase)
        self._rule = backup
        self._weights = weights
        self._limits: dict[str, Any] = {"depth": limits.depth or 0, "nodes": limits.nodes or 0}
        if not extend:  # only training searches can do without
            self._limits["extend"] = False
        self._stop = stop
        self._least_moves = least_moves
        self._game: GameLearner = backup.begin(None)
        self._random = Random(0)
        self._evaluator: Any = None
        self.stats = Stats()

    @property
    def looks_ahead(self) -> bool:
        """Whether the rule asks what a search finds, and not only for the positions on the board."""
        return self._rule.name not in BOARD

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
        line: Any,
        seconds: float,
        *,
        explored: bool,
        predicted: bool = True,
        opponent_stronger: bool = False,
    ) -> Any:
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
        step = Step(
            line.position, result, self._search, self._evaluator, predicted, explored, opponent_stronger
        )
        self._learn(self._game.observe(step))
        return result

    def watch(self, position: Any) -> None:
        """Take in a position of somebody else's game, without looking ahead."""
        self.stats.searched(1, 0)
        if self._rule.updates_each_move:
            self._evaluator = self._weights.snapshot()
        self._learn(self._game.observe(Step(position, None, None, self._evaluator)))

    def end(self, outcome: Outcome | None) -> None:
        """Learn from how the game ended, None when it was broken off; nothing if it was too short to count."""
        if self.stats.searches >= self._least_moves:
            self._learn(self._game.finish(outcome))

    def _learn(self, update: Update | None) -> None:
        if update is not None:
            self._weights.apply(update)
            self.stats.learned(update)
