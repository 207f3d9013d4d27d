"""The experiment about NeuroChess, in small: what it writes is what it measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leafstrap._core import Outcome
from leafstrap.arena import PlayedGame
from leafstrap.cli.app import run
from leafstrap.games.chess import CHESS
from leafstrap.papers.neurochess import claims as neurochess_claims
from leafstrap.papers.neurochess import page as neurochess_page
from leafstrap.papers.neurochess import table1 as neurochess
from support.databases import write_games


@pytest.mark.parametrize(
    "setting", [neurochess_page.TABLE_1, neurochess_page.OWN_FEATURES], ids=lambda s: s.name
)
def test_neurochess(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: neurochess_page.Setting
) -> None:
    for module in (neurochess, neurochess_page):
        monkeypatch.setattr(module, "SEEDS", 1)
        monkeypatch.setattr(module, "ROWS", (1, 2))
        monkeypatch.setattr(module, "DEEP_ROW", 1)
        monkeypatch.setattr(module, "GNU", "uci:no-such-engine")
    database = write_games(tmp_path / "games.pgn", CHESS, 25, 40)
    out, work = tmp_path / "results", tmp_path / "runs"
    command = ["reproduce", setting.name, "--data", str(database), "--scale", "0.01"]
    assert run([*command, "--out", str(out), "--work", str(work)]) == 0
    assert (out / f"{setting.name}.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads((out / f"{setting.name}.json").read_text())
    names = [rule.name for rule in setting.rules for _ in range(4)] + ["figure-3"] * setting.figure_3
    assert [each["name"] for each in data] == names
    assert [each["games"] for each in data] == [4, 4, 2, 2] * len(setting.rules) + [2] * setting.figure_3
    page = (out / f"{setting.name}.md").read_text()
    assert "GNU Chess is not installed here" in page
    assert "--set experience.database=games.pgn" in page
    assert f"--set evaluator.features={setting.features}" in page
    row = next(line for line in page.splitlines() if line.startswith("| 2 | 2 |"))
    assert row.endswith("| 5.0 % | 2.0 % |"), "the paper's, of the 100 games since the row before"
    assert (work / "model" / "model.safetensors").exists()
    assert not (work / "ebnn-1" / "model.safetensors").exists(), "all seeds share one"


def test_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neurochess_claims, "SEEDS", 1)
    database = write_games(tmp_path / "games.pgn", CHESS, 25, 40)
    out, work = tmp_path / "results", tmp_path / "runs" / "neurochess-claims"
    command = ["reproduce", "neurochess-claims", "--data", str(database), "--scale", "0.001"]
    assert run([*command, "--out", str(out), "--work", str(work)]) == 0
    data = json.loads((out / "neurochess-claims.json").read_text())
    assert [each["name"] for each in data] == [arm.name for arm in neurochess_claims.ARMS]
    assert all(0 <= each["queens"] <= each["games"] for each in data)
    assert "--set backup.gamma=1.0" in (out / "neurochess-claims.md").read_text()
    assert (tmp_path / "runs" / "neurochess" / "model" / "model.safetensors").exists(), "as for Table 1"


def test_it_needs_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "neurochess"]) == 2
    assert "name it with --data FILE" in capsys.readouterr().err


def test_early_queens_are_counted() -> None:
    def played(first: str, second: str, moves: str) -> PlayedGame:
        line = CHESS.Line()
        for move in moves.split():
            line.push(line.position.move(move))
        return PlayedGame(first, second, "", line, Outcome(0))

    found = neurochess_claims.early_queens(
        [
            played("A", "B", "e2e4 e7e5 d1f3"),  # White's queen
            played("B", "A", "e2e4 d7d5 e4d5 d8d5 b1c3"),  # Black's, who is A
            played("A", "B", "e2e4 e7e5 d1h5"),  # not in the centre
        ]
    )
    assert found == {"queens": 2, "queens_of_opponent": 0}
