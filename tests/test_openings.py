"""Openings: our own are sound, random ones are balanced, and files are read or refused."""

from __future__ import annotations

import zipfile
from itertools import islice
from pathlib import Path

import pytest

from leafstrap import games
from leafstrap.arena import opening_lines, read_openings
from leafstrap.arena.games.openings import balanced_start, shuffled_openings
from leafstrap.errors import UsageError
from leafstrap.evaluators import LinearArchitecture
from support.own import own

CHESS = games.get("chess")


def test_named_openings() -> None:
    openings = read_openings(CHESS)
    assert len(openings) >= 300
    assert len({opening.name for opening in openings}) == len(openings)
    assert len({own(opening.line().position).epd for opening in openings}) == len(openings), (
        "two lines transpose"
    )
    for opening in openings:
        assert 4 <= len(opening.moves) <= 8
        assert opening.line().outcome() is None
    firsts = {str(opening.moves[0]) for opening in openings}
    assert {"e2e4", "d2d4", "c2c4", "g1f3"} <= firsts


def test_balanced_starts_are_seeded_and_level() -> None:
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    count = material.snapshot(material.initial_weights("material"))
    starts = [balanced_start(CHESS, seed) for seed in range(30)]
    assert len({own(start.line().position).epd for start in starts}) == 30
    assert [start.moves for start in starts] == [balanced_start(CHESS, seed).moves for seed in range(30)]
    search = material.core.alphabeta(14)
    for start in starts:
        assert len(start.moves) == 8
        # One ply deeper than the generator looked: mostly still level, and never a whole piece apart.
        assert abs(search.run(count, start.line(), depth=4).value) <= 4


def test_lines_are_copies_that_can_be_played_on() -> None:
    lines = opening_lines(CHESS, "own", random_starts=3)
    assert len(lines) == len(read_openings(CHESS)) + 3
    lines[0].push(lines[0].position.legal_moves()[0])
    assert len(opening_lines(CHESS, "own", random_starts=0)[0]) == len(lines[0]) - 1
    (start,) = opening_lines(CHESS, "none")
    assert len(start) == 0


def test_order_follows_the_seed_and_nothing_comes_twice() -> None:
    def take(seed: int, count: int) -> list[str]:
        return [
            own(opening.line().position).epd
            for opening in islice(shuffled_openings(CHESS, "own", seed, count), count)
        ]

    named = len(read_openings(CHESS))
    assert take(1, 20) == take(1, 20)
    assert take(1, 20) != take(2, 20)
    assert len(set(take(1, named + 20))) == named + 20


def test_files(tmp_path: Path) -> None:
    fens = tmp_path / "starts.fen"
    fens.write_text('# comment\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 3 7\n4k3/8/8/8/8/8/8/R3K3 w Q - id "rook";\n')
    first, second = read_openings(CHESS, str(fens))
    assert str(first.start) == "4k3/8/8/8/8/8/4P3/4K3 w - - 3 7"
    assert (first.name, second.name) == ("starts.fen 3", "rook")

    pgn = tmp_path / "games.pgn"
    pgn.write_text(
        '[Event "a"]\n[Opening "King\'s Pawn"]\n\n1. e4 e5 2. Nf3 *\n\n'
        '[Event "b"]\n\n1. d4 d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 dxc4 5. a4 Bf5 6. e3 e6 7. Bxc4 Bb4\n'
        "8. O-O Nbd7 9. Qb3 *\n\n"
        '[Event "c"]\n[FEN "7k/8/8/8/8/8/8/K6R b - - 0 1"]\n[SetUp "1"]\n\n1... Kg7 *\n'
    )
    openings = read_openings(CHESS, str(pgn))
    assert [len(opening.moves) for opening in openings] == [3, 16, 1]
    assert openings[0].name == "King's Pawn"
    assert own(openings[2].line().position).epd == "8/6k1/8/8/8/8/8/K6R w - -"
    again = [opening.name for opening in islice(shuffled_openings(CHESS, str(fens), 0, 4), 4)]
    assert again[:2] == again[2:]


def test_the_public_opening_sets(chess_data: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(chess_data / "openings" / "8moves_v3.pgn.zip") as archive:
        text = archive.read(archive.namelist()[0]).decode()
    path = tmp_path / "book.pgn"
    path.write_text(text, newline="")
    some = read_openings(CHESS, str(path), at_most=50, seed=1)
    assert len(some) == 50
    assert {len(opening.moves) for opening in some} == {16}
    assert [opening.name for opening in some] == [o.name for o in read_openings(CHESS, str(path), 50, seed=1)]
    assert [opening.name for opening in some] != [o.name for o in read_openings(CHESS, str(path), 50, seed=2)]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.epd", "", "holds no opening"),
        ("a.epd", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", "holds no opening"),
        ("a.epd", "junk\n", "Line 1 of"),
        ("a.fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n8/8/8/8/8/8/8/8 w - - 0 1\n", "Line 2 of"),
        ("a.pgn", "", "holds no opening"),
        ("a.pgn", '[Event "a"]\n\n1. e4 e5 2. Ke3 *\n', "Game 1 of"),
    ],
)
def test_files_that_are_no_good(tmp_path: Path, name: str, text: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(UsageError, match=words):
        read_openings(CHESS, str(path))


def test_missing_file() -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_openings(CHESS, "no-such-file.epd")
