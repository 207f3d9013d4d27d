"""Ladder files: what they say, what is wrong with them, and engines that are not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leafstrap.arena import read_ladder
from leafstrap.cli.app import run
from leafstrap.errors import LeafstrapError, UsageError
from leafstrap.players import parse_player
from leafstrap.search import Limits

GOOD = """
game = "chess"
limits = "depth=1"

[[rung]]
name = "beginner"
player = "random"
rating = 250

[[rung]]
name = "gone"
player = "uci:no-such-engine"

[[rung]]
name = "counter"
player = "material@depth=2"
"""


def ladder_file(folder: Path, text: str = GOOD) -> str:
    path = folder / "ladder.toml"
    path.write_text(text)
    return str(path)


def test_what_a_file_says(tmp_path: Path) -> None:
    ladder = read_ladder(ladder_file(tmp_path))
    assert ladder.game.name == "chess"
    assert ladder.limits == Limits(depth=1)
    assert [rung.name for rung in ladder.rungs] == ["beginner", "gone", "counter"]
    assert ladder.ratings() == {"beginner": 250.0}


def test_missing_engines_are_left_out_with_a_sentence(tmp_path: Path) -> None:
    notes: list[str] = []
    present = read_ladder(ladder_file(tmp_path)).present(notes.append)
    assert [(spec.name, spec.limits) for spec in present] == [
        ("beginner", None),
        ("counter", Limits(depth=2)),
    ]
    assert present[0].build().name == "beginner"
    assert len(notes) == 1
    assert notes[0].startswith("gone is left out: The engine 'no-such-engine' does not start as a UCI engine")
    only_gone = '[[rung]]\nname = "gone"\nplayer = "uci:no-such-engine"\n'
    with pytest.raises(UsageError, match="None of the ladder's players"):
        read_ladder(ladder_file(tmp_path, only_gone)).present(notes.append)


@pytest.mark.parametrize("name", ["debian", "stockfish"])
def test_ladders_that_come_along(name: str) -> None:
    ladder = read_ladder(name)
    assert len(ladder.rungs) >= 5
    for rung in ladder.rungs:
        assert parse_player(rung.player, ladder.game, rung.name).name == rung.name
    ratings = list(ladder.ratings().values())
    assert ratings == sorted(ratings)
    assert len(ratings) == (len(ladder.rungs) if name == "debian" else 0)


def test_backgammon_has_a_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    """Also where gnubg is not installed."""
    ladder = read_ladder("backgammon")
    assert ladder.game.name == "backgammon"
    ratings = list(ladder.ratings().values())
    assert ratings == sorted(ratings)
    assert len(ratings) == len(ladder.rungs)
    notes: list[str] = []
    present = [spec.name for spec in ladder.present(notes.append)]
    assert present[:3] == ["Random", "Pubeval", "Default, no lookahead"]
    assert len(present) + len(notes) == len(ladder.rungs)
    assert run(["rate", "default", "--ladder", "backgammon", "--games", "2", "--json"]) == 0
    rated = {row["name"]: row for row in json.loads(capsys.readouterr().out.splitlines()[-1])["players"]}
    assert rated["default"]["games"] == 2 * len(present)
    assert rated["Pubeval"]["rating"] == 1000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no [[rung]]"),
        ("rung = 5", "has no [[rung]]"),
        ("[[rung]", "is no TOML"),
        ('speed = 3\n[[rung]]\nname = "a"\nplayer = "random"', "has speed"),
        ('[[rung]]\nname = "a"', "needs a name of its own and a player"),
        (
            '[[rung]]\nname = "a"\nplayer = "random"\n[[rung]]\nname = "a"\nplayer = "material"',
            "a name of its own",
        ),
        ('[[rung]]\nnome = "a"\nplayer = "random"', "did you mean rung.name?"),
        ('[[rung]]\nname = "a"\nplayer = "random"\nrating = "high"', "rung.rating must be a number"),
        ('limits = "fast"\n[[rung]]\nname = "a"\nplayer = "random"', "A limit is"),
        ('game = "go"\n[[rung]]\nname = "a"\nplayer = "random"', "no game 'go'"),
    ],
)
def test_files_that_mean_nothing(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(LeafstrapError) as caught:
        read_ladder(ladder_file(tmp_path, text))
    assert words in str(caught.value)


def test_ladders_that_are_not_there() -> None:
    with pytest.raises(UsageError, match="did you mean debian"):
        read_ladder("debain")
    with pytest.raises(
        UsageError, match="there are backgammon, debian, draughts, own, stockfish, stockfish-rated"
    ):
        read_ladder("x")
    with pytest.raises(UsageError, match="cannot be read"):
        read_ladder("nowhere.toml")
