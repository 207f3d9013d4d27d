"""Runs that teach networks: they learn, go on exactly, and what they leave behind plays, explains and is drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leafstrap.cli.app import run
from leafstrap.evaluators import load_evaluator
from leafstrap.games.chess import CHESS
from leafstrap.training.store.folder import RunFolder
from run_helpers import final_weights, learn, metrics, recipe_file, same_runs

SMALL = """
[evaluator]
kind = "modular"
features = "material"
hidden = [6]
activation = "symmetric"

[backup]
name = "RULE"
step_size = 1e-3
sensitivity_step = 1e-2

[search]
depth = 1

[experience]
max_plies = 60

[run]
games = 6
checkpoint_every = 2
keep_best_every = 3
keep_best_games = 2
"""

# What pieces are worth, from nothing: a network that counts them, taught by what looking two plies ahead finds.
MATERIAL = """
[evaluator]
kind = "network"
features = "material"
hidden = [4]
activation = "symmetric"

[backup]
name = "treestrap-ab"
step_size = 1e-3
sensitivity_step = 1e-3

[search]
depth = 2

[experience]
openings = "none"
random_plies = 4
epsilon = 0.05
max_plies = 200

[run]
games = 100
seed = 3
checkpoint_every = 1000
final_games = 20
"""


IN_TURN = ("--set", "backup.in_turn=true")


@pytest.mark.parametrize(
    ("rule", "changes"),
    [("td", ()), ("td", IN_TURN), ("td-leaf", ()), ("rootstrap-ab", ()), ("treestrap-ab", ())],
)
def test_a_run_goes_on_exactly(tmp_path: Path, rule: str, changes: tuple[str, ...]) -> None:
    recipe = recipe_file(tmp_path, SMALL.replace("RULE", rule))
    assert learn(tmp_path / "whole", *changes, recipe=recipe) == 0
    assert learn(tmp_path / "parts", "--games", "3", *changes, recipe=recipe) == 0
    before = final_weights(tmp_path / "parts")
    assert learn(tmp_path / "parts", "--resume", "--games", "6") == 0
    assert same_runs(tmp_path / "whole", tmp_path / "parts")
    assert final_weights(tmp_path / "whole") != before


@pytest.mark.parametrize("variant", ["tournament", "knightcap"])
def test_the_searches_for_play_teach_too(tmp_path: Path, variant: str) -> None:
    recipe = recipe_file(tmp_path, SMALL.replace("RULE", "td-leaf"))
    arguments = ["--set", f"search.variant={variant}", "--set", "search.depth=2", "--games", "2"]
    assert learn(tmp_path / "run", *arguments, recipe=recipe) == 0
    assert sum(line["positions"] for line in metrics(tmp_path / "run") if line["kind"] == "game") > 0


def test_trees_of_the_tournament_search_teach_too(tmp_path: Path) -> None:
    recipe = recipe_file(tmp_path, SMALL.replace("RULE", "treestrap-ab"))
    arguments = ["--set", "search.variant=tournament", "--set", "search.depth=3", "--games", "2"]
    assert learn(tmp_path / "run", *arguments, recipe=recipe) == 0
    first, *_, last = RunFolder(tmp_path / "run").weights_files().values()
    assert first.read_bytes() != last.read_bytes()


def test_a_small_run_beats_its_start(tmp_path: Path) -> None:
    assert learn(tmp_path / "run", recipe=recipe_file(tmp_path, MATERIAL)) == 0
    (strength,) = [line for line in metrics(tmp_path / "run") if line["kind"] == "strength"]
    assert strength["rating"] > strength["initial"] + 100


def test_sensitivities_have_a_step_of_their_own(tmp_path: Path) -> None:
    recipe = recipe_file(tmp_path, SMALL.replace("RULE", "td"))
    assert learn(tmp_path / "run", "--set", "backup.step_size=0", recipe=recipe) == 0
    files = list(RunFolder(tmp_path / "run").weights_files().values())
    before, after = (load_evaluator(path, CHESS) for path in (files[0], files[-1]))
    moved = before.weights != after.weights
    assert moved.any()
    assert before.architecture.sensitivities is not None
    assert not moved[~before.architecture.sensitivities].any()


def test_what_was_learned_plays_explains_and_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = recipe_file(tmp_path, SMALL.replace("RULE", "td-leaf"))
    folder = str(tmp_path / "run")
    assert learn(tmp_path / "run", recipe=recipe) == 0
    capsys.readouterr()
    assert run(["match", "chess", folder, "random", "--games", "2", "--depth", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["games"] == 2
    searches = [f"{folder};search={search}" for search in ("training", "knightcap")]
    assert run(["match", "chess", *searches, "--games", "2", "--depth", "1"]) == 0
    capsys.readouterr()
    assert run(["explain", "chess", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", folder]) == 0
    shown = capsys.readouterr().out
    assert "endgame" in shown
    assert "rook" in shown
    pytest.importorskip("matplotlib")
    picture = tmp_path / "run.png"
    assert run(["plot", folder, "--out", str(picture)]) == 0
    assert picture.stat().st_size > 1000
