"""`leafstrap match`: what it prints, writes and refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess.pgn
import pytest

from leafstrap.cli.app import run
from support.refusal import assert_refused

Output = pytest.CaptureFixture[str]
QUICK = ["match", "chess", "material", "random", "--games", "4", "--depth", "1"]


def last_json(capsys: Output) -> dict[str, float]:
    report: dict[str, float] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return report


def test_json_of_the_contract(capsys: Output) -> None:
    assert run([*QUICK, "--json"]) == 0
    report = last_json(capsys)
    words = {"games", "distinct", "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high"}
    assert words <= report.keys()
    assert report["games"] == 4 == report["wins"] + report["draws"] + report["losses"]
    assert report["score"] == (report["wins"] + report["draws"] / 2) / 4
    assert report["elo_low"] < report["elo"] < report["elo_high"]


def test_the_line_for_people(capsys: Output) -> None:
    assert run(QUICK) == 0
    out = capsys.readouterr().out
    assert out.startswith("material - random: +")
    assert "of 4 games (4 distinct)" in out
    assert out.splitlines()[1].startswith("pairs LL LD WL+DD WD WW: ")
    assert "LOS" in out
    assert out.count("\n") == 2


def test_odd_numbers_are_rounded_up_and_said_so(capsys: Output) -> None:
    assert run([*QUICK, "--games", "3", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out.splitlines()[-1])["games"] == 4
    assert "4 games, not 3" in captured.err


def test_same_seed_same_report(capsys: Output) -> None:
    reports = []
    for seed in ("1", "1", "2"):
        assert (
            run(
                [
                    "match",
                    "chess",
                    "untrained",
                    "random",
                    "--games",
                    "6",
                    "--nodes",
                    "50",
                    "--seed",
                    seed,
                    "--json",
                ]
            )
            == 0
        )
        reports.append(last_json(capsys))
    assert reports[0] == reports[1]


def test_sprt(capsys: Output) -> None:
    assert (
        run([*QUICK, "--games", "400", "--depth", "2", "--sprt", "0,100", "--concurrency", "2", "--json"])
        == 0
    )
    captured = capsys.readouterr().out.splitlines()
    assert "SPRT [0, 100]: accept H1" in captured[-2]
    assert json.loads(captured[-1])["verdict"] == "accept H1"


def test_pgn(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "games.pgn"
    assert run([*QUICK, "--pgn", str(path)]) == 0
    with path.open() as file:
        whites = []
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors
            whites.append(game.headers["White"])
    assert whites == ["material", "random", "material", "random"]


def test_openings_from_a_file(tmp_path: Path, capsys: Output) -> None:
    openings, games = tmp_path / "mate.epd", tmp_path / "games.pgn"
    openings.write_text("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n")
    assert run([*QUICK, "--openings", str(openings), "--pgn", str(games)]) == 0
    assert games.read_text().count('[FEN "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]') == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "go", "random", "random"], "no game 'go'"),
        (["match", "chess", "random"], "'B'"),
        (["match", "chess", "random", "ranbom"], "did you mean random?"),
        ([*QUICK, "--games", "0"], "--games"),
        ([*QUICK, "--depth", "0"], "--depth"),
        ([*QUICK, "--movetime", "-1"], "movetime"),
        ([*QUICK, "--tc", "fast"], "SECONDS+INCREMENT"),
        ([*QUICK, "--concurrency", "0"], "--concurrency"),
        ([*QUICK, "--sprt", "5"], "SPRT bounds"),
        ([*QUICK, "--openings", "nowhere.epd"], "cannot be read"),
        ([*QUICK, "--pgn", "/no/such/folder/a.pgn"], "cannot be written"),
        ([*QUICK, "--pgn", "/dev/full"], "cannot be written to /dev/full"),
        (["match", "chess", "uci:no-such-engine", "random"], "does not start as a UCI engine"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(capsys: Output, arguments: list[str], words: str) -> None:
    assert_refused(capsys, arguments, words)


def test_ctrl_c_reports_what_was_played_and_exits_130(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    command = [sys.executable, "-m", "leafstrap", *QUICK, "--games", "100000", "--pgn", str(path), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not path.exists() or path.read_text().count("[Event ") < 4:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    report = json.loads(out.splitlines()[-1])
    assert report["games"] >= 4
    assert report["games"] == path.read_text().count("[Event ")
    assert "Traceback" not in err
