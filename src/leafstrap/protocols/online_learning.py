"""Weights that move with every game the engine plays for others, and the file they are saved in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from leafstrap._core import Outcome
from leafstrap.errors import LeafstrapError
from leafstrap.evaluators import Evaluator, load_evaluator, save_weights
from leafstrap.evaluators.integer import centipawns_per_unit
from leafstrap.evaluators.weights_file import read_origin
from leafstrap.experience.afterwards import Afterthought, FromPlayedLeaves, FromTrees
from leafstrap.experience.served_game import ServedGame
from leafstrap.games.result import result_text
from leafstrap.learn import Rule, make_rule
from leafstrap.runs.weight_store import Snapshot, WeightStore

RULES = ("td-leaf", "treestrap")
LEAST_MOVES = 6  # of ours; KnightCap ignored shorter games
# TreeStrap searches every position again, after the game: about a hundredth of a second each.
TREE_NODES = 5_000
# Step sizes for a rate of 1, which is a thousandth. TDLeaf's is KnightCap's 1.0 (section 4.1) where a pawn is 1.
LEAF_STEP = 1e-3
TREE_STEP = 1e-6  # ours


class OnlineLearning:
    """Learns from one game after the other, in a thread, so that the next game need not wait.

    It goes on from the file if there is one, else from the weights given.
    """

    def __init__(
        self, rule: str, evaluator: Evaluator, path: Path, rate: int, note: Callable[[str], None]
    ) -> None:
        games = 0
        if path.exists():
            evaluator, games = load_evaluator(path, evaluator.game), _games(path)
            note(f"learning goes on from {path}, after {games} games.")
        self.evaluator = evaluator
        self._rule = rule
        self._path = path
        self._note = note
        architecture = evaluator.architecture
        centipawn = 1 / centipawns_per_unit(architecture, evaluator.weights)
        pawn = 100 * centipawn / evaluator.snapshot().unit  # in the unit it learns in
        step = rate * (LEAF_STEP * pawn**2 if rule == "td-leaf" else TREE_STEP)
        nothing = np.zeros_like(evaluator.weights)
        snapshot = Snapshot(games, 0, step, evaluator.weights, nothing, nothing)
        self._store = WeightStore(
            lambda weights: replace(evaluator, weights=weights).snapshot(),
            snapshot,
            fixed=np.zeros(architecture.size, dtype=np.bool_),
            step_size=lambda games: step,
        )
        backup = _rule(rule, step, pawn, architecture)
        self._learner: Afterthought = (
            FromPlayedLeaves(backup, self._store, centipawn)
            if rule == "td-leaf"
            else FromTrees(architecture, backup, self._store, TREE_NODES)
        )
        self._thread: threading.Thread | None = None

    def learn(self, game: ServedGame, outcome: Outcome | None) -> None:
        """Begin to learn from a game; the one before it is finished first."""
        self.finish()
        if sum(turn.result is not None for turn in game.turns) < LEAST_MOVES:
            return
        self._thread = threading.Thread(target=self._learn, args=(game, outcome), daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Return when everything is learned and saved."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _learn(self, game: ServedGame, outcome: Outcome | None) -> None:
        try:
            stats = self._learner.learn(game, outcome)
            snapshot = self._store.finish_games()
            origin = {"games": snapshot.games, "learned": f"{self._rule}, from games played through UCI"}
            learned = replace(self.evaluator, weights=snapshot.weights)
            save_weights(self._path, learned.game, learned.architecture, learned.weights, origin)
            self.evaluator = learned
        except (LeafstrapError, ArithmeticError) as error:
            self._note(f"nothing was learned from the game: {error}")
            return
        result = "of unknown result" if outcome is None else result_text(outcome)
        self._note(
            f"learned from {stats.positions} positions of game {snapshot.games} ({result}); "
            f"the weights are in {self._path}."
        )


def learning_file(chosen: str, weights: str) -> Path:
    """Where learned weights go: the file that was chosen, or one beside the weights that learning began with.

    >>> learning_file("", "strong.safetensors").name
    'strong-learned.safetensors'
    """
    if chosen:
        return Path(chosen)
    return Path(weights).with_name(f"{Path(weights).stem}-learned.safetensors") if weights else Path(DEFAULT)


DEFAULT = "leafstrap-learned.safetensors"


def _rule(rule: str, step: float, pawn: float, architecture: object) -> Rule:
    if rule == "treestrap":
        return make_rule({"name": "treestrap-ab", "step_size": step}, architecture)
    # KnightCap, section 4.1: λ = 0.7, tanh, and rises only where the opponent's move was foreseen.
    table = {
        "name": "td-leaf",
        "step_size": step,
        "lambda": 0.7,
        "squash": "tanh",
        "pawn": pawn,
        "blunder_filter": "predicted",
    }
    return make_rule(table, architecture)


def _games(path: Path) -> int:
    count = read_origin(path).get("games", "0")
    return int(count) if count.isdecimal() else 0
