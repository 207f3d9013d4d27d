"""Books: Polyglot files, and the book that a program writes itself."""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import replace
from pathlib import Path

import chess
import chess.polyglot
import pytest

from leafstrap import games
from leafstrap._core import SearchControl
from leafstrap.errors import BookError
from leafstrap.evaluators import default_weights
from leafstrap.players.books import (
    Entry,
    Finding,
    LearnedBook,
    PolyglotBook,
    load_learned,
    open_book,
    save_learned,
)
from leafstrap.players.books.learned import MOST_POSITIONS, next_position, research_next
from leafstrap.search.engine import Engine
from support.own import own

CHESS = games.get("chess")
START = CHESS.Position()
FOUND = Finding("e2e4", 30, 30, depth=8, seconds=2.0)


def polyglot_file(path: Path, moves: dict[str, int], board: chess.Board | None = None) -> Path:
    key = chess.polyglot.zobrist_hash(board or chess.Board())
    entries = []
    for text, weight in moves.items():
        move = chess.Move.from_uci(text)
        promotion = (move.promotion - 1) if move.promotion else 0
        entries.append(
            struct.pack(">QHHI", key, move.to_square | move.from_square << 6 | promotion << 12, weight, 0)
        )
    path.write_bytes(b"".join(entries))
    return path


def test_polyglot_moves_come_as_often_as_their_weights(tmp_path: Path) -> None:
    book = PolyglotBook(polyglot_file(tmp_path / "b.bin", {"e2e4": 3, "d2d4": 1, "a2a3": 0, "e2e5": 9}))
    counts = Counter(str(book.choose(CHESS.Line())) for _ in range(1000))
    assert counts.keys() == {"e2e4", "d2d4"}, "neither weight 0 nor a move that is illegal"
    assert 650 < counts["e2e4"] < 850


def test_polyglot_choices_follow_from_the_seed(tmp_path: Path) -> None:
    book = PolyglotBook(polyglot_file(tmp_path / "b.bin", {"e2e4": 1, "d2d4": 1, "c2c4": 1}))

    def choices(seed: int) -> list[str]:
        book.seed(seed)
        return [str(book.choose(CHESS.Line())) for _ in range(20)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


def test_polyglot_castles_and_knows_nothing_elsewhere(tmp_path: Path) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    book = PolyglotBook(polyglot_file(tmp_path / "b.bin", {"e1h1": 1}, chess.Board(fen)))  # king takes rook
    assert str(book.choose(CHESS.Line(CHESS.Position.parse(fen)))) == "e1g1"
    assert book.choose(CHESS.Line()) is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "not one move"),
        (b"x" * 17, "no Polyglot book"),
        (b"{}", "does not say"),
        (b"[1]", "no Polyglot book"),
        (b"{", "not JSON"),
        (b'{"format": "leafstrap learned book", "version": 9, "positions": {}}', "format version 9"),
        (b'{"format": "leafstrap learned book", "version": 1}', "damaged"),
        (b'{"format": "leafstrap learned book", "version": 1, "positions": []}', "damaged"),
        (b'{"format": "leafstrap learned book", "version": 1, "positions": {"x": {}}}', "damaged"),
        (b'{"format": "leafstrap learned book", "version": 1, "positions": {"\xff": {}}}', "not JSON"),
        (b"{" + b'"a": [' * 100_000, "not JSON"),
    ],
)
def test_files_that_are_no_books(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "book"
    path.write_bytes(content)
    with pytest.raises(BookError, match=words) as caught:
        open_book(path)
    assert str(caught.value).endswith(".")


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="There is no book"):
        open_book(tmp_path / "missing.bin")
    with pytest.raises(BookError, match="There is no book"):
        open_book(tmp_path)
    with pytest.raises(BookError, match="cannot be read"):
        load_learned(tmp_path / "missing.json")
    with pytest.raises(BookError, match="cannot be written"):
        save_learned(LearnedBook(), tmp_path / "missing" / "book.json")


def test_what_was_searched_is_played_again() -> None:
    book = LearnedBook()
    line = CHESS.Line()
    assert book.choose(line) is None
    book.store(START, FOUND)
    assert str(book.choose(line)) == "e2e4"


@pytest.mark.parametrize(
    "found",
    [
        replace(FOUND, depth=2),
        replace(FOUND, high=None),
        replace(FOUND, low=10),
        replace(FOUND, move="e2e5"),
        replace(FOUND, seconds=0.5),
    ],
)
def test_what_is_not_known_well_is_not_played(found: Finding) -> None:
    book = LearnedBook()
    book.store(START, found)
    assert book.choose(CHESS.Line(), seconds=1.0) is None


def test_less_time_will_do_once_a_position_was_searched_again() -> None:
    book = LearnedBook({own(START).epd: Entry(replace(FOUND, seconds=0.5), stale=False)})
    assert book.choose(CHESS.Line(), seconds=1.0) is not None
    assert book.choose(CHESS.Line(), seconds=1.0) is None, "it has been played since"


