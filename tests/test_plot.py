"""Pictures and numbers made from a run folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from leafstrap.cli.app import run
from leafstrap.evaluators import LinearArchitecture
from leafstrap.evaluators.piece_values import centipawns_per_unit, in_units
from leafstrap.games.chess import CHESS
from leafstrap.training.heat_maps import square_maps
from leafstrap.training.history import History
from leafstrap.training.plot import _draw_errors, _draw_piece_values, _draw_strength
from run_helpers import SMALL, learn, recipe_file
from support.refusal import assert_refused

Figure = pytest.importorskip("matplotlib.figure").Figure


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    parent = tmp_path_factory.mktemp("plot")
    keep = ["--set", "run.keep_best_every=3", "--set", "run.keep_best_games=2", "--set", "run.final_games=2"]
    assert learn(parent / "run", *keep, recipe=recipe_file(parent)) == 0
    return parent / "run"


def test_a_picture_is_drawn_for_one_run_and_for_several(folder: Path, tmp_path: Path) -> None:
    for runs, name in (([folder], "one"), ([folder, folder], "two")):
        out = tmp_path / f"{name}.png"
        assert run(["plot", *map(str, runs), "--weights", "q*", "--out", str(out)]) == 0
        assert out.read_bytes().startswith(b"\x89PNG")


def test_a_run_that_has_just_begun_can_be_drawn(tmp_path: Path) -> None:
    assert learn(tmp_path / "run", "--games", "0", recipe=recipe_file(tmp_path)) == 0
    assert run(["plot", str(tmp_path / "run")]) == 0
    assert (tmp_path / "run" / "learning.png").exists()


@pytest.mark.parametrize(("suffix", "begins"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_a_picture_is_what_its_name_says(folder: Path, tmp_path: Path, suffix: str, begins: bytes) -> None:
    for more, name in (((), "curves"), (("--squares",), "maps")):
        out = tmp_path / f"{name}.{suffix}"
        status = run(["plot", str(folder), *more, "--out", str(out)])
        assert status == (0 if name == "curves" else 2), "a material count has no squares"
        assert name == "maps" or out.read_bytes().startswith(begins)


def test_maps_of_the_board(tmp_path: Path) -> None:
    recipe = recipe_file(tmp_path, SMALL.replace("material", "meep"))
    assert learn(tmp_path / "run", "--games", "1", recipe=recipe) == 0
    history = History.read(str(tmp_path / "run"))
    _, weights = history.weights()
    maps = square_maps(history, weights[-1])
    assert set(maps) == {
        f"square {piece} {stage}"
        for piece in ("knight", "bishop", "rook", "queen", "king")
        for stage in ("opening", "ending")
    }
    unit = centipawns_per_unit(history.architecture, weights[-1]) / 100
    index = list(history.architecture.names).index("square.queen.d1.ending")
    assert maps["square queen ending"][7, 3] == pytest.approx(unit * weights[-1][index])
    assert run(["plot", str(tmp_path / "run"), "--squares"]) == 0
    assert (tmp_path / "run" / "squares.png").exists()


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("nowhere/x.png", "There is no folder"),
        ("x.gif", "ends with .png, .svg, .pdf"),
        ("x", "ends with .png"),
    ],
)
def test_a_picture_that_cannot_be_written(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str, words: str
) -> None:
    assert_refused(capsys, ["plot", str(folder), "--out", str(tmp_path / target)], words)


def test_a_folder_that_nobody_may_write_to(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "taken.png"
    target.mkdir()  # as good as read-only, also for root
    assert_refused(capsys, ["plot", str(folder), "--out", str(target)], "cannot be written")


def test_a_spoiled_line_of_the_metrics_is_named(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    with (copy / "metrics.jsonl").open("a") as file:
        file.write("garbage\n")
    assert_refused(capsys, ["plot", str(copy)], "is no record of a run")


def test_the_first_checkpoint_alone_is_seen(tmp_path: Path) -> None:
    assert learn(tmp_path / "run", "--games", "0", recipe=recipe_file(tmp_path)) == 0
    axes = Figure().add_subplot()
    _draw_piece_values(History.read(tmp_path / "run"), axes)
    assert axes.lines
    assert {line.get_marker() for line in axes.lines} == {"o"}, "a line through one point shows nothing"
    errors = Figure().add_subplot()
    _draw_errors([History.read(tmp_path / "run")], errors)
    assert errors.texts[0].get_text() == "no games yet"


def test_the_beginning_of_a_run_has_its_interval(tmp_path: Path) -> None:
    measured = ["--games", "40", "--set", "run.final_games=4"]
    assert learn(tmp_path / "run", *measured, recipe=recipe_file(tmp_path)) == 0
    axes = Figure().add_subplot()
    _draw_strength([History.read(tmp_path / "run")], "game", "games", axes)
    (band,) = axes.collections
    assert band.get_paths()[0].get_extents().x0 == 0


def test_runs_of_one_name_are_told_apart(folder: Path, tmp_path: Path) -> None:
    for seed in (1, 2):
        shutil.copytree(folder, tmp_path / f"seed-{seed}" / "run")
    runs = History.read_all([tmp_path / f"seed-{seed}" / "run" for seed in (1, 2)])
    assert [run.name for run in runs] == ["seed-1/run", "seed-2/run"]


def test_an_unknown_weight_is_refused_with_the_nearest(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["plot", str(folder), "--weights", "quen"]) == 2
    assert "did you mean queen?" in capsys.readouterr().err


def test_history_reads_what_the_run_wrote(folder: Path) -> None:
    history = History.read(folder)
    games, errors = history.errors()
    assert games.tolist() == [1, 2, 3, 4, 5, 6]
    assert np.all(errors >= 0)
    numbers, weights = history.weights()
    assert numbers.tolist() == [0, 2, 4, 6]
    assert weights.shape == (4, CHESS.feature_sets["material"].size)
    assert [improvement["game"] for improvement in history.improvements("champion")] == [3, 6]
    assert [strength["game"] for strength in history.strengths()] == [6]


def test_piece_values_of_a_material_count_are_the_count() -> None:
    values = (
        LinearArchitecture.of(CHESS, {"features": "material"})
        .piece_values()
        .of(np.array([2.0, 6, 7, 10, 18]))
    )
    assert values == pytest.approx({"pawn": 2, "knight": 6, "bishop": 7, "rook": 10, "queen": 18})
    assert in_units(values, "pawn")["queen"] == pytest.approx(9)


def test_piece_values_are_the_mean_loss_of_evaluation() -> None:
    meep = LinearArchitecture.of(CHESS, {"features": "meep"})
    weights = np.random.default_rng(1).normal(size=meep.size)
    doubled = meep.piece_values().of(2 * weights)
    assert doubled == pytest.approx(
        {kind: 2 * value for kind, value in meep.piece_values().of(weights).items()}
    )
