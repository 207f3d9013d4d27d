"""Weights for other programs: every format says the same, and C says what we say."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leafstrap as ls
from leafstrap import games
from leafstrap.cli.app import run
from leafstrap.evaluators import (
    EVALUATORS,
    Evaluator,
    LinearArchitecture,
    centipawns_per_unit,
    save_weights,
)

CHESS = games.get("chess")


def made(game: str, kind: str, **settings: object) -> Evaluator:
    architecture = EVALUATORS.get(kind).of(games.get(game), settings)
    return Evaluator(architecture, architecture.initial_weights("random", seed=2, scale=0.5))


def test_tables_have_every_weight_with_index_name_stage_and_centipawns() -> None:
    evaluator = ls.load("default", "chess")
    scale = centipawns_per_unit(evaluator.architecture, evaluator.weights)
    told = json.loads(ls.export(evaluator, "json"))
    assert told["centipawns_per_unit"] == scale
    assert (told["game"], told["kind"], told["features"]) == ("chess", "linear", "meep")
    assert [row["name"] for row in told["weights"]] == list(evaluator.architecture.names)
    assert [row["index"] for row in told["weights"]] == list(range(evaluator.weights.size))
    assert [row["weight"] for row in told["weights"]] == evaluator.weights.tolist()
    assert told["weights"][1]["centipawns"] == scale * evaluator.weights[1]
    row = told["weights"][5]
    assert row["name"] == f"{row['concept']}.{row['stage']}"
    assert set(told["stages"]) == {each["stage"] for each in told["weights"]}

    lines = ls.export(evaluator, "csv").decode().splitlines()
    comments = [line for line in lines if line.startswith("# ")]
    assert f"# centipawns_per_unit: {json.dumps(scale)}" in comments
    table = list(csv.DictReader(io.StringIO("\n".join(lines[len(comments) :]))))
    assert [float(each["weight"]) for each in table] == evaluator.weights.tolist()
    assert [each["stage"] for each in table] == [each["stage"] for each in told["weights"]]

    with np.load(io.BytesIO(ls.export(evaluator, "npz")), allow_pickle=False) as arrays:
        assert arrays["weights"].tolist() == evaluator.weights.tolist()
        assert arrays["names"].tolist() == list(evaluator.architecture.names)
        assert json.loads(str(arrays["about"]))["centipawns_per_unit"] == scale


def test_networks_tell_their_shapes() -> None:
    told = json.loads(ls.export(made("backgammon", "modular", classifier="small"), "json"))
    assert [each["name"] for each in told["networks"]] == ["endgame", "race", "other"]
    assert told["networks"][1]["start"] == told["networks"][0]["start"] + sum(
        row["stage"] == "endgame" for row in told["weights"]
    )
    assert "centipawns_per_unit" not in told


LINEAR = """
#include <stdio.h>
#include "weights.h"
int main(void) {
    int count, indices[9999]; double values[9999];
    while (scanf("%d", &count) == 1) {
        for (int i = 0; i < count; ++i) if (scanf("%d %lf", &indices[i], &values[i]) != 2) return 1;
        printf("%.9g\\n", leafstrap_value(indices, values, count));
    }
}
"""
NETWORK = (
    LINEAR.replace("int count,", "int network, count,")
    .replace('scanf("%d", &count) == 1', 'scanf("%d %d", &network, &count) == 2')
    .replace("leafstrap_value(", "leafstrap_value(network, ")
)


def by_c(folder: Path, header: bytes, program: str, told: str) -> list[float]:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler here")
    (folder / "weights.h").write_bytes(header)
    (folder / "main.c").write_text(program)
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"]
    subprocess.run([compiler, *flags, "main.c", "-o", "main", "-lm"], cwd=folder, check=True)
    done = subprocess.run([folder / "main"], input=told, capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]


def positions_of(game: str, count: int = 30) -> list[Any]:
    rules, random = games.get(game), np.random.default_rng(3)
    found: list[Any] = []
    while len(found) < count:
        line: Any = rules.Line()
        while line.outcome() is None and len(found) < count:
            if line.position.is_chance:
                line.roll((int(random.integers(1, 7)), int(random.integers(1, 7))))
                continue
            moves = line.position.legal_moves()
            line.push(moves[int(random.integers(len(moves)))])
            if line.outcome() is None:
                found.append(getattr(line.position, "before_roll", line.position))
    return found


def rows_as_text(evaluator: Evaluator, positions: list[Any], networks: list[int] | None = None) -> str:
    indptr, indices, values = evaluator.features(positions)
    lines = []
    for number in range(len(positions)):
        row = slice(indptr[number], indptr[number + 1])
        pairs = [
            f"{index} {value!r}"
            for index, value in zip(indices[row].tolist(), values[row].tolist(), strict=True)
        ]
        before = [] if networks is None else [str(networks[number])]
        lines.append(" ".join([*before, str(len(pairs)), *pairs]))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("game", "features"), [("chess", "meep"), ("draughts", "global"), ("backgammon", "tesauro")]
)
def test_c_evaluates_as_we_do(game: str, features: str, tmp_path: Path) -> None:
    evaluator = made(game, "linear", features=features)
    positions = positions_of(game)
    said = by_c(tmp_path, ls.export(evaluator, "c"), LINEAR, rows_as_text(evaluator, positions))
    views = [position.turn.sign for position in positions] if game == "backgammon" else [1] * len(positions)
    ours = evaluator.evaluate(positions) * views
    assert said == pytest.approx(ours, rel=1e-5, abs=1e-4)


@pytest.mark.parametrize(
    ("game", "kind", "settings"),
    [
        ("chess", "network", {"features": "material", "hidden": [5]}),
        ("chess", "network", {"features": "material", "hidden": [0]}),
        ("chess", "modular", {"features": "material", "hidden": [4], "activation": "symmetric"}),
        ("draughts", "network", {"features": "material", "hidden": [4], "activation": "radial"}),
        ("backgammon", "modular", {"classifier": "small"}),
        ("backgammon", "network", {"features": "tesauro", "hidden": [3], "outputs": "five"}),
    ],
)
def test_networks_in_c_say_what_ours_say(
    game: str, kind: str, settings: dict[str, object], tmp_path: Path
) -> None:
    evaluator = made(game, kind, **settings)
    positions = positions_of(game)
    networks = [evaluator.architecture.core.network_of(position) for position in positions]
    told = rows_as_text(evaluator, positions, networks)
    said = by_c(tmp_path, ls.export(evaluator, "c"), NETWORK, told)
    ours = evaluator.evaluate(positions) * [position.turn.sign for position in positions]
    assert said == pytest.approx(ours, rel=1e-3, abs=1e-3 * games.get(game).win)


def test_the_command_writes_files_and_refuses_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    material = LinearArchitecture.of(CHESS, {"features": "material"})
    path = tmp_path / "w.safetensors"
    save_weights(path, material, np.array([1.0, 3, 3, 5, 9]))
    for form in ("json", "csv", "c", "npz"):
        out = tmp_path / f"w.{form}"
        assert run(["export", str(path), "--format", form, "--out", str(out)]) == 0
        assert out.stat().st_size > 0
    assert run(["export", "default:draughts", "--format", "csv", "--out", str(tmp_path / "d.csv")]) == 0
    capsys.readouterr()
    assert run(["export", str(path), "--format", "xml"]) == 2
    assert "not as xml" in capsys.readouterr().err
    assert run(["export", str(path), "--out", str(tmp_path / "absent" / "w.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert run(["export", str(tmp_path / "absent.safetensors")]) == 2
