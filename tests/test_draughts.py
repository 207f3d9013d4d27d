"""Draughts through Python and the command line: rules in small, bad input, play, learning, endings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leafstrap import games
from leafstrap._core import Outcome
from leafstrap.arena import read_openings
from leafstrap.arena.games.openings import balanced_start
from leafstrap.cli.app import run
from leafstrap.errors import UsageError
from leafstrap.evaluators import LinearArchitecture
from leafstrap.games.draughts import DRAUGHTS, Line, Position, Tablebase
from leafstrap.search.tablebase import tablebase
from run_helpers import final_weights, learn, recipe_file
from support.own import own

SMALL = """
[evaluator]
features = "patterns"
initial = "random"

[backup]
name = "{rule}"
step_size = {step}

[search]
nodes = 100
tablebase = 2

[experience]
max_plies = 120

[run]
games = {games}
checkpoint_every = 4
"""


def test_perft() -> None:
    assert [Position().perft(depth) for depth in range(1, 8)] == [9, 81, 658, 4265, 27117, 167140, 1049442]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "invalid position"),
        ("W:W31-50:B1-60", "square 60 is more than 50"),
        ("X:W31:B1", "not W or B"),
        ("W:W31,31:B1", "31"),
        ("W:W31:B31", "31"),
        ("W:W1-21:B30-50", "more than 20 pieces"),
        ("Wexyz", "invalid"),
    ],
)
def test_bad_positions_get_one_sentence(text: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match=sentence):
        Position.parse(text)
    assert run(["perft", "draughts", text, "--depth", "1"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_bad_files_get_one_sentence_with_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.pdn"
    path.write_text("1. 32-28 19-23\n2. 28x19 14x23\n3. 99-98 *\n")
    assert run(["match", "draughts", "random", "random", "--games", "2", "--openings", str(path)]) == 2
    assert "line 3: '99-98' is not written like a move" in capsys.readouterr().err


def test_openings_are_level() -> None:
    openings = read_openings(DRAUGHTS)
    assert len(openings) >= 70
    assert len({opening.line().position.hash for opening in openings}) == len(openings)
    for opening in openings:
        line = opening.line()
        pieces = [piece.lower() for _, piece in own(line.position).pieces()]
        assert line.outcome() is None
        assert pieces.count("w") == pieces.count("b")
    assert balanced_start(DRAUGHTS, 3).moves == balanced_start(DRAUGHTS, 3).moves


def test_piece_values_of_a_material_count_are_the_count() -> None:
    values = LinearArchitecture.of(DRAUGHTS, {"features": "material"}).piece_values().of(np.array([2.0, 7.0]))
    assert values == pytest.approx({"man": 2, "king": 7})


@pytest.mark.parametrize("name", ["material", "patterns", "global", "diagonals", "structures", "wiering"])
def test_evaluations_are_the_dot_product(name: str) -> None:
    features = DRAUGHTS.feature_sets[name]
    weights = np.random.default_rng(1).normal(size=features.size)
    evaluator = features.linear(weights)
    for opening in read_openings(DRAUGHTS)[:20]:
        position = opening.line().position
        indices, values = features.row(position)
        assert evaluator.value(position) == pytest.approx(float(weights[indices] @ values), abs=1e-3)


def test_a_match_and_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.pdn"
    command = [
        "match",
        "draughts",
        "material",
        "random",
        "--games",
        "4",
        "--depth",
        "3",
        "--pgn",
        str(path),
        "--json",
    ]
    assert run(command) == 0
    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report["wins"] == 4
    written = list(own(DRAUGHTS).GameText(path.read_text()))
    assert [game.fault for game in written] == [None] * 4
    assert {game.outcome.points for game in written} == {1, -1}


def test_playing_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = iter(["32-28", "hint", "explain", "fen", "undo", "99-1", "flip", "resign", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    assert run(["play", "draughts", "material", "--depth", "3", "--ascii"]) == 0
    shown = capsys.readouterr().out
    assert "1... " in shown
    assert "Evaluation +0.00 men" in shown
    assert "'99-1' is no legal move here" in shown
    assert "You have lost." in shown


@pytest.mark.parametrize(
    ("rule", "step"), [("treestrap-ab", 1e-4), ("td-leaf", 1e-4), ("rootstrap-ab", 1e-3)]
)
def test_a_run_learns_and_resumes_to_the_bit(tmp_path: Path, rule: str, step: float) -> None:
    whole = recipe_file(tmp_path, SMALL.format(rule=rule, step=step, games=8))
    assert learn(tmp_path / "whole", recipe=whole, game="draughts") == 0
    assert learn(tmp_path / "parts", "--games", "4", recipe=whole, game="draughts") == 0
    assert learn(tmp_path / "parts", "--games", "8", "--resume", game="draughts") == 0
    assert final_weights(tmp_path / "whole") == final_weights(tmp_path / "parts")
    before = np.frombuffer(
        (tmp_path / "whole" / "weights" / "000000.safetensors").read_bytes()[-80_000:], np.float64
    )
    after = np.frombuffer(
        (tmp_path / "whole" / "weights" / "000008.safetensors").read_bytes()[-80_000:], np.float64
    )
    moved = np.mean(before != after)
    assert 0 < moved < 0.9, "only what was seen may move"


def test_treestrap_learns_that_men_are_worth_having(tmp_path: Path) -> None:
    recipe = recipe_file(tmp_path, SMALL.format(rule="treestrap-ab", step=1e-4, games=40))
    assert learn(tmp_path / "run", recipe=recipe, game="draughts") == 0
    weights = np.frombuffer(final_weights(tmp_path / "run"), np.float64)
    values = LinearArchitecture.of(DRAUGHTS, {"features": "patterns"}).piece_values().of(weights)
    assert values["man"] > 50


def test_endings(tmp_path: Path) -> None:
    known: Any = tablebase(DRAUGHTS, 3)
    assert known.outcome(Position.parse("W:WK1:BK50")) == Outcome(0)
    assert known.outcome(Position.parse("W:W6:B1,45")) is not None
    assert known.outcome(Position()) is None
    path = tmp_path / "two.endings"
    Tablebase.solve(2).write(str(path))
    assert Tablebase.read(str(path)).pieces == 2
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(ValueError, match="cut short"):
        Tablebase.read(str(path))
    with pytest.raises(UsageError, match="2 to 4 pieces"):
        tablebase(DRAUGHTS, 7)
    assert tablebase(games.get("chess"), 3) is None
    assert tablebase(DRAUGHTS, 3) is known


def test_known_endings_are_played_right() -> None:
    """Two kings that can catch one at once do so; the search alone with material would not know a draw from a win."""
    features = own(DRAUGHTS.feature_sets["material"])
    evaluator = features.linear(np.array([1.0, 3.0]))
    search = features.alphabeta(12)
    line = Line(Position.parse("W:WK28,33:BK22,K1"))
    search.use_tablebase(tablebase(DRAUGHTS, 3))
    informed = search.run(evaluator, line, depth=3).value
    search.use_tablebase(None)
    assert abs(search.run(evaluator, line, depth=3).value) < 100
    assert informed == 0 or abs(informed) >= 9900
