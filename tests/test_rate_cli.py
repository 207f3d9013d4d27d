"""`leafstrap rate`: the checkpoints of a run, or one player, on one scale."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leafstrap.cli.app import run
from leafstrap.errors import UsageError
from run_helpers import learn, recipe_file

Output = pytest.CaptureFixture[str]
QUICK = ["--games", "2", "--depth", "1", "--max-plies", "40"]
LADDER = """
limits = "depth=1"
[[rung]]
name = "beginner"
player = "random"
rating = 250
[[rung]]
name = "gone"
player = "uci:no-such-engine"
rating = 3000
"""


@pytest.fixture(scope="module")
def a_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of six games with weights after every second."""
    folder = tmp_path_factory.mktemp("rate")
    out = folder / "run"
    assert learn(out, recipe=recipe_file(folder)) == 0
    return out


@pytest.fixture
def ladder(tmp_path: Path) -> str:
    path = tmp_path / "ladder.toml"
    path.write_text(LADDER)
    return str(path)


def last_json(capsys: Output) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return report


def test_a_run_by_itself_is_anchored_at_the_untrained_player(a_run: Path, capsys: Output) -> None:
    assert run(["rate", str(a_run), *QUICK, "--checkpoints", "2", "--json"]) == 0
    captured = capsys.readouterr()
    report = json.loads(captured.out.splitlines()[-1])
    assert str(a_run / "rating.png") in captured.out
    assert (a_run / "rating.png").read_bytes().startswith(b"\x89PNG")
    curve = report["curve"]
    assert [point["game"] for point in curve] == [0, curve[1]["game"], 6]
    assert curve[0]["rating"] == curve[0]["rating_low"] == 250
    assert curve[2]["rating_low"] < curve[2]["rating"] < curve[2]["rating_high"]
    met = {(pairing["a"], pairing["b"]) for pairing in report["pairings"]}
    first, last = (f"game {point['game']}" for point in curve[1:])
    assert met == {(first, "untrained"), (last, "untrained"), (first, last)}


def test_a_run_on_a_ladder(a_run: Path, ladder: str, tmp_path: Path, capsys: Output) -> None:
    words = [
        "rate",
        str(a_run),
        "--ladder",
        ladder,
        *QUICK,
        "--checkpoints",
        "1",
        "--out",
        str(tmp_path / "t"),
    ]
    assert run([*words, "--json"]) == 0
    captured = capsys.readouterr()
    assert "gone is left out" in captured.err
    report = json.loads(captured.out.splitlines()[-1])
    assert {player["name"] for player in report["players"]} == {"game 0", "game 6", "beginner"}
    assert run([*words, "--resume", "--json"]) == 0, "nothing is left to play"
    assert last_json(capsys)["players"] == report["players"]


def test_any_player_on_a_ladder(ladder: str, capsys: Output) -> None:
    assert run(["rate", "material", "--ladder", ladder, "--games", "4", "--json"]) == 0
    report = last_json(capsys)
    rated = next(player for player in report["players"] if player["name"] == "material")
    assert rated["rating"] > 250
    assert report["pairings"][0]["games"] == 4
    assert "curve" not in report


def test_without_known_ratings_the_first_rung_is_zero(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "ladder.toml"
    path.write_text(
        '[[rung]]\nname = "one"\nplayer = "random"\n[[rung]]\nname = "two"\nplayer = "untrained"\n'
    )
    assert run(["rate", "material", "--ladder", str(path), *QUICK, "--json"]) == 0
    ratings = {player["name"]: player["rating"] for player in last_json(capsys)["players"]}
    assert ratings["one"] == 0
    assert set(ratings) == {"one", "two", "material"}


def test_no_picture_is_no_reason_to_fail(
    a_run: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise UsageError("Pictures need matplotlib.")

    monkeypatch.setattr("leafstrap.cli.rate.plot_ratings", refuse)
    assert run(["rate", str(a_run), *QUICK, "--checkpoints", "1"]) == 0
    assert "Pictures need matplotlib" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rate", "material"], "with --ladder"),
        (["rate", "material", "--ladder", "nowhere.toml"], "cannot be read"),
        (["rate", "materail", "--ladder", "LADDER"], "did you mean material?"),
        (["rate", "material", "--ladder", "LADDER", "--checkpoints", "0"], "--checkpoints"),
        (["rate", "material", "--ladder", "LADDER", "--resume"], "name its folder with --out"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(
    capsys: Output, ladder: str, arguments: list[str], words: str
) -> None:
    assert run([ladder if word == "LADDER" else word for word in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err.splitlines()[-1]
