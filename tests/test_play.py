"""`leafstrap play`: a game in the terminal."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Protocol

import chess.pgn
import pytest

from leafstrap.cli.app import run

Output = pytest.CaptureFixture[str]
BEFORE_MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


class Typed(Protocol):
    def __call__(self, *lines: str, arguments: tuple[str, ...] = ()) -> str: ...


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> Typed:
    """Play with some lines typed, and give what was shown."""

    def play(*lines: str, arguments: tuple[str, ...] = ()) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["play", "chess", "material", "--depth", "2", "--ascii", *arguments]) == 0
        return capsys.readouterr().out

    return play


def games_in(path: Path) -> list[chess.pgn.Game]:
    file = io.StringIO(path.read_text())
    return list(iter(lambda: chess.pgn.read_game(file), None))


def test_moves_in_both_notations(typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    out = typed("e4", "g1f3", "quit", arguments=("--pgn", str(path)))
    assert "4  . . . . P . . ." in out
    assert "depth 2: " in out
    (game,) = games_in(path)
    moves = [move.uci() for move in game.mainline_moves()]
    assert (moves[0], moves[2], len(moves)) == ("e2e4", "g1f3", 4)
    assert game.headers["White"] == "person"
    assert game.headers["Result"] == "*"


def test_the_board_is_seen_from_ones_own_side(typed: Typed) -> None:
    black = typed("quit", arguments=("--side", "black"))
    assert "\n1. " in black, "the engine has moved"
    assert "h g f e d c b a" in black
    assert "h g f e d c b a" in typed("flip", "quit")


def test_words(typed: Typed) -> None:
    out = typed("hint", "explain", "fen", "help", "castle", "e5", "")
    assert "Evaluation +0.00 pawns" in out
    assert "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" in out
    assert out.count("take back your last move") == 2
    assert "'castle' is no legal move here" in out
    assert "'e5' is no legal move here" in out


def test_take_back(typed: Typed) -> None:
    out = typed("undo", "e4", "undo", "fen", "quit")
    assert "nothing to take back" in out
    assert "PPPPPPPP/RNBQKBNR w KQkq - 0 1" in out.splitlines()[-2] + out.splitlines()[-1]


def test_a_won_game_and_another_one(typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    words = ("Ra8", "e4", "new", "quit")
    out = typed(*words, arguments=("--fen", BEFORE_MATE, "--pgn", str(path)))
    assert "You have won. 1-0" in out
    assert "The game is over" in out
    assert "You have lost. 1-0" in out, "with Black one is mated at once"
    assert [game.headers["Result"] for game in games_in(path)] == ["1-0", "1-0"]
    typed("Ra8", arguments=("--fen", BEFORE_MATE, "--pgn", str(path)))
    assert len(games_in(path)) == 3, "earlier games are kept"


def test_a_blunder_can_be_taken_back_after_the_end(typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    arguments = ("--fen", BEFORE_MATE, "--pgn", str(path))
    typed("Ra8", "undo", "Ra7", "resign", "undo", "resign", arguments=arguments)
    (game,) = games_in(path)
    assert game.headers["Result"] == "0-1"
    assert next(iter(game.mainline_moves())).uci() == "a1a7"


def test_nothing_is_written_for_a_game_without_moves(typed: Typed, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    typed("quit", arguments=("--pgn", str(path)))
    assert path.read_text() == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["go"], "no game 'go'"),
        (["chess", "nowhere.safetensors"], "no weights file"),
        (["chess", "--fen", "junk"], "invalid FEN"),
        (["chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "The game is over"),
        (["chess", "--side", "red"], "--side"),
        (["chess", "--movetime", "0"], "above 0"),
        (["chess", "--pgn", "/no/where"], "cannot be written"),
    ],
)
def test_wrong_use(capsys: Output, arguments: list[str], words: str) -> None:
    assert run(["play", *arguments]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="signals are sent another way on Windows")
@pytest.mark.parametrize("while_thinking", [False, True])
def test_ctrl_c_leaves_with_the_game_written_down(tmp_path: Path, while_thinking: bool) -> None:
    path = tmp_path / "games.pgn"
    limit = ["--movetime", "60"] if while_thinking else ["--depth", "1"]
    command = [sys.executable, "-m", "leafstrap", "play", "chess", "material", "--pgn", str(path), *limit]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write("e4\n")
    process.stdin.flush()
    wanted = "1. " if while_thinking else "1... "
    shown = ""
    while wanted not in shown:
        shown += process.stdout.read(1)
    if while_thinking:
        time.sleep(0.5)  # the move is read at once, and nothing shows that the search has begun
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "")
    assert "e4" in path.read_text()