def test_a_move_that_draws_at_once_is_thought_over() -> None:
    line = CHESS.Line()
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        line.push(line.position.move(text))
    book = LearnedBook()
    book.store(line.position, replace(FOUND, move="f6g8"))
    assert book.choose(line) is None


def test_lines_that_lose_are_given_up_and_others_tried() -> None:
    book = LearnedBook()
    book.store(START, FOUND)
    played = [(START, START.move("e2e4"))]
    for _ in range(3):
        book.add_result(played, 0.0)
    assert book.choose(CHESS.Line()) is not None, "3 losses are not more than 1.5 * (0 + 2)"
    book.add_result(played, 0.0)
    assert book.choose(CHESS.Line()) is None
    untried = [str(move) for move in book.untried(START)]
    assert len(untried) == 19
    assert "e2e4" not in untried
    book.store(START, replace(FOUND, move="d2d4"))
    assert str(book.choose(CHESS.Line())) == "d2d4"


def test_wins_keep_a_line() -> None:
    book = LearnedBook()
    book.store(START, FOUND)
    played = [(START, START.move("e2e4"))]
    for points in [1.0, 1.0, 0.5, *[0.0] * 6]:
        book.add_result(played, points)
    entry = book.find(START)
    assert entry is not None
    assert (entry.wins, entry.draws, entry.losses) == (2, 1, 6)
    assert book.choose(CHESS.Line()) is not None
    book.add_result(played, 0.0)
    assert book.choose(CHESS.Line()) is None


def test_results_count_for_the_move_that_was_played() -> None:
    book = LearnedBook()
    book.store(START, FOUND)
    book.add_result([(START, START.move("d2d4"))], 0.0)
    entry = book.find(START)
    assert entry is not None
    assert entry.losses == 0


def test_a_deeper_search_replaces_a_shallower_one() -> None:
    book = LearnedBook()
    book.store(START, FOUND)
    book.store(START, replace(FOUND, low=5, high=5, depth=4, seconds=0.1))
    book.store(CHESS.Position.parse("4k3/8/8/8/8/8/8/4K2R w K - 0 31"), replace(FOUND, move="h1h8"))
    assert len(book) == 1, "move 31 is no opening"
    entry = book.find(START)
    assert entry is not None
    assert entry.finding == FOUND


def test_the_book_has_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_POSITIONS == 20_000
    monkeypatch.setattr("leafstrap.players.books.learned.MOST_POSITIONS", 5)
    book = LearnedBook()
    book.store(START, FOUND)
    for move in START.legal_moves()[:10]:
        after = START.after(move)
        book.store(after, replace(FOUND, move="e7e5"))
        book.choose(CHESS.Line())
    assert len(book) == 5
    assert book.find(START), "what is used stays"


def test_written_and_read_again(tmp_path: Path) -> None:
    book = LearnedBook()
    book.store(START, FOUND)
    for move in START.legal_moves():
        book.store(START.after(move), replace(FOUND, move="e7e5", low=None))
    for _ in range(4):
        book.add_result([(START, START.move("e2e4"))], 0.0)
    path = tmp_path / "book.json"
    save_learned(book, path)
    again = load_learned(path)
    assert list(again) == list(book)
    assert isinstance(open_book(path), LearnedBook)
    save_learned(again, tmp_path / "twice.json")
    assert (tmp_path / "twice.json").read_bytes() == path.read_bytes()


def test_every_truncated_or_spoiled_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    book = LearnedBook()
    book.store(START, FOUND)
    path = tmp_path / "book.json"
    save_learned(book, path)
    whole = path.read_bytes()
    for length in range(1, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(BookError):
            load_learned(path)


def test_idle_positions_are_searched_again_for_twice_the_time() -> None:
    engine = Engine(default_weights(CHESS))
    book = LearnedBook()
    assert next_position(book) is None
    after = START.after(START.move("e2e4"))
    book.store(START, replace(FOUND, seconds=0.05, depth=3))
    book.store(after, replace(FOUND, move="e7e5", seconds=0.05, depth=3))
    assert next_position(book) == own(after).epd
    assert research_next(book, engine) is not None
    entry = book.find(after)
    assert entry is not None
    assert entry.finding is not None
    assert (entry.stale, entry.finding.depth >= 3) == (False, True)
    assert next_position(book) == own(START).epd
    assert research_next(book, engine) is not None
    assert research_next(book, engine) is None


def test_a_search_that_was_broken_off_changes_nothing() -> None:
    book = LearnedBook()
    book.store(START, replace(FOUND, depth=3))
    control = SearchControl()
    control.stop()
    assert research_next(book, Engine(default_weights(CHESS)), control) is not None
    assert next_position(book) == own(START).epd
