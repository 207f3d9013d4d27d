"""Opening books: moves that are known before a search begins."""

from leafstrap.books.book import Book, open_book
from leafstrap.books.finding import Finding
from leafstrap.books.learned import Entry, LearnedBook
from leafstrap.books.learned_file import load_learned, save_learned
from leafstrap.books.polyglot import PolyglotBook

__all__ = [
    "Book",
    "Entry",
    "Finding",
    "LearnedBook",
    "PolyglotBook",
    "load_learned",
    "open_book",
    "save_learned",
]
