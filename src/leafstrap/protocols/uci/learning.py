"""What the engine takes from the games it plays for others: results for its book, and better weights."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from leafstrap._core import Outcome
from leafstrap.errors import LeafstrapError
from leafstrap.evaluators import Architecture, Evaluator, load_evaluator, save_weights
from leafstrap.evaluators.piece_values import centipawns_per_unit
from leafstrap.evaluators.weights_file import read_origin
from leafstrap.experience.afterwards import Afterthought, FromPlayedLeaves, FromTrees
from leafstrap.experience.learning_player import Weights
from leafstrap.experience.record import score
from leafstrap.experience.served_game import ServedGame
from leafstrap.games.result import result_text
from leafstrap.learn import RULES, Rule, make_rule
from leafstrap.learn.rule import RuleKind, Served, Source
from leafstrap.players.books import Finding, LearnedBook, load_learned, save_learned
from leafstrap.search.native import TournamentResult
from leafstrap.training.weight_store import Snapshot, WeightStore
from leafstrap.types import Line, Move

LEAST_MOVES = 6  # of ours; KnightCap ignored shorter games
# TreeStrap searches every position again, after the game: about a hundredth of a second each.
TREE_NODES = 5_000
DEFAULT = "leafstrap-learned.safetensors"


# How a rule that learns from leaves or trees is shown a game that is over, by its architecture and a centipawn.
AFTERTHOUGHTS: Mapping[Source, Callable[[Rule, Weights, Architecture, float], Afterthought]] = {
    "leaf": lambda rule, store, _, centipawn: FromPlayedLeaves(rule, store, centipawn),
    "tree": lambda rule, store, architecture, _: FromTrees(architecture, rule, store, TREE_NODES),
}


def served_rules() -> dict[str, tuple[str, RuleKind, Served]]:
    """The rules that learn from games which are played for others, by the words they are chosen by."""
    return {
        served.word: (name, kind, served)
        for name, kind in RULES.items()
        if (served := kind.served) is not None and kind.learns_from in AFTERTHOUGHTS
    }


class GameLearner:
    """Follows the game that is being played; what there is to learn is learned when it is over.

    Moves come in from the search's thread, positions and the ends of games from the one that reads commands.
    """

    def __init__(self, note: Callable[[str], None]) -> None:
        self.book: LearnedBook | None = None
        self.learning: OnlineLearning | None = None
        self._book_path = Path()
        self._game: ServedGame | None = None
        self._note = note
        self._lock = threading.RLock()

    def open_book(self, path: Path | None) -> None:
        """Keep a learned book in a file, which need not exist yet; None keeps none."""
        self.game_over()
        if path is None:
            self.book = None
        else:
            self.book = load_learned(path) if path.exists() else LearnedBook()
            self._book_path = path

    def played(self, line: Line, move: Move, result: TournamentResult | None) -> None:
        """Take in a move that we answered with; one from a book has no result."""
        with self._lock:
            game = self._game
            if game is None or game.side not in (None, line.position.turn) or not game.continues(line):
                # Where we play both sides there is no opponent to learn from: it falls into games of one move.
                self.game_over()
                game = self._game = ServedGame(line)
            game.add(line, move, result)
            if self.book is not None and result is not None:
                self.book.store(line.position, Finding.of(result))

    def follow(self, line: Line) -> None:
        """Take in a position that is shown to us: it may be the last of a game, or the first of the next."""
        with self._lock:
            if self._game is not None and not self._game.continues(line):
                self.game_over()

    def game_over(self) -> None:
        """Learn from the game, if there was one."""
        with self._lock:
            game, self._game = self._game, None
        if game is None or not game.turns or game.side is None:
            return
        outcome = game.outcome()
        if self.book is not None:
            if outcome is not None:
                moves = [(turn.line.position, turn.move) for turn in game.turns]
                self.book.add_result(moves, score(outcome, game.side))
            try:
                save_learned(self.book, self._book_path)
            except LeafstrapError as error:
                self._note(str(error))
        if self.learning is not None:
            self.learning.learn(game, outcome)

    def close(self) -> None:
        """Learn from the last game and wait until everything is saved."""
        self.game_over()
        if self.learning is not None:
            self.learning.finish()


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
        name, kind, served = served_rules()[rule]
        step = rate * served.step(pawn)
        nothing = np.zeros_like(evaluator.weights)
        snapshot = Snapshot(games, 0, step, evaluator.weights, nothing, nothing)
        self._store = WeightStore(
            lambda weights: replace(evaluator, weights=weights).snapshot(),
            snapshot,
            fixed=np.zeros(architecture.size, dtype=np.bool_),
            step_size=lambda games: step,
        )
        made = make_rule({"name": name, **served.settings(pawn), "step_size": step}, architecture)
        self._learner = AFTERTHOUGHTS[kind.learns_from](made, self._store, architecture, centipawn)
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
            save_weights(self._path, learned.architecture, learned.weights, origin)
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


def _games(path: Path) -> int:
    count = read_origin(path).get("games", "0")
    return int(count) if count.isdecimal() else 0
