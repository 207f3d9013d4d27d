"""`leafstrap play`: what it understands and shows beside the moves."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Protocol

import pytest

from leafstrap import games
from leafstrap._core import Side
from leafstrap.cli.app import run
from leafstrap.cli.terminal.reading import legal_moves, read_move
from leafstrap.games import View
from leafstrap.games.mat import read_mat
from leafstrap.players import ExpectimaxPlayer

Output = pytest.CaptureFixture[str]


class Typed(Protocol):
    def __call__(self, game: str, *lines: str, arguments: tuple[str, ...] = ()) -> str: ...


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> Typed:
    def play(game: str, *lines: str, arguments: tuple[str, ...] = ()) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["play", game, "--ascii", "--seed", "3", *arguments]) == 0
        return capsys.readouterr().out

    return play


@pytest.mark.parametrize(
    ("text", "move"),
    [("e2-e4", "e2e4"), ("E2E4", "e2e4"), ("NF3", "g1f3"), ("nf3", "g1f3"), ("Nf3!", "g1f3"), ("e4", "e2e4")],
)
def test_moves_as_people_write_them(text: str, move: str) -> None:
    chess = games.get("chess")
    assert str(read_move(chess, chess.Position(), text)) == move


def test_castling_with_noughts_and_what_is_ambiguous() -> None:
    chess = games.get("chess")
    castles = chess.Position.parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert [str(read_move(chess, castles, text)) for text in ("0-0", "o-o-o")] == ["e1g1", "e1c1"]
    both = chess.Position.parse("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1")
    said = read_move(chess, both, "BC3")
    assert isinstance(said, str)
    assert said.startswith("'BC3' could be ")


def test_a_compulsory_capture_is_the_reason(typed: Typed) -> None:
    out = typed(
        "draughts", "50-45", "resign", arguments=("material", "--depth", "2", "--fen", "W:W28,K50:B22,13")
    )
    assert "'50-45' is no legal move here: a capture is compulsory: 28x17." in out
    assert "You have lost. 0-2" in out


def test_every_square_of_draughts_has_its_number_and_the_last_move_is_marked() -> None:
    draughts = games.get("draughts")
    start = draughts.Position()
    move = start.move("32-28")
    drawn = draughts.draw(start.after(move), View(symbols=False, last=(start, move)))
    assert all(str(number) in drawn for number in range(1, 51))
    assert "[w28]" in drawn
    assert "[.32]" in drawn
    assert max(map(len, drawn.splitlines())) <= 40
    coloured = draughts.draw(start, View(colours=True))
    assert "\x1b[48;5;" in coloured


def test_moves_help_and_levels(typed: Typed) -> None:
    out = typed(
        "chess", "moves", "?", "level 3", "level 40", "level x", "e4", arguments=("material", "--depth", "1")
    )
    assert "Na3  Nc3  Nf3\nNh3" in out
    assert out.count("take back your last move") == 2
    assert "I play at level 3 from now on." in out
    assert "There are levels 1 to 10" in out
    assert "A level is a number" in out


def test_a_level_from_the_start(typed: Typed) -> None:
    assert "1... " in typed("chess", "e4", arguments=("material", "--level", "1"))


def test_a_clock_is_shown_and_runs_out(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 10_000, 100))
    monkeypatch.setattr("leafstrap.cli.terminal.session.time.monotonic", lambda: float(next(times)))
    out = typed("chess", "e4", arguments=("material", "--tc", "60+1"))
    assert "[you 1:00, I 1:00]" in out
    assert "Your time is up." in out
    assert "You have lost. 0-1" in out


def test_a_review_names_the_worst_move_and_why(typed: Typed) -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/Q1B1KBNR w Kkq - 0 1"
    out = typed("chess", "Qxa7", "resign", "review", arguments=("--nodes", "2000", "--fen", fen))
    assert "Qxa7 cost " in out
    assert "was better." in out


def test_the_cube_and_a_match(typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    words = ("24/20 13/8", "hint", "double", "resign", "new", "double", "quit")
    out = typed("backgammon", *words, arguments=("--points", "5", "--depth", "1", "--pgn", str(path)))
    assert "roll or double? " in out
    assert "The cube is at 1, in the middle." in out
    assert "The score is 0 : " in out
    assert "You may double before you roll" in out, "nobody doubles before the first roll"
    game = next(read_mat(path.read_text()))
    assert (game.match_length, game.cube[0].kind) == (5, "double")


def test_a_double_of_the_program_is_taken_or_passed(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExpectimaxPlayer, "doubles", lambda *_: True)
    arguments = ("--side", "black", "--cube", "--depth", "1")
    passed = typed("backgammon", "roll", "24/15", "take me", "pass", arguments=arguments)
    assert "I double, to 2." in passed
    assert "First take or pass?" in passed
    assert "You have lost. 1-0" in passed
    assert "The game counts 1 point. You are -1 points" in passed
    assert "The cube is at 2, yours." in typed("backgammon", "roll", "24/15", "take", arguments=arguments)


def test_flip_keeps_the_numbers_that_one_types() -> None:
    game = games.get("backgammon")
    own = game.draw(game.Position(), View(symbols=False, reader=Side.first))
    turned = game.draw(game.Position(), View(symbols=False, from_second=True, reader=Side.first))
    assert own.splitlines()[-1].split() == turned.splitlines()[0].split()


def test_hints_are_by_the_tables_that_the_engine_plays_by(typed: Typed) -> None:
    out = typed(
        "backgammon", "hint", arguments=("--fen", "XGID=---AA-B-------------a-ba--:0:0:1:41:0:0:0:0:10")
    )
    best = next(line for line in out.splitlines() if line.startswith("4-1: "))
    assert "6/5 4/off" in best or "4/off 6/5" in best


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "--cube"], "no cube in chess"),
        (["chess", "--points", "3"], "no cube in chess"),
        (["backgammon", "--points", "3", "--cube"], "A match has 1 to"),
        (["chess", "--level", "11"], "There are levels 1 to 10"),
        (["chess", "--tc", "soon"], "soon"),
    ],
)
def test_wrong_use(capsys: Output, arguments: list[str], words: str) -> None:
    assert run(["play", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(("columns", "rows"), [(80, 15), (76, 15), (60, 19), (46, 19), (40, 19)])
def test_backgammon_fits_the_terminal(columns: int, rows: int) -> None:
    game = games.get("backgammon")
    position = game.Position.parse("XGID=ab----E-C---dE---b-e----B-:0:0:1:31:0:0:0:0:10")
    drawn = game.draw(position, View(symbols=False, columns=columns)).splitlines()
    assert len(drawn) == rows
    assert max(map(len, drawn)) <= columns
    assert sum(row.count("X") for row in drawn) == 15 + 2, "all checkers, and two notes"
    for note in ("X to play 3-1", "X has ", "O has "):
        assert any(note in row for row in drawn)


def test_backgammon_in_colours_has_letters_where_there_are_no_symbols() -> None:
    game = games.get("backgammon")
    drawn = game.draw(game.Position(), View(symbols=False, colours=True))
    assert drawn.isascii()
    assert drawn.count("X\x1b") == drawn.count("O\x1b") + 1 == 17  # whose turn it is


def test_moves_are_listed_in_rows_that_fit() -> None:
    game = games.get("backgammon")
    position = game.Position.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:0:10")
    rows = legal_moves(game, position, 40).splitlines()
    assert len(rows) > 1
    assert max(map(len, rows)) <= 40
    assert [move for row in rows for move in row.split("  ")] == [
        game.move_text(position, move) for move in position.legal_moves()
    ]


def test_a_review_knows_a_mate_that_was_missed(typed: Typed) -> None:
    fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    out = typed("chess", "h3", "resign", "review", arguments=("--nodes", "2000", "--fen", fen))
    (line,) = (line for line in out.splitlines() if "h3 cost " in line)
    assert "Ra8# was better." in line
    assert 15 < float(line.split(" cost ")[1].split()[0]) <= 30


def test_what_tables_know_is_said_in_words(typed: Typed) -> None:
    out = typed("draughts", "hint", arguments=("--nodes", "2000", "--fen", "B:W19,32:B10,11"))
    assert "(lost by the tables, depth " in out
