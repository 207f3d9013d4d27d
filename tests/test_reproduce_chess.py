"""Wiering's experiment with chess and its sequel, in small: what they write is what they measured."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from leafstrap._core import Outcome
from leafstrap.cli.app import run
from leafstrap.games.chess import Line, pgn
from leafstrap.games.result import result_text
from leafstrap.papers.ours import treestrap_network
from leafstrap.papers.wiering import chess as wiering_chess


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Ten games at random."""
    random, texts = Random(1), []
    for _ in range(10):
        line = Line()
        while line.outcome() is None and len(line) < 80:
            line.push(random.choice(line.position.legal_moves()))
        texts.append(pgn(line, {"Result": result_text(line.outcome() or Outcome(0))}))
    path = tmp_path / "games.pgn"
    path.write_text("".join(texts))
    return path


def test_wiering_chess(tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(program for program in wiering_chess.LEARNERS if program.name in "ADG")
    monkeypatch.setattr(wiering_chess, "LEARNERS", few)
    monkeypatch.setattr(wiering_chess, "PROGRAMS", (*few, wiering_chess.BY_HAND))
    monkeypatch.setattr(wiering_chess, "LEARNED", 200)
    monkeypatch.setattr(wiering_chess, "DEPTH", 1)
    monkeypatch.setattr(wiering_chess, "NODES", 100)
    out, work = tmp_path / "results", tmp_path / "runs"
    command = ["reproduce", "wiering-chess", "--data", str(database), "--scale", "0.02", "--seeds", "2"]
    assert run([*command, "--out", str(out), "--work", str(work)]) == 0
    assert (out / "wiering-chess.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads((out / "wiering-chess.json").read_text())
    assert len(data) == 12  # of two seeds
    assert {(each["a"], each["b"]) for each in data} >= {("A", "D"), ("G", "H")}
    page = (out / "wiering-chess.md").read_text()
    assert "learned once from the same 4 games" in page
    points = [float(row.split("|")[4].split("%")[0]) for row in page.splitlines() if " ± " in row]
    assert sum(points) == pytest.approx(200, abs=1)  # four programs, half of the points each on average
    assert "| D | +" in page
    assert "with 2 seeds" in page
    assert "--set experience.database=games.pgn" in page


def test_treestrap_network(tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(treestrap_network, "NODES", 100)
    monkeypatch.setattr(treestrap_network, "DEEPER", (3,))
    out, work = tmp_path / "results", tmp_path / "runs"
    command = ["reproduce", "treestrap-network", "--data", str(database), "--scale", "0.001"]
    assert run([*command, "--out", str(out), "--work", str(work)]) == 0
    assert (out / "treestrap-network.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads((out / "treestrap-network.json").read_text())
    assert (data[0]["games"], data[0]["depth"], data[0]["minutes"]) == (2, 2, 0)  # untrained, a pair of games
    assert (data[-1]["depth"], data[-1]["minutes"]) == (3, 0.03)  # the end, by the run's own clock
    page = (out / "treestrap-network.md").read_text()
    assert "once over 10 games" in page
    for each in data:
        assert f"| {each['depth']} | +{each['wins']} ={each['draws']} -{each['losses']} (" in page


def test_it_needs_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "wiering-chess"]) == 2
    assert "name it with --data FILE" in capsys.readouterr().err
