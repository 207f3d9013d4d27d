"""What the engine takes from the games it plays for others: results for its book, and better weights."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from leafstrap.errors import LeafstrapError
from leafstrap.experience.record import score
from leafstrap.experience.served_game import ServedGame
from leafstrap.games.chess import Line, Move
from leafstrap.players.books import Finding, LearnedBook, load_learned, save_learned
from leafstrap.protocols.online_learning import OnlineLearning
from leafstrap.search.tournament import TournamentResult


class Lessons:
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
