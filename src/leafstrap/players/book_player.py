"""A player that looks into a book before it thinks."""

from __future__ import annotations

from typing import Any

from leafstrap.books import Book
from leafstrap.players.choice import Choice
from leafstrap.players.player import Player
from leafstrap.search.limits import Limits


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

    def choose(self, line: Any, limits: Limits) -> Choice:
        """The book's move if it has one, else the player's."""
        move = self._book.choose(line, limits.movetime or 0.0)
        return self._player.choose(line, limits) if move is None else Choice(move)

    def close(self) -> None:
        """Close the player."""
        self._player.close()
