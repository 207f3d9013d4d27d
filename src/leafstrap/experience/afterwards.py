"""Learning from a game after it was played, as KnightCap did on its server: the clock was for playing."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from leafstrap._core import EVALUATION_LIMIT, WIN, Outcome, StopFlag
from leafstrap.evaluators import Architecture
from leafstrap.experience.learning_player import LearningPlayer, Weights
from leafstrap.experience.record import Stats
from leafstrap.experience.served_game import ServedGame, Turn
from leafstrap.learn import Rule, Step
from leafstrap.search.playing import agree
from leafstrap.types import CoreEvaluator, Position

TABLE_BITS = 18  # of the search that looks at a game again


class Afterthought(Protocol):
    """A way to learn from a served game."""

    def learn(self, game: ServedGame, outcome: Outcome | None) -> Stats:
        """Move the weights; None is a game whose result is not known."""


@dataclass(frozen=True, slots=True)
class PlayedLeaf:
    """The search that played, as a backup reads it: the mover's view, in the unit of the evaluation."""

    value: float
    leaf: Position
    leaf_evaluated: bool


class FromPlayedLeaves:
    """TDLeaf over the searches that chose the moves: their principal leaves are at hand, their trees are not."""

    def __init__(self, rule: Rule, weights: Weights, centipawn: float) -> None:
        self._rule = rule
        self._weights = weights
        self._centipawn = centipawn  # in the unit of the evaluation

    def learn(self, game: ServedGame, outcome: Outcome | None) -> Stats:
        """One update for the whole game; moves from a book have no leaf and are left out."""
        stats = Stats()
        evaluator = self._weights.snapshot()
        chain = self._rule.begin(game.side)
        for turn in game.turns:
            if turn.result is not None:
                stats.searched(turn.result.nodes, turn.result.depth)
                played = self._leaf(turn, evaluator)
                chain.observe(Step(turn.line.position, played, None, evaluator, turn.predicted))
        update = chain.finish(outcome)
        if update is not None:
            self._weights.apply(update)
            stats.learned(update)
        return stats

    def _leaf(self, turn: Turn, evaluator: CoreEvaluator) -> PlayedLeaf:
        """The leaf with its own evaluation if the score came from there; else the score, which moves nothing."""
        assert turn.result is not None
        best, leaf = turn.result.lines[0], turn.result.leaf
        if best.mate is not None:
            return PlayedLeaf((WIN - 2 * abs(best.mate)) * (1 if best.mate > 0 else -1), leaf, False)
        program = turn.line.position.turn
        value = program.sign * evaluator.value(leaf, program)
        believed = turn.result.leaf_exact or agree(value / self._centipawn, best.score)
        if leaf.outcome() is None and believed:
            return PlayedLeaf(max(-EVALUATION_LIMIT, min(value, EVALUATION_LIMIT)), leaf, True)
        return PlayedLeaf(best.score * self._centipawn, leaf, False)


class FromTrees:
    """Every position in which we moved is searched again by the training search, whose tree is learned from."""

    def __init__(self, architecture: Architecture, rule: Rule, weights: Weights, nodes: int) -> None:
        search = next(iter(architecture.game.searches.values())).make(architecture.core, TABLE_BITS)
        self._player = LearningPlayer(rule, "tree", search, weights, {"nodes": nodes}, StopFlag())

    def learn(self, game: ServedGame, outcome: Outcome | None) -> Stats:
        """An update for every position, in the order of the game."""
        self._player.begin(game.side, Random(len(game.turns)))
        for turn in game.turns:
            if turn.line.outcome() is None:
                self._player.search(turn.line, 0.0, explored=False, predicted=turn.predicted)
        self._player.end(outcome)
        return self._player.stats
