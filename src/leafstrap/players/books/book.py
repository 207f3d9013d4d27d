"""What a book is to a player: a move for a position, or none; and books in the Polyglot format."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Protocol, cast

from leafstrap.errors import BookError
from leafstrap.games.chess import Position, to_board
from leafstrap.players.books.learned_file import load_learned, looks_learned
from leafstrap.players.player import Choice, Player
from leafstrap.search.limits import Limits
from leafstrap.types import Line, Move


class Book(Protocol):
    """Moves known by heart. What is random in the choice follows from the seed."""

    def seed(self, seed: int) -> None:
        """Start the sequence of choices that belongs to a seed."""

    def choose(self, line: Line, seconds: float = 0.0) -> Move | None:
        """A legal move at the end of the line, or None; `seconds` is the time that a search would take."""


class PolyglotBook:
    """Read by the `chess` library; picks among the moves of a position in proportion to their weights."""

    def __init__(self, path: Path, seed: int = 0) -> None:
        if not path.is_file():  # the library would take a folder for an empty book
            raise BookError(f"There is no book {path}: name a Polyglot file.")
        try:
            import chess.polyglot

            self._reader = chess.polyglot.open_reader(path)
        except OSError as error:
            raise BookError(f"{path} is no Polyglot book: {error.strerror or error}.") from None
        if not len(self._reader):
            self._reader.close()
            raise BookError(f"{path} is no Polyglot book: there is not one move in it.")
        self._random = Random(seed)

    def seed(self, seed: int) -> None:
        """Start the sequence of choices that belongs to a seed."""
        self._random = Random(seed)

    def choose(self, line: Line, seconds: float = 0.0) -> Move | None:
        """A move of the book, or None where it has none."""
        try:
            entry = self._reader.weighted_choice(
                to_board(cast("Position", line.position)), random=self._random
            )
        except IndexError:
            return None
        return line.position.move(entry.move.uci())


def open_book(path: Path) -> Book:
    """A book of either kind, told apart by what is in the file; a BookError says why it is none."""
    return load_learned(path) if looks_learned(path) else PolyglotBook(path)


class BookPlayer:
    """Another player with a book; what is random in the book follows from the seed of the game."""

    def __init__(self, player: Player, book: Book) -> None:
        self.name = player.name
        self._player = player
        self._book = book

    def new_game(self, seed: int) -> None:
        """Begin anew, the book too."""
        self._book.seed(seed)
        self._player.new_game(seed)

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The book's move if it has one, else the player's."""
        move = self._book.choose(line, limits.movetime or 0.0)
        return self._player.choose(line, limits) if move is None else Choice(move)

    def close(self) -> None:
        """Close the player."""
        self._player.close()
