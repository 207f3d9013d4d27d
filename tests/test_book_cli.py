"""`leafstrap book`."""

from __future__ import annotations

from pathlib import Path

import pytest

from leafstrap import games
from leafstrap.cli.app import run
from leafstrap.players.books import Finding, LearnedBook, load_learned, save_learned
from support.own import own

START = games.get("chess").Position()


def test_says_what_is_there_and_goes_over_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    learned = LearnedBook()
    learned.store(START, Finding("e2e4", 10, 10, depth=3, seconds=0.01))
    learned.add_result([(START, START.move("e2e4"))], 0.5)
    save_learned(learned, path)
    assert run(["book", str(path)]) == 0
    out = capsys.readouterr().out
    assert "1 positions, 1 of them played since" in out
    assert "0 times in a game that was won, 1 drawn, 0 lost; 0 given up" in out
    assert run(["book", str(path), "material", "--minutes", "0.1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith(own(START).epd)
    entry = load_learned(path).find(START)
    assert entry is not None
    assert not entry.stale


def test_wrong_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["book", str(tmp_path / "none.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err
