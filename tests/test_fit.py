"""Weights fitted to results: the data that is read, the minimum that is found, and what is written."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leafstrap as ls
from leafstrap import games
from leafstrap.cli.app import run
from leafstrap.errors import LeafstrapError, UsageError
from leafstrap.evaluators import Evaluator, LinearArchitecture, NetworkArchitecture
from leafstrap.training.fit import FeatureMatrix, FitSettings, LabelledPositions, fit_weights, read_positions
from leafstrap.training.fit.data import parse_labelled
from leafstrap.training.fit.objective import PositionExamples, RowExamples, examples_of, fitted_scale

CHESS = games.get("chess")
TRUE = np.array([100.0, 300.0, 320.0, 500.0, 900.0])
SCALE = math.log(10) / 400


def random_boards(count: int, seed: int = 1) -> list[Any]:
    """Kings and some pieces anywhere, which nobody is attacked by."""
    random = np.random.default_rng(seed)
    boards: list[Any] = []
    while len(boards) < count:
        squares = random.permutation(np.arange(8, 56))[:8]
        cells = ["1"] * 64
        cells[4], cells[60] = "k", "K"
        for square in squares[: random.integers(2, 8)]:
            cells[square] = "PNBRQpnbrq"[random.integers(10)]
        rows = "/".join("".join(cells[8 * row : 8 * row + 8]) for row in range(8))
        try:
            boards.append(CHESS.Position.parse(f"{rows} {'wb'[random.integers(2)]} - - 0 1"))
        except ValueError:
            continue
    return boards


@pytest.fixture(scope="module")
def labelled() -> LabelledPositions:
    """Results drawn as known weights expect them."""
    data, random = LabelledPositions(CHESS), np.random.default_rng(2)
    boards = random_boards(4000)
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    for board, value in zip(boards, material.snapshot(TRUE).values(boards).tolist(), strict=True):
        data.add([board], float(random.random() < 1 / (1 + math.exp(-SCALE * value))))
    return data


def test_true_weights_are_found(labelled: LabelledPositions) -> None:
    fitted = ls.fit("chess", labelled, features="material", quiet=True)
    assert fitted.fit.converged
    assert fitted.fit.scale == SCALE
    assert fitted.weights == pytest.approx(TRUE, rel=0.2)
    assert fitted.fit.last.cross_entropy < fitted.fit.first.cross_entropy
    assert fitted.fit.last_held_out is not None
    assert fitted.fit.held_out_examples == 400


def test_the_minimum_is_one(labelled: LabelledPositions) -> None:
    fitted = ls.fit("chess", labelled, features="material", held_out=0, l2=0, quiet=True)
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    gradient = examples_of(material, labelled).error(fitted.weights, SCALE).gradient
    assert np.abs(gradient / SCALE).max() < 1e-6
    other = ls.fit(
        "chess", labelled, features="material", held_out=0, l2=0, quiet=True, initial="material", scale=SCALE
    )
    assert other.weights == pytest.approx(fitted.weights, rel=1e-3)


@pytest.mark.parametrize("optimiser", ["adagrad", "plain"])
def test_small_batches_come_near_it(labelled: LabelledPositions, optimiser: str) -> None:
    best = ls.fit("chess", labelled, features="material", quiet=True)
    settings: dict[str, Any] = {
        "optimiser": optimiser,
        "iterations": 30,
        "batch": 100,
        "step_size": {"adagrad": 0.5, "plain": 2.0}[optimiser],
    }
    near = ls.fit("chess", labelled, features="material", quiet=True, **settings)
    again = ls.fit("chess", labelled, features="material", quiet=True, **settings)
    assert near.weights.tolist() == again.weights.tolist()
    assert near.fit.last.cross_entropy < best.fit.last.cross_entropy + 0.003


def test_gradients_are_those_of_the_error(labelled: LabelledPositions) -> None:
    few = LabelledPositions(CHESS, labelled.positions[:50], [0.25, 1.0] * 25, list(range(50)))
    random = np.random.default_rng(3)
    for architecture in (
        LinearArchitecture.of(CHESS, {"features": "material"}),
        NetworkArchitecture.of(CHESS, {"features": "material", "hidden": [3]}),
    ):
        examples = examples_of(architecture, few)
        weights = random.normal(size=architecture.size)
        scale, step = 0.5, 1e-3
        error = examples.error(weights, scale)
        for index in range(architecture.size):
            moved = [weights.copy(), weights.copy()]
            moved[0][index] -= step
            moved[1][index] += step
            low, high = (examples.error(each, scale).cross_entropy for each in moved)
            assert (high - low) / (2 * step) == pytest.approx(error.gradient[index], rel=0.02, abs=2e-3)


def test_rows_and_positions_have_the_same_error(labelled: LabelledPositions) -> None:
    architecture = LinearArchitecture.of(CHESS, {"features": "material"})
    results = np.array(labelled.results, dtype=np.float32)
    rows, positions = (
        examples_of(architecture, labelled),
        PositionExamples(architecture, labelled.positions, results),
    )
    numbers = np.array([5, 3, 900], dtype=np.int64)
    for which in (None, numbers):
        one, other = rows.error(TRUE, SCALE, which), positions.error(TRUE, SCALE, which)
        assert one.cross_entropy == pytest.approx(other.cross_entropy, rel=1e-5)
        assert one.squares == pytest.approx(other.squares, rel=1e-5)
        assert one.gradient == pytest.approx(other.gradient, rel=1e-4, abs=1e-9)
    assert rows.chosen(numbers).error(TRUE, SCALE).cross_entropy == pytest.approx(
        rows.error(TRUE, SCALE, numbers).cross_entropy
    )


def test_threads_make_no_difference(labelled: LabelledPositions) -> None:
    weights = [
        ls.fit("chess", labelled, features="material", quiet=True, threads=threads).weights.tolist()
        for threads in (1, 3)
    ]
    assert weights[0] == weights[1]


def test_the_scale_is_fitted_to_weights_that_are_there(labelled: LabelledPositions) -> None:
    architecture = LinearArchitecture.of(CHESS, {"features": "material"})
    examples = examples_of(architecture, labelled)
    scale = fitted_scale(examples, TRUE)
    best = examples.error(TRUE, scale).cross_entropy
    assert scale == pytest.approx(SCALE, rel=0.1)
    assert all(examples.error(TRUE, scale * factor).cross_entropy > best for factor in (0.98, 1.02))
    start = Evaluator(architecture, TRUE / 100)
    assert ls.fit("chess", labelled, initial=start, quiet=True).fit.scale == pytest.approx(
        100 * SCALE, rel=0.1
    )


def test_networks_learn_too(labelled: LabelledPositions) -> None:
    fitted = ls.fit(
        "chess",
        labelled,
        features="material",
        evaluator={"kind": "network", "hidden": [4]},
        iterations=40,
        quiet=True,
    )
    linear = ls.fit("chess", labelled, features="material", quiet=True)
    assert fitted.fit.last.cross_entropy < linear.fit.last.cross_entropy + 0.02
    assert fitted.evaluator is not None
    assert fitted.evaluator.architecture.kind == "network"


def test_fixed_weights_stay(labelled: LabelledPositions) -> None:
    fitted = ls.fit("chess", labelled, features="material", initial="material", fixed=["pawn"], quiet=True)
    assert fitted.as_dict()["pawn"] == 1.0
    assert fitted.as_dict()["queen"] != 12.0


def test_positions_of_one_game_are_held_out_together() -> None:
    data = LabelledPositions(CHESS)
    boards = random_boards(60)
    for game in range(6):
        data.add(boards[10 * game : 10 * game + 10], float(game % 2))
    fitted = ls.fit("chess", data, features="material", held_out=0.34, iterations=3, quiet=True)
    assert (fitted.fit.examples, fitted.fit.held_out_examples) == (40, 20)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0";', 1.0),
        ('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 c9 "0.5";', 0.5),
        ('4k3/8/8/8/8/8/4P3/4K3 w - - c0 "1/2-1/2"; id "a [1.0]";', 0.5),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [0.0]", 0.0),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1]", 1.0),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; 0.25", 0.25),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 0-1", 0.0),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 1", 1.0),
        ('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,"1/2-1/2"', 0.5),
    ],
)
def test_results_are_read_in_the_usual_forms(text: str, result: float) -> None:
    position, found = parse_labelled(CHESS, text)
    assert found == result
    assert str(position).startswith("4k3/8/8/8/8/8/4P3/4K3 w")


def test_draughts_and_backgammon_have_lines_too() -> None:
    assert parse_labelled(games.get("draughts"), "W:W31-50:B1-20 [0.5]")[1] == 0.5
    assert parse_labelled(games.get("draughts"), "B:W31-50:B1-20; 2-0")[1] == 1.0
    assert parse_labelled(games.get("backgammon"), "4HPwATDgc/ABMA 0-1")[1] == 0.0


def test_lines_without_sense_are_told_of(tmp_path: Path) -> None:
    path = tmp_path / "some.epd"
    path.write_text(
        '4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0";\n\n# a comment\nnonsense 1-0\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n'
    )
    read = read_positions(CHESS, [path])
    assert len(read) == 1
    assert "2 lines are left out, the first of them line 4" in read.faults[0]
    path.write_text("nonsense\n")
    with pytest.raises(UsageError, match=r"no labelled positions.*line 1: there is no result"):
        read_positions(CHESS, [path])
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_positions(CHESS, [tmp_path / "absent.epd"])
    (tmp_path / "short.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1\n")
    with pytest.raises(UsageError, match="the first 8 plies and positions that are not quiet are left out"):
        read_positions(CHESS, [tmp_path / "short.pgn"])


def test_records_of_games_are_read(root: Path) -> None:
    for game, name in (("chess", "unchanged.pgn"), ("draughts", "unchanged.pdn")):
        path = root / "tests" / "data" / name
        quiet = read_positions(games.get(game), [path])
        everything = read_positions(games.get(game), [path], skip=0, only_quiet=False)
        assert 0 < len(quiet) < len(everything)
        assert set(everything.results) <= {0.0, 0.5, 1.0}
        fitted = ls.fit(game, path, features="material", iterations=5, held_out=0, quiet=True)
        assert np.isfinite(fitted.weights).all()


def save_matrix(path: Path, count: int = 500) -> np.ndarray[Any, Any]:
    """Rows as `scipy.sparse.save_npz` writes them; their results."""
    random = np.random.default_rng(5)
    dense = random.integers(-2, 3, size=(count, 4)).astype(np.float64)
    rows, columns = np.nonzero(dense)
    indptr = np.searchsorted(rows, np.arange(count + 1)).astype(np.int32)
    arrays: dict[str, Any] = {
        "indptr": indptr,
        "indices": columns.astype(np.int32),
        "data": dense[rows, columns],
    }
    np.savez_compressed(path, format=np.array(b"csr"), shape=np.array(dense.shape), **arrays)
    odds = dense @ np.array([1.0, -0.5, 0.0, 2.0])
    return np.array(random.random(count) < 1 / (1 + np.exp(-odds)), dtype=np.float32)


def test_a_matrix_of_ones_own_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.save(tmp_path / "results.npy", save_matrix(tmp_path / "rows.npz"))
    (tmp_path / "names.txt").write_text("a\nb\nc\nd\n")
    (tmp_path / "start.csv").write_text("name,weight\na,1\nb,0\nc,0\nd,1\n")
    words = ["fit", "my-game", str(tmp_path / "rows.npz"), "--results", str(tmp_path / "results.npy")]
    words += [
        "--names",
        str(tmp_path / "names.txt"),
        "--scale",
        "1",
        "--out",
        str(tmp_path / "out.csv"),
        "--json",
    ]
    assert run(words) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["converged"]
    assert said["held_out_error_after"] < said["held_out_error_before"]
    lines = (tmp_path / "out.csv").read_text().splitlines()
    table = {
        line.split(",")[1]: float(line.split(",")[2])
        for line in lines[lines.index("index,name,weight") + 1 :]
    }
    assert table["d"] == pytest.approx(2, abs=0.5)
    assert run([*words[:-2], str(tmp_path / "out.json"), "--initial", str(tmp_path / "start.csv")]) == 0
    assert json.loads((tmp_path / "out.json").read_text())["weights"][0]["name"] == "a"
    assert run([*words[:-2], str(tmp_path / "out.safetensors")]) == 2
    assert "write their weights to .csv or .json" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"indices": np.array([0, 9], dtype=np.int32)}, "a column beyond its 2"),
        ({"data": np.array([1.0, np.nan])}, "not finite"),
        ({"results": np.array([1.0])}, "1 results for 2 rows"),
        ({"results": np.array([1.0, 2.0])}, "between 0, lost, and 1"),
        ({"names": np.array(["a"])}, "1 names for 2 features"),
        ({"format": np.array(b"coo")}, "its format is coo"),
    ],
)
def test_a_matrix_that_cannot_be_is_refused(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    arrays: dict[str, Any] = {
        "indptr": np.array([0, 1, 2]),
        "indices": np.array([0, 1], dtype=np.int32),
        "data": np.array([1.0, 2.0]),
        "shape": np.array([2, 2]),
        "results": np.array([1.0, 0.0]),
    }
    np.savez(tmp_path / "m.npz", **(arrays | change))
    with pytest.raises(LeafstrapError, match=sentence):
        ls.fit("any", tmp_path / "m.npz", quiet=True)


def test_the_core_refuses_rows_that_do_not_belong_together() -> None:
    starts, indices = np.array([0, 2], dtype=np.int64), np.array([0, 1], dtype=np.int32)
    values, results = np.ones(2, dtype=np.float32), np.ones(1, dtype=np.float32)
    RowExamples((starts, indices, values), results, 2)
    for broken in (
        (np.array([0, 3], dtype=np.int64), indices, values),
        (np.array([1, 2], dtype=np.int64), indices, values),
        (starts, np.array([0, 2], dtype=np.int32), values),
        (starts, np.array([0, -1], dtype=np.int32), values),
        (starts, indices, np.ones(3, dtype=np.float32)),
    ):
        with pytest.raises(ValueError, match=r"belong together|no weight"):
            RowExamples(broken, results, 2)
    with pytest.raises(ValueError, match="no such row"):
        RowExamples((starts, indices, values), results, 2).error(
            np.zeros(2), 1.0, np.array([1], dtype=np.int64)
        )


def test_what_was_fitted_is_used_everywhere(tmp_path: Path, labelled: LabelledPositions) -> None:
    path = ls.fit("chess", labelled, features="material", quiet=True).save(tmp_path / "fitted.safetensors")
    assert ls.load(path).architecture.name == "material"
    assert run(["match", "chess", str(path), "random", "--games", "2", "--depth", "2"]) == 0
    assert run(["explain", "chess", "startpos", str(path)]) == 0
    assert run(["export", str(path), "--format", "csv", "--out", str(tmp_path / "w.csv")]) == 0


def test_settings_without_sense_are_refused(labelled: LabelledPositions) -> None:
    for settings, sentence in (
        ({"optimiser": "adam"}, "lbfgs"),
        ({"scale": -1.0}, "above 0"),
        ({"held_out": 2.0}, "held_out"),
        ({"step": 1}, "fit.step"),
    ):
        with pytest.raises(LeafstrapError, match=sentence):
            ls.fit("chess", labelled, features="material", quiet=True, **settings)
    data = LabelledPositions(games.get("backgammon"), [games.get("backgammon").Position()], [1.0], [0])
    with pytest.raises(UsageError, match="say one value"):
        ls.fit("backgammon", data, evaluator={"kind": "network", "outputs": "seven"}, quiet=True)


def test_telling_may_end_it() -> None:
    random = np.random.default_rng(1)
    rows = (
        np.arange(101, dtype=np.int64),
        random.integers(0, 5, 100).astype(np.int32),
        np.ones(100, dtype=np.float32),
    )
    examples = RowExamples.of(FeatureMatrix(rows, random.random(100).astype(np.float32), tuple("abcde")))
    stopped = fit_weights(examples, np.zeros(5), FitSettings(), tell=lambda progress: progress.iteration < 2)
    assert stopped.interrupted
    assert stopped.iterations == 2


def test_ctrl_c_saves(tmp_path: Path) -> None:
    data = tmp_path / "data.epd"
    data.write_text(
        "\n".join(f"{board} [{number % 2}.0]" for number, board in enumerate(random_boards(2000)))
    )
    out = tmp_path / "out.safetensors"
    words = ["fit", "chess", str(data), "--features", "meep", "--out", str(out)]
    words += ["--optimiser", "adagrad", "--batch", "10", "--iterations", "1000000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "leafstrap", *words],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ},
    )
    assert process.stderr is not None
    process.stderr.readline()  # the first line of progress: it is under way
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    assert process.wait(timeout=60) == 130, time.monotonic() - began
    process.stderr.close()
    assert ls.load(out).weights.any()
