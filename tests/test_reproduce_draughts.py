"""The experiments of draughts, in small: what they write is what they measured."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from leafstrap._core import Outcome
from leafstrap.cli.app import run
from leafstrap.games.draughts import Line, pdn
from leafstrap.games.result import result_text
from leafstrap.papers.ours import draughts_rules
from leafstrap.papers.wiering import data as wiering_data
from leafstrap.papers.wiering import draughts as wiering_draughts


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Thirty games at random."""
    random, texts = Random(1), []
    for _ in range(30):
        line = Line()
        while line.outcome() is None and len(line) < 200:
            line.push(random.choice(line.position.legal_moves()))
        texts.append(pdn(line, {"Result": result_text(line.outcome() or Outcome(0))}))
    path = tmp_path / "games.pdn"
    path.write_text("".join(texts))
    return path


def reproduced(
    name: str, folder: Path, database: Path, scale: str, *options: str
) -> tuple[str, list[dict[str, object]]]:
    out = folder / "results"
    command = ["reproduce", name, "--data", str(database), "--scale", scale, *options]
    assert run([*command, "--out", str(out), "--work", str(folder / "runs")]) == 0
    assert (out / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    return (out / f"{name}.md").read_text(), json.loads((out / f"{name}.json").read_text())


def test_wiering_draughts(tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiering_draughts, "OUTSIDE", {"weaker": "random", "stronger": "material@depth=1"})
    monkeypatch.setattr(wiering_draughts, "NODES", 50)
    page, data = reproduced("wiering-draughts", tmp_path, database, "0.1")
    assert len(data) == 10 + 2 * 5
    assert "| NN5 | all, three networks by the number of pieces |" in page
    assert "learned once from the same 3 games" in page
    assert {(each["a"], each["b"]) for each in data} >= {("NN1", "NN2"), ("NN4", "stronger")}


def test_draughts_rules(tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draughts_rules, "SEEDS", 1)
    monkeypatch.setattr(draughts_rules, "TIME", "0.001")
    for name, value in (("MINUTES", 10.0), ("SELF_PLAY", draughts_rules.SELF_PLAY | {"search.tablebase": 2})):
        monkeypatch.setattr(draughts_rules, name, value)
    small = tuple(
        draughts_rules.entry(each.name, each.title, each.recipe, each.colour)
        for each in draughts_rules.RULES_COMPARED
    )
    monkeypatch.setattr(draughts_rules, "RULES_COMPARED", small)
    page, data = reproduced("draughts-rules", tmp_path, database, "0.003")
    assert [each["name"] for each in data] == [
        "treestrap-ab",
        "td-leaf",
        "network",
        "treestrap-ab",
        "td-leaf",
    ]
    assert "| TreeStrap(αβ), self-play |" in page


def test_wiering_data(tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiering_data, "NODES", 50)
    weak = tmp_path / "weak.pdn"
    weak.write_text(database.read_text())
    page, data = reproduced("wiering-data", tmp_path, database, "0.1", "--data", str(weak), "--seeds", "1")
    assert len(data) == 7 * 6 // 2
    assert "3 games an arm" in page
    assert f"--data {database.name} --data {weak.name}" in page
    own = next(line for line in page.splitlines() if "strong-own-1" in line)
    assert "experience.kind=self-play" in own
    assert "strong-1/weights/000003.safetensors" in own


def test_two_files_where_two_are_needed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "games.pdn")
    assert run(["reproduce", "wiering-data", "--data", path]) == 2
    assert "learns from 2 files of games" in capsys.readouterr().err
    assert run(["reproduce", "wiering-draughts", "--data", path, "--data", path]) == 2
    assert "learns from 1 file of games" in capsys.readouterr().err


def test_they_need_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "wiering-draughts"]) == 2
    assert "name it with --data FILE" in capsys.readouterr().err
