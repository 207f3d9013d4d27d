"""Learning on a cluster of two nodes: the same run as in threads, whatever happens to workers, nodes and the server."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leafstrap.cluster.connect import load_ray
from leafstrap.cluster.learning import supervisor, table
from leafstrap.cluster.learning.main import train
from leafstrap.cluster.learning.messages import Plan, find_server, server_name
from leafstrap.cluster.learning.worker import Worker
from leafstrap.cluster.status import cluster_status, status_lines
from leafstrap.errors import ClusterError
from leafstrap.games.chess import CHESS
from leafstrap.training import Builder, Run
from run_helpers import SMALL, final_weights, learn, recipe_file
from support.cluster_faults import FAULTS, Saboteur, checked, run_of, session_of
from support.databases import write_games
from support.ray_cluster import ray_cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with ray_cluster([1, 1]) as made:
        yield made


TD_LEAF = SMALL.replace("treestrap-ab", "td-leaf").replace(
    "1e-4", '1e-2\noptimiser = "adagrad"\nlambda = 0.7'
)
EBNN = """
[evaluator]
kind = "network"
features = "neurochess"
hidden = [4]
initial = "random"
[backup]
name = "ebnn"
step_size = 0.01
ring = 50
batch = 8
model_games = 5
model_hidden = 3
[search]
depth = 1
extend = false
[experience]
kind = "mixed"
database = "games.pgn"
expert_share = 0.5
max_plies = 20
[run]
games = 6
checkpoint_every = 2
averaging = 2
"""
BACKGAMMON = """
[evaluator]
kind = "network"
hidden = [4]
initial = "random"
[backup]
name = "td"
lambda = 0.5
step_size = 0.01
[search]
depth = 1
[run]
games = 40
games_per_batch = 8
checkpoint_every = 10
"""


@pytest.mark.parametrize(
    ("game", "recipe"),
    [
        ("chess", SMALL),
        ("chess", SMALL + "update_every = 3\naveraging = 2\nkeep_best_every = 4\nkeep_best_games = 2\n"),
        ("chess", TD_LEAF),
        ("chess", EBNN),
        ("backgammon", BACKGAMMON),
    ],
    ids=["every move", "collected", "whole games", "ebnn", "batches"],
)
@pytest.mark.usefixtures("cluster")
def test_one_worker_comes_to_the_same_bits_as_no_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, recipe: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if "games.pgn" in recipe:
        write_games(tmp_path / "games.pgn", CHESS, 10, 30)
    file = recipe_file(tmp_path, recipe)
    assert learn(tmp_path / "threads", "--workers", "1", recipe=file, game=game) == 0
    assert learn(tmp_path / "cluster", "--workers", "1", "--cluster", "auto", recipe=file, game=game) == 0
    assert final_weights(tmp_path / "threads") == final_weights(tmp_path / "cluster")
    for record in (tmp_path / "threads").glob("games.*"):
        texts = [
            re.sub(r"\[Event.*", "", (tmp_path / run / record.name).read_text())
            for run in ("threads", "cluster")
        ]
        assert texts[0] == texts[1]


def test_a_run_of_threads_goes_on_on_a_cluster_and_back(tmp_path: Path, cluster: Any) -> None:
    recipe = recipe_file(tmp_path, TD_LEAF)
    assert learn(tmp_path / "whole", "--workers", "1", recipe=recipe) == 0
    out = tmp_path / "parts"
    assert learn(out, "--workers", "1", "--games", "2", recipe=recipe) == 0
    assert learn(out, "--resume", "--workers", "1", "--games", "4", "--cluster", cluster.address) == 0
    assert learn(out, "--resume", "--workers", "1", "--games", "6") == 0
    assert final_weights(out) == final_weights(tmp_path / "whole")


@pytest.mark.usefixtures("cluster")
def test_a_run_is_seen_while_it_goes_on_and_its_workers_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "MOST_ROWS", 1)
    ray, path, found = load_ray(), tmp_path / "run", list[Any]()

    def watch() -> None:
        while not found:
            status = cluster_status(ray)
            if any(row.get("games") for run in status["runs"] for row in run["workers"]):
                found.append(status)
                ray.get(find_server(ray, server_name(path)).stop.remote())
            time.sleep(0.1)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    result = train(run_of(path, games=1_000_000), "auto", quiet=True)
    watcher.join()
    run = found[0]["runs"][0]
    assert (run["run"], run["game"], run["recipe"]) == (str(path), "chess", "small")
    wanted = {"worker", "node", "cores", "games_per_second", "staleness", "restarts", "state"}
    assert all(wanted <= set(row) for row in run["workers"] if row["state"] == "playing")
    lines = status_lines(found[0])
    assert lines[0].startswith("2 nodes, 2 cores")
    heading = next(place for place, line in enumerate(lines) if line.startswith("worker  node"))
    assert lines[heading - 1].startswith(f"{path}: chess, small, ")
    assert lines[heading + 1].startswith("1.1")
    assert lines[-1] == "and 1 more"
    reports = [
        record
        for line in (path / "metrics.jsonl").read_text().splitlines()
        if (record := json.loads(line))["kind"] == "workers"
    ]
    assert reports[-1]["updates"] == result.training.state.counters.updates
    assert sum(row.get("games", 0) for row in reports[-1]["workers"]) == result.training.state.counters.games


@pytest.mark.usefixtures("cluster")
def test_a_worker_that_fails_again_and_again_is_left_out_and_without_any_the_run_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that its recipe names is gone: the sentence that the workers end with is that of the command."""
    monkeypatch.chdir(tmp_path)
    write_games(tmp_path / "games.pgn", CHESS, 4, 10)
    changes = ["experience.kind=observe", "experience.database=games.pgn", "run.max_restarts=1"]
    run = run_of(tmp_path / "run", 4, *changes)

    class Losing(Worker):
        def builder(self, plan: Plan) -> Builder:
            return super().builder(dataclasses.replace(plan, folder=str(Path(plan.folder) / "run")))

    with pytest.raises(
        ClusterError, match=r"^No worker is left: worker .* was left out: .*games\.pgn.*; the run"
    ):
        train(run, "auto", quiet=True, worker=Losing)
    events = [
        record["text"]
        for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()
        if (record := json.loads(line))["kind"] == "event"
    ]
    assert sum("it is started again in 0.5 s" in text for text in events) == 2
    assert sum("is left out after 2 failures" in text for text in events) >= 1


