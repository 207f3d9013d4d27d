"""The options of the UCI engine, and what they come to: weights, search, books, learning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from leafstrap.errors import LeafstrapError
from leafstrap.evaluators import Evaluator
from leafstrap.games.chess import CHESS, Line
from leafstrap.players import Level, level_at, level_ratings
from leafstrap.players.books import Book, open_book
from leafstrap.players.spec import parse_evaluator
from leafstrap.protocols.engine import EngineKeeper
from leafstrap.protocols.options import (
    MOST_OVERHEAD,
    MOST_THREADS,
    Option,
    OptionValues,
    declaration,
    half_the_memory,
    name_and_value,
)
from leafstrap.protocols.uci.learning import GameLearner, OnlineLearning, learning_file, served_rules
from leafstrap.search.engine import MEGABYTES, VARIANTS, Engine
from leafstrap.search.tablebase import MOST_SYZYGY
from leafstrap.types import Move

if TYPE_CHECKING:
    from leafstrap.search.syzygy import SyzygyTables

RATINGS = level_ratings(CHESS)

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
    Option("SyzygyProbeLimit", "spin", str(MOST_SYZYGY), 0, MOST_SYZYGY),
    Option("Syzygy50MoveRule", "check", "true"),
    Option("UCI_LimitStrength", "check", "false"),
    Option("UCI_Elo", "spin", str(RATINGS[-1]), RATINGS[0], RATINGS[-1]),
    Option("UCI_AnalyseMode", "check", "false"),
    Option("UCI_ShowWDL", "check", "false"),
)


def declarations(values: OptionValues) -> Iterator[str]:
    """The lines that tell the other side which options there are, and what they are now: a level may be the default."""
    return (declaration(replace(option, default=values.text(option.name))) for option in OPTIONS)


class UciSetup:
    """Everything that outlasts a game. An option that cannot be met leaves all as it was."""

    def __init__(self, weights: str, note: Callable[[str], None], level: int = 0) -> None:
        self.options = OptionValues(OPTIONS)
        self.learner = GameLearner(note)
        self._initial = weights
        self._evaluator: Evaluator = parse_evaluator(weights, CHESS)
        self._keeper = EngineKeeper(note)
        self._book: Book | None = None
        self._syzygy: SyzygyTables | None = None
        if level:
            self.options.set("UCI_LimitStrength", "true")
            self.options.set("UCI_Elo", str(RATINGS[level - 1]))
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
            syzygy=self._syzygy,
        )

    def level(self) -> Level | None:
        """How strong to play; None: as strong as it can."""
        if not self.options.flag("UCI_LimitStrength"):
            return None
        return level_at(CHESS, self.options.number("UCI_Elo"))

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
        elif name.startswith("Syzygy"):
            self._open_syzygy()
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

    def _open_syzygy(self) -> None:
        path, limit = self.options.text("SyzygyPath"), self.options.number("SyzygyProbeLimit")
        if not path or limit == 0:
            self._syzygy = None
            return
        from leafstrap.search.syzygy import SyzygyTables  # its library takes a moment to import

        fifty_moves = self.options.flag("Syzygy50MoveRule")
        self._syzygy = SyzygyTables(path, most_pieces=limit, fifty_moves=fifty_moves)
        self._note(f"Syzygy tables with up to {self._syzygy.pieces} pieces")

    def _learning(self, evaluator: Evaluator, weights: str) -> OnlineLearning | None:
        rule = self.options.text("Learning")
        if rule == "off":
            return None
        path = learning_file(self.options.text("LearningFile"), weights)
        return OnlineLearning(rule, evaluator, path, self.options.number("LearningRate"), self._note)
