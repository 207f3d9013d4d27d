"""Learned books on disk: JSON, one line a position, written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

from leafstrap.durable import write_whole
from leafstrap.errors import BookError
from leafstrap.games.chess import Position
from leafstrap.players.books.learned import Entry, Finding, LearnedBook
from leafstrap.types import JsonObject

FORMAT = "leafstrap learned book"
VERSION = 1
LARGEST = 64 * 2**20  # bytes; twenty thousand positions take about four million


def looks_learned(path: Path) -> bool:
    """Whether a file begins as a learned book does, and no Polyglot book could."""
    try:
        with path.open("rb") as file:
            return file.read(1) == b"{"
    except OSError:
        return False


def save_learned(book: LearnedBook, path: Path) -> None:
    """Write a book; after a crash at any instant the old or the new one is there, whole."""
    head = json.dumps({"format": FORMAT, "version": VERSION})[:-1]
    lines = (f"{json.dumps(epd)}: {json.dumps(_fields(entry))}" for epd, entry in book)
    content = head + ', "positions": {\n' + ",\n".join(lines) + "\n}}\n"
    try:
        write_whole(path, content.encode())
    except OSError as error:
        raise BookError(f"The book {path} cannot be written: {error.strerror}.") from None


def load_learned(path: Path) -> LearnedBook:
    """Read a book; a BookError says in a sentence why a file is none."""
    try:
        if path.stat().st_size > LARGEST:
            raise BookError(f"{path} is too large for a learned book.")
        table = json.loads(path.read_bytes())
    except OSError as error:
        raise BookError(f"The book {path} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise BookError(f"{path} is no learned book: it is not JSON, or damaged.") from None
    if not isinstance(table, dict) or table.get("format") != FORMAT:
        raise BookError(f"{path} is no learned book: it does not say {FORMAT!r}.")
    if table.get("version") != VERSION:
        raise BookError(
            f"{path} has format version {table.get('version')!r}, and this Leafstrap reads {VERSION}."
        )
    try:
        return LearnedBook({_epd(epd): _entry(fields) for epd, fields in table["positions"].items()})
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BookError(f"{path} is damaged: {type(error).__name__} {error}.") from None


def _fields(entry: Entry) -> JsonObject:
    found = entry.finding
    finding = found and {
        "move": found.move,
        "low": found.low,
        "high": found.high,
        "depth": found.depth,
        "seconds": round(found.seconds, 3),
    }
    return {
        "finding": finding,
        "wins": entry.wins,
        "draws": entry.draws,
        "losses": entry.losses,
        "stale": entry.stale,
        "avoided": entry.avoided,
    }


def _epd(text: str) -> str:
    """The same text, once it is known to be a position."""
    Position.parse(text)
    return text


def _entry(fields: JsonObject) -> Entry:
    found = fields["finding"]
    finding = found and Finding(
        str(found["move"]),
        _bound(found["low"]),
        _bound(found["high"]),
        int(found["depth"]),
        float(found["seconds"]),
    )
    return Entry(
        finding or None,
        wins=int(fields["wins"]),
        draws=int(fields["draws"]),
        losses=int(fields["losses"]),
        stale=bool(fields["stale"]),
        avoided=[str(move) for move in fields["avoided"]],
    )


def _bound(value: int | None) -> int | None:
    return None if value is None else int(value)
