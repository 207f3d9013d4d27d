"""The options of the UCI engine, and what they come to: weights, search, books, learning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from leafstrap.errors import LeafstrapError, UsageError
from leafstrap.evaluators import Evaluator
from leafstrap.games.chess import CHESS, Line
from leafstrap.players.books import Book, open_book
from leafstrap.players.spec import parse_evaluator
from leafstrap.protocols.engine import EngineKeeper
from leafstrap.protocols.options import MOST_OVERHEAD, MOST_THREADS, Option, OptionValues, half_the_memory
from leafstrap.protocols.uci.learning import GameLearner, OnlineLearning, learning_file, served_rules
from leafstrap.search.engine import MEGABYTES, VARIANTS, Engine
from leafstrap.types import Move

EMPTY = "<empty>"  # how UCI writes a text without letters

OPTIONS = (
    Option("Hash", "spin", str(MEGABYTES), 1, half_the_memory()),
    Option("Threads", "spin", "1", 1, MOST_THREADS),
    Option("MultiPV", "spin", "1", 1, 256),
    Option("Ponder", "check", "false"),
    Option("Move Overhead", "spin", "30", 0, MOST_OVERHEAD),
    Option("Clear Hash", "button"),
    Option("WeightsFile", "string"),
    Option("SearchVariant", "combo", "tournament", choices=tuple(VARIANTS)),
    Option("OwnBook", "check", "false"),
    Option("BookFile", "string"),
    Option("LearnedBookFile", "string"),
    Option("Learning", "combo", "off", choices=("off", *served_rules())),
    Option("LearningFile", "string"),
    Option("LearningRate", "spin", "10", 1, 1000),
    Option("SyzygyPath", "string"),
    Option("UCI_AnalyseMode", "check", "false"),
    Option("UCI_ShowWDL", "check", "false"),
)


def declarations() -> Iterator[str]:
    """The lines that tell the other side which options there are."""
    return map(_declaration, OPTIONS)


def name_and_value(words: list[str]) -> tuple[str, str]:
    """What `setoption` sets. `name` and `value` are keywords; both a name and a value may have blanks."""
    if "name" not in words:
        raise UsageError("setoption needs a name.")
    rest = words[words.index("name") + 1 :]
    at = rest.index("value") if "value" in rest else len(rest)
    value = " ".join(rest[at + 1 :])
    return " ".join(rest[:at]), "" if value == EMPTY else value


def _declaration(option: Option) -> str:
    words = [f"option name {option.name} type {option.kind}"]
    if option.kind != "button":
        words.append(f"default {option.default or EMPTY}")
    if option.kind == "spin":
        words.append(f"min {option.low} max {option.high}")
    words += [f"var {choice}" for choice in option.choices]
    return " ".join(words)


class UciSetup:
    """Everything that outlasts a game. An option that cannot be met leaves all as it was."""

    def __init__(self, weights: str, note: Callable[[str], None]) -> None:
        self.options = OptionValues(OPTIONS)
        self.learner = GameLearner(note)
        self._initial = weights
        self._evaluator: Evaluator = parse_evaluator(weights, CHESS)
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
        learning = self.learner.learning
        return self._keeper.engine(
            self._evaluator if learning is None else learning.evaluator,
            megabytes=self.options.number("Hash"),
            threads=self.options.number("Threads"),
            variant=self.options.text("SearchVariant"),
        )

    def forget(self) -> None:
        """Clear what searches remember."""
        self._keeper.forget()

    def book_move(self, line: Line, seconds: float) -> Move | None:
        """A move from a book, if there is one and books are wanted."""
        books = [self._book, self.learner.book] if self.options.flag("OwnBook") else []
        moves = (book.choose(line, seconds) for book in books if book is not None)
        return next((move for move in moves if move is not None), None)

    def untried(self, line: Line) -> tuple[Move, ...]:
        """The moves that the learned book has not given up; none stands for all."""
        own = self.learner.book if self.options.flag("OwnBook") else None
        return () if own is None else own.untried(line.position)

    def _apply(self, name: str, value: str) -> None:
        if name == "Clear Hash":
            self.forget()
        elif name == "BookFile":
            self._book = open_book(Path(value)) if value else None
        elif name == "LearnedBookFile":
            self.learner.open_book(Path(value) if value else None)
        elif name in ("WeightsFile", "Learning", "LearningFile", "LearningRate"):
            weights = self.options.text("WeightsFile")
            evaluator = (
                parse_evaluator(value or self._initial, CHESS) if name == "WeightsFile" else self._evaluator
            )
            self.learner.close()  # the weights that were learned last may be the ones to go on from
            self.learner.learning = self._learning(evaluator, weights)
            self._evaluator = evaluator

    def _learning(self, evaluator: Evaluator, weights: str) -> OnlineLearning | None:
        rule = self.options.text("Learning")
        if rule == "off":
            return None
        path = learning_file(self.options.text("LearningFile"), weights)
        return OnlineLearning(rule, evaluator, path, self.options.number("LearningRate"), self._note)
