"""Sweeps: every combination with every seed, gone on with where they stopped, and compared."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import leafstrap as ls
from leafstrap.cli.app import run
from leafstrap.errors import LeafstrapError
from leafstrap.training.sweep import Sweep, SweepRun
from run_helpers import SMALL, recipe_file


def small(tmp_path: Path) -> str:
    return recipe_file(tmp_path, SMALL.replace("games = 6", "games = 2"))


def test_a_grid_is_learned_and_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [
        "sweep",
        "chess",
        "--recipe",
        small(tmp_path),
        "--grid",
        "backup.step_size=1e-4,1e-5",
        "--seeds",
        "2",
    ]
    words += [
        "--set",
        "experience.max_plies=20",
        "--out",
        str(tmp_path / "out"),
        "--csv",
        str(tmp_path / "t.csv"),
    ]
    assert run([*words, "--json", "--jobs", "2"]) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [row["settings"] for row in said["rows"]] == ["backup.step_size=1e-4", "backup.step_size=1e-5"]
    for row in said["rows"]:
        error = row["figures"]["error"]
        assert row["seeds"] == 2
        assert error["low"] <= error["mean"] <= error["high"]
    table = list(csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text())))
    assert [(row["backup.step_size"], row["seed"]) for row in table] == [
        ("1e-4", "1"), ("1e-5", "1"), ("1e-4", "2"), ("1e-5", "2"),
    ]  # fmt: skip
    folder = Path(table[0]["folder"])
    assert "seed = 1" in (folder / "run.toml").read_text()
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("**/metrics.jsonl")}
    assert len(written) == 4
    monkeypatch.setenv("COLUMNS", "60")
    assert run(words) == 0  # nothing is done twice
    assert written == {path: path.stat().st_mtime_ns for path in written}
    shown = capsys.readouterr().out
    assert "Means over seeds" in shown
    assert "…" not in shown.replace("\n", ""), "what the rows differ in is not cut"
    assert run([*words[:-4], "--out", str(tmp_path / "out"), "--games", "1"]) == 2
    assert "holds another sweep" in capsys.readouterr().err


def test_a_sweep_goes_on_where_it_stopped(tmp_path: Path) -> None:
    recipe, grid = small(tmp_path), {"search.depth": [1]}
    whole = ls.sweep("chess", recipe, grid, out=tmp_path / "whole", seeds=2, tell=lambda done, text: None)
    told: list[int] = []
    parts = ls.sweep(
        "chess", recipe, grid, out=tmp_path / "parts", seeds=1, tell=lambda done, text: told.append(done)
    )
    (parts.runs[0].folder / "result.json").unlink()  # as if it had been killed before the end
    parts = ls.sweep(
        "chess", recipe, grid, out=tmp_path / "parts", seeds=2, tell=lambda done, text: told.append(done)
    )
    assert told == [1, 1, 2]
    assert parts.complete
    for one, other in zip(whole.runs, parts.runs, strict=True):
        assert ls.load(one.folder).weights.tobytes() == ls.load(other.folder).weights.tobytes()
    pytest.importorskip("matplotlib")
    assert parts.plot(tmp_path / "all.png").stat().st_size > 0


def test_wrong_settings_are_refused_before_the_first_run(tmp_path: Path) -> None:
    with pytest.raises(LeafstrapError):
        ls.sweep("chess", small(tmp_path), {"search.depht": [1]}, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert run(["sweep", "chess", "--grid", "search.depth", "--out", str(tmp_path / "out")]) == 2


def test_means_of_seeds_have_intervals(tmp_path: Path) -> None:
    runs = [SweepRun({"a.b": "1"}, seed, tmp_path / str(seed)) for seed in range(3)]
    for run_, error in zip(runs, (1.0, 2.0, 3.0), strict=True):
        run_.folder.mkdir()
        (run_.folder / "result.json").write_text(json.dumps({"figures": {"error": error}}))
    [(label, count, means)] = Sweep(tmp_path, runs).table()
    assert (label, count) == ("a.b=1", 3)
    assert means["error"].mean == 2
    assert means["error"].high - means["error"].mean == pytest.approx(4.3027 / 3**0.5, rel=1e-3)


def test_metrics_for_other_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learned = ls.learn("chess", small(tmp_path), out=tmp_path / "run", quiet=True)
    assert run(["metrics", str(learned.folder), "--csv"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["game"] for row in table] == ["1", "2"]
    assert float(table[1]["mean_error"]) == ls.metrics(learned)["mean_error"][1]
    assert run(["metrics", str(learned.folder)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["game"] == 1
    assert len(ls.metrics(learned.folder)) == 2
