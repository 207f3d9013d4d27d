"""Books in the Polyglot format, read by the `chess` library."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import chess.polyglot

from leafstrap.errors import BookError
from leafstrap.games.chess import to_board


class PolyglotBook:
    """Picks among the moves of a position in proportion to their weights."""

    def __init__(self, path: Path, seed: int = 0) -> None:
        if not path.is_file():  # the library would take a folder for an empty book
            raise BookError(f"There is no book {path}: name a Polyglot file.")
        try:
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

    def choose(self, line: Any, seconds: float = 0.0) -> Any | None:
        """A move of the book, or None where it has none."""
        try:
            entry = self._reader.weighted_choice(to_board(line.position), random=self._random)
        except IndexError:
            return None
        return line.position.move(entry.move.uci())
