"""Opening books: moves that are known before a search begins."""

from leafstrap.players.books.book import Book, BookPlayer, PolyglotBook, open_book
from leafstrap.players.books.learned import Entry, Finding, LearnedBook
from leafstrap.players.books.learned_file import load_learned, save_learned

__all__ = [
    "Book",
    "BookPlayer",
    "Entry",
    "Finding",
    "LearnedBook",
    "PolyglotBook",
    "load_learned",
    "open_book",
    "save_learned",
]
