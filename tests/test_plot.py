"""Pictures and numbers made from a run folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from leafstrap.cli.app import run
from leafstrap.evaluators import LinearArchitecture
from leafstrap.evaluators.piece_values import in_units
from leafstrap.games.chess import CHESS
from leafstrap.training.history import History
from run_helpers import learn, recipe_file

pytest.importorskip("matplotlib")


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
    assert [improvement["game"] for improvement in history.improvements("initial")] == [6]


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
