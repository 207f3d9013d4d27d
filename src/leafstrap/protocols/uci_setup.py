"""What the options of the UCI engine come to: weights, search, books, learning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from leafstrap.errors import LeafstrapError
from leafstrap.evaluators import Evaluator
from leafstrap.games.chess import CHESS, Line, Move
from leafstrap.players import parse_weights
from leafstrap.players.books import Book, open_book
from leafstrap.protocols.engine_keeper import EngineKeeper
from leafstrap.protocols.lessons import Lessons
from leafstrap.protocols.online_learning import OnlineLearning, learning_file
from leafstrap.protocols.option import OptionValues
from leafstrap.protocols.uci_option import OPTIONS, name_and_value
from leafstrap.search.engine import Engine


class UciSetup:
    """Everything that outlasts a game. An option that cannot be met leaves all as it was."""

    def __init__(self, weights: str, note: Callable[[str], None]) -> None:
        self.options = OptionValues(OPTIONS)
        self.lessons = Lessons(note)
        self._initial = weights
        self._weighted: Evaluator = parse_weights(weights, CHESS)
        self._keeper = EngineKeeper(note)
        self._book: Book | None = None
        self._note = note

    def set_option(self, words: list[str]) -> None:
        """Carry out the words after `setoption`."""
        before = self.options.copy()
        name = self.options.set(*name_and_value(words))
        try:
            self._apply(name, self.options.text(name))
        except LeafstrapError:
            self.options = before
            raise

    def engine(self) -> Engine:
        """The engine with the options and the weights of this moment."""
        learning = self.lessons.learning
        return self._keeper.engine(
            self._weighted if learning is None else learning.evaluator,
            megabytes=self.options.number("Hash"),
            threads=self.options.number("Threads"),
            variant=self.options.text("SearchVariant"),
        )

    def forget(self) -> None:
        """Clear what searches remember."""
        self._keeper.forget()

    def book_move(self, line: Line, seconds: float) -> Move | None:
        """A move from a book, if there is one and books are wanted."""
        books = [self._book, self.lessons.book] if self.options.flag("OwnBook") else []
        moves = (book.choose(line, seconds) for book in books if book is not None)
        return next((move for move in moves if move is not None), None)

    def untried(self, line: Line) -> tuple[Move, ...]:
        """The moves that the learned book has not given up; none stands for all."""
        own = self.lessons.book if self.options.flag("OwnBook") else None
        return () if own is None else own.untried(line.position)

    def _apply(self, name: str, value: str) -> None:
        if name == "Clear Hash":
            self.forget()
        elif name == "BookFile":
            self._book = open_book(Path(value)) if value else None
        elif name == "LearnedBookFile":
            self.lessons.open_book(Path(value) if value else None)
        elif name in ("WeightsFile", "Learning", "LearningFile", "LearningRate"):
            weights = self.options.text("WeightsFile")
            evaluator = (
                parse_weights(value or self._initial, CHESS) if name == "WeightsFile" else self._weighted
            )
            self.lessons.close()  # the weights that were learned last may be the ones to go on from
            self.lessons.learning = self._learning(evaluator, weights)
            self._weighted = evaluator

    def _learning(self, evaluator: Evaluator, weights: str) -> OnlineLearning | None:
        rule = self.options.text("Learning")
        if rule == "off":
            return None
        path = learning_file(self.options.text("LearningFile"), weights)
        return OnlineLearning(rule, evaluator, path, self.options.number("LearningRate"), self._note)
