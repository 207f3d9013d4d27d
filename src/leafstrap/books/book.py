"""What a book is to a player: a move for a position, or none."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from leafstrap.books.learned_file import load_learned, looks_learned
from leafstrap.books.polyglot import PolyglotBook


class Book(Protocol):
    """Moves known by heart. What is random in the choice follows from the seed."""

    def seed(self, seed: int) -> None:
        """Start the sequence of choices that belongs to a seed."""

    def choose(self, line: Any, seconds: float = 0.0) -> Any | None:
        """A legal move at the end of the line, or None; `seconds` is the time that a search would take."""


def open_book(path: Path) -> Book:
    """A book of either kind, told apart by what is in the file; a BookError says why it is none."""
    return load_learned(path) if looks_learned(path) else PolyglotBook(path)
