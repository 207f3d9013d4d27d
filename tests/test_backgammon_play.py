"""`leafstrap play backgammon`: a game in the terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from leafstrap.cli.app import run
from leafstrap.games.mat import read_mat

Output = pytest.CaptureFixture[str]


def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: Output, *lines: str, arguments: tuple[str, ...] = ()
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    words = ["play", "backgammon", "untrained;architecture=tesauro", "--depth", "1", "--ascii", "--seed", "3"]
    assert run([*words, *arguments]) == 0
    return capsys.readouterr().out


def test_a_move_and_words(monkeypatch: pytest.MonkeyPatch, capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.mat"
    lines = ("hint", "explain", "id", "nonsense", "13/8 13/9", "undo", "24/20 13/8", "flip", "quit")
    out = typed(monkeypatch, capsys, *lines, arguments=("--pgn", str(path)))
    assert "X to play 5-4" in out
    assert "XGID=-b----E-C---eE---c-e----B-:0:0:1:54:" in out
    assert "'nonsense' is no legal move here" in out
    assert "points for the side whose turn it is" in out
    (game,) = read_mat(path.read_text())
    assert [game.line.before[0].dice, len(game.line)] == [(5, 4), 2]


def test_the_program_begins_for_the_other_side(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    out = typed(monkeypatch, capsys, "new", "resign", "quit", arguments=("--side", "black"))
    assert "5-4: " in out
    assert "You have lost." in out


def test_a_whole_game(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Whoever always plays the first hint gets to the end, passes included."""
    from leafstrap.cli import play
    from leafstrap.cli.terminal.session import Session

    hints: list[Session] = []

    class Listening(Session):
        def begin(self) -> None:
            hints.append(self)
            super().begin()

    def answer(_: str) -> str:
        session = hints[0]
        if session._outcome is not None:
            return "quit"
        return (
            session._opponent.advice(session._line, session._setting.limits)
            .splitlines()[0]
            .partition("  ")[2]
        )

    monkeypatch.setattr(play, "Session", Listening)
    monkeypatch.setattr("builtins.input", answer)
    assert (
        run(
            ["play", "backgammon", "untrained;architecture=tesauro", "--depth", "1", "--ascii", "--seed", "5"]
        )
        == 0
    )
    out = capsys.readouterr().out
    assert "You have won." in out or "You have lost." in out


def test_limits_that_make_no_sense(capsys: Output) -> None:
    assert run(["play", "backgammon", "untrained", "--movetime", "1"]) == 2
    assert "--depth" in capsys.readouterr().err