def sabotaged(cluster: Any, path: Path, kinds: list[str], seconds: float, cut: float, silence: float) -> None:
    with Saboteur(cluster, path, kinds, seed=1, seconds=seconds, cut=cut) as saboteur:
        result = train(run_of(path, games=saboteur.games), "auto", quiet=True, silence=silence)
    checked(path, result, saboteur)


def test_faults_cost_unfinished_games_and_nothing_else(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "HANGS", 10.0)
    sabotaged(cluster, tmp_path / "run", list(FAULTS), seconds=0.5, cut=3.0, silence=5.0)


@pytest.mark.soak
@pytest.mark.parametrize("kind", FAULTS)
def test_faults_again_and_again(
    tmp_path: Path, cluster: Any, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    if kind == "worker hangs":  # else as long as it is: a node that is stopped does not hang
        monkeypatch.setattr(supervisor, "HANGS", 10.0)
    sabotaged(cluster, tmp_path / "run", [kind] * 20, seconds=3.0, cut=30.0, silence=5.0)


def test_without_ray_one_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert learn(tmp_path / "run", "--cluster", "local", recipe=recipe_file(tmp_path)) == 2
    assert capsys.readouterr().err.strip().endswith("pip install 'leafstrap[cluster]'.")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:1", "ray://127.0.0.1:1"])
def test_without_a_cluster_there_is_no_new_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    assert learn(tmp_path / "run", "--cluster", address, recipe=recipe_file(tmp_path)) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("address", "changes", "sentence"),
    [
        ("ray://127.0.0.1:1", [], "must be a node of the cluster"),
        ("auto", ["run.clock=processor"], "run.clock processor has no meaning on a cluster"),
    ],
)
def test_what_has_no_meaning_on_a_cluster_is_refused(
    tmp_path: Path, address: str, changes: list[str], sentence: str
) -> None:
    run = run_of(tmp_path / "run", 1, *changes)
    with pytest.raises(ClusterError, match=sentence):
        train(run, address)


def test_ctrl_c_saves_and_leaves_no_process_behind(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    recipe, out = recipe_file(tmp_path, TD_LEAF), tmp_path / "run"
    arguments = ["learn", "chess", "--recipe", recipe, "--out", str(out), "--games", "100000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "leafstrap", *arguments, "--cluster", "local", "--workers", "1"],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while (
        not (out / "metrics.jsonl").exists()
        or b'"game", "game": 3' not in (out / "metrics.jsonl").read_bytes()
    ):
        assert process.poll() is None
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everybody in the foreground
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors.decode()
    assert b"--resume" in errors
    assert not session_of(process.pid)
    assert Run.resume(out, "chess").state.counters.games >= 3
