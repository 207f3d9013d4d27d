"""`leafstrap tournament`: what it prints, writes and refuses, and that a kill costs nothing."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from leafstrap.cli.app import run
from support.refusal import assert_refused

Output = pytest.CaptureFixture[str]
QUICK = [
    "tournament",
    "chess",
    "material",
    "random",
    "untrained",
    "--games",
    "2",
    "--depth",
    "1",
    "--max-plies",
    "60",
]


def last_json(text: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(text.splitlines()[-1])
    return report


def test_table_and_json(capsys: Output) -> None:
    assert run([*QUICK, "--anchor", "random=250", "--concurrency", "2", "--json"]) == 0
    out = capsys.readouterr().out
    assert "95 % interval" in out.splitlines()[0]
    report = last_json(out)
    assert {player["name"] for player in report["players"]} == {"material", "random", "untrained"}
    assert all(player["games"] == 4 for player in report["players"])
    anchored = next(player for player in report["players"] if player["name"] == "random")
    assert anchored["rating"] == anchored["rating_low"] == anchored["rating_high"] == 250
    assert [(pairing["a"], pairing["b"]) for pairing in report["pairings"]].count(("material", "random")) == 1
    assert all(pairing["elo_low"] <= pairing["elo"] <= pairing["elo_high"] for pairing in report["pairings"])


def test_gauntlet_with_adjudication(capsys: Output) -> None:
    assert run([*QUICK, "--gauntlet", "--resign", "500,2", "--draw", "40,4,10", "--json"]) == 0
    report = last_json(capsys.readouterr().out)
    assert [(pairing["a"], pairing["b"]) for pairing in report["pairings"]] == [
        ("material", "random"),
        ("material", "untrained"),
    ]


def test_killed_at_any_instant_it_goes_on(tmp_path: Path, capsys: Output) -> None:
    words = [*QUICK[:5], "--games", "60", *QUICK[7:], "--json"]
    assert run(words) == 0
    whole = last_json(capsys.readouterr().out)
    folder = tmp_path / "t"
    log = folder / "results.jsonl"
    for number, lines in enumerate((1, 7)):
        resume = ["--resume"] if number else []
        command = [sys.executable, "-m", "leafstrap", *words, "--out", str(folder), *resume]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            while not log.exists() or log.read_bytes().count(b"\n") < lines:
                assert process.poll() is None
                time.sleep(0.002)
            process.kill()
    assert run([*words, "--out", str(folder), "--resume"]) == 0
    report = last_json(capsys.readouterr().out)
    by_name = {(pairing["a"], pairing["b"]): pairing for pairing in whole["pairings"]}
    assert {(pairing["a"], pairing["b"]): pairing for pairing in report["pairings"]} == by_name
    assert (folder / "games.pgn").read_text().count("[Event ") == 180


def test_ctrl_c_reports_what_was_played_and_exits_130(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    options = ["--games", "2000", "--out", str(folder), "--json"]
    command = [sys.executable, "-m", "leafstrap", *QUICK, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not (folder / "results.jsonl").exists() or not (folder / "results.jsonl").stat().st_size:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "go on with --resume" in err
    assert last_json(out)["pairings"][0]["games"] >= 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tournament", "go", "random", "material"], "no game 'go'"),
        (["tournament", "chess", "random"], "at least two players"),
        ([*QUICK, "ranbom"], "did you mean random?"),
        ([*QUICK, "random"], "are called 'random'"),
        ([*QUICK, "--anchor", "random"], "NAME=RATING"),
        ([*QUICK, "--anchor", "random=strong"], "NAME=RATING"),
        ([*QUICK, "--anchor", "nobody=5"], "does not play"),
        ([*QUICK, "--resign", "900"], "SCORE,MOVES"),
        ([*QUICK, "--draw", "900"], "PLY,MOVES,SCORE"),
        ([*QUICK, "--resume"], "name its folder with --out"),
        ([*QUICK, "uci:no-such-engine"], "does not start as a UCI engine"),
        (["match", "chess", "random", "random", "--resign", "x"], "SCORE,MOVES"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(capsys: Output, arguments: list[str], words: str) -> None:
    assert_refused(capsys, arguments, words)
