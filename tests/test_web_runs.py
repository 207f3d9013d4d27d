"""Watching runs through the API: found, followed live by one reader for all, started, stopped, resumed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from leafstrap.web.runs.metrics import COLUMNS, RecordReader, StrengthCurve, ThinnedRows, columns
from leafstrap.web.runs.processes import RunProcesses
from run_helpers import learn, recipe_file
from support.web import Site, serving, until, wait_for

QUICK = {"search.depth": 1, "run.checkpoint_every": 2, "run.keep_best_every": 0, "run.final_games": 0}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("web")
    (folder / "runs").mkdir()
    recipe = recipe_file(folder)
    assert (
        learn(
            folder / "runs" / "small",
            "--set",
            "run.keep_best_every=2",
            "--set",
            "run.keep_best_games=2",
            recipe=recipe,
        )
        == 0
    )
    assert (
        learn(
            folder / "runs" / "more" / "dice",
            "--games",
            "200",
            "--set",
            "run.checkpoint_every=100",
            game="backgammon",
        )
        == 0
    )
    with serving(folder) as running:
        yield running


def run_of(site: Site, name: str) -> Any:
    return next(run for run in site.get("/api/runs")["runs"] if run["name"] == name)


def test_ratings_on_a_ladder_are_strength_too() -> None:
    curve = StrengthCurve()
    curve.rate(
        {
            "game": 40,
            "rating": 900.0,
            "rating_low": 800.0,
            "rating_high": 1000.0,
            "initial": 300.0,
            "games": 24,
        },
        0.5,
    )
    curve.rate({"game": 60, "rating": "nonsense"}, 0.6)
    (step,) = curve.steps
    assert (step["against"], step["game"], step["minutes"]) == ("ladder", 40, 0.5)
    assert (step["total_low"], step["total"], step["total_high"]) == (800.0, 900.0, 1000.0)
    assert (step["elo_low"], step["elo"], step["elo_high"], step["initial"]) == (500.0, 600.0, 700.0, 300.0)


def test_the_workers_of_a_run_on_a_cluster_are_shown(site: Site) -> None:
    run = run_of(site, "dice")["id"]
    row = {
        "worker": "1.1",
        "node": "far",
        "cores": 2,
        "games": 7,
        "games_per_second": 3.5,
        "state": "playing",
    }
    told = {"kind": "workers", "game": 200, "workers": [row, "nonsense"], "staleness": 1.5}
    with (site.folder / "runs/more/dice/metrics.jsonl").open("a") as log:
        log.write(json.dumps(told) + "\n")
    with site.stream(f"/api/runs/{run}/events") as events:
        shown = until(events, "workers")
    assert shown == {"game": 200, "staleness": 1.5, "largest_staleness": None, "workers": [row]}


def test_best_weights_are_those_that_have_won(site: Site) -> None:
    small = site.get(f"/api/runs/{run_of(site, 'small')['id']}")
    won = [step["game"] for step in small["strength"] if step["elo"] > 0]
    assert small["best"] == (won[-1] if won else None)
    assert site.get(f"/api/runs/{run_of(site, 'dice')['id']}")["best"] is None


def test_runs_are_found_and_described(site: Site) -> None:
    small = run_of(site, "small")
    assert (small["game"], small["recipe"], small["rule"]) == ("chess", "small", "treestrap-ab")
    assert small["status"] == "finished"
    assert small["folder"] == "runs/small"
    assert small["progress"]["games"] == 6
    assert small["progress"]["share"] == 1.0
    assert run_of(site, "dice")["folder"] == "runs/more/dice"
    # Games by their time: the mean of single rates is far above it where games differ in length
    lines = (site.folder / "runs/small/metrics.jsonl").read_text().splitlines()
    took = [record["seconds"] for line in lines if (record := json.loads(line))["kind"] == "game"]
    assert small["progress"]["games_per_second"] == pytest.approx(5 / sum(took[1:]))


def test_details(site: Site) -> None:
    found = site.get(f"/api/runs/{run_of(site, 'small')['id']}")
    assert found["recipe"]["search"]["depth"] == 1
    assert "[search]" in found["toml"]
    assert [each["game"] for each in found["checkpoints"]] == [0, 2, 4, 6]
    assert [step["game"] for step in found["strength"]] == [2, 4, 6]
    for step in found["strength"]:
        assert step["elo_low"] <= step["elo"] <= step["elo_high"]
    site.get("/api/runs/000000000000", 404)


def test_metrics(site: Site) -> None:
    name = run_of(site, "small")["id"]
    found = site.get(f"/api/runs/{name}/metrics")
    assert found["records"] == 6
    assert found["columns"]["game"] == [1, 2, 3, 4, 5, 6]
    assert len({len(column) for column in found["columns"].values()}) == 1
    assert site.get(f"/api/runs/{name}/metrics?points=3")["columns"]["game"] == [2, 4, 6]
    for wrong in ("points=0", "points=1e9", "points=x", "points=nan", "more=1"):
        site.get(f"/api/runs/{name}/metrics?{wrong}", 400)


@pytest.mark.parametrize("name", ["small", "dice"])
def test_the_newest_game(site: Site, name: str) -> None:
    run = run_of(site, name)
    found = site.get(f"/api/runs/{run['id']}/game")
    assert found["game"] == run["game"]
    assert found["moves"][0]["ply"] == 1
    assert found["moves"][-1]["board"]["kind"] == ("grid" if name == "small" else "points")
    assert found["record"]


@pytest.mark.parametrize("which", ["0", "4", "best", "newest"])
def test_weights_of_checkpoints(site: Site, which: str) -> None:
    found = site.get(f"/api/runs/{run_of(site, 'small')['id']}/checkpoints/{which}")
    assert found["features"] == "material"
    assert set(found["pieces"]["values"]) == {"pawn", "knight", "bishop", "rook", "queen"}
    assert found["largest"][0]["name"] in found["pieces"]["values"]


def test_checkpoints_that_do_not_exist(site: Site) -> None:
    name = run_of(site, "small")["id"]
    for which in ("5", "999999999"):
        site.get(f"/api/runs/{name}/checkpoints/{which}", 404)
    for which in ("x", "-1", "1.5", "%2e%2e", "9" * 30):
        assert site.client.get(f"/api/runs/{name}/checkpoints/{which}").status_code in (400, 404)


def test_one_can_play_and_look_into_any_checkpoint(site: Site) -> None:
    weights = {"kind": "run", "run": run_of(site, "small")["id"], "checkpoint": 2}
    state = site.post("/api/games", {"game": "chess", "opponent": weights, "side": "second", "level": 1}, 201)
    assert state["names"][0] == "small 2, level 1"
    after = site.get(f"/api/games/{state['id']}?after={state['version']}&wait=20")
    assert len(after["moves"]) == 1
    said = site.post("/api/inside/explain", {"game": "chess", "weights": [weights, {"kind": "default"}]})
    assert [each["name"] for each in said["explanations"]] == ["small 2", "default"]
    wrong = {**weights, "checkpoint": 3}
    site.post("/api/games", {"game": "chess", "opponent": wrong}, 404)
    site.post("/api/inside/explain", {"game": "draughts", "weights": [weights]}, 400)


def test_weights_files_are_listed(site: Site) -> None:
    files = site.get("/api/weights?game=chess")["files"]
    assert [file["path"] for file in files] == ["runs/small/weights/best.safetensors"]
    opponent = {"kind": "file", "path": files[0]["path"]}
    site.post("/api/games", {"game": "chess", "opponent": opponent}, 201)


def test_piece_square_tables(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    assert (
        learn(
            tmp_path / "runs" / "squares",
            "--games",
            "1",
            "--set",
            "run.final_games=0",
            "--set",
            "run.keep_best_every=0",
        )
        == 0
    )
    with serving(tmp_path) as site:
        found = site.get(f"/api/runs/{run_of(site, 'squares')['id']}/checkpoints/newest")
        tables = {table["title"]: table["cells"] for table in found["tables"]}
        assert {"pawn, opening", "knight, opening", "king, ending"} <= set(tables)
        assert all(len(cells) == 64 for cells in tables.values())
        pawns = tables["pawn, opening"]
        assert pawns[:8] == [None] * 8  # no pawn stands on the last row
        assert None not in pawns[8:56]


def test_a_run_is_started_watched_stopped_and_resumed(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        body = {
            "game": "chess",
            "recipe": "quick",
            "name": "mine",
            "games": 100_000,
            "settings": QUICK,
            "seed": 3,
        }
        run = site.post("/api/runs", body, 201)["run"]
        assert (run["name"], run["status"], run["here"]) == ("mine", "learning", True)
        assert "already" in site.post("/api/runs", body, 409)
        assert "already" in site.post(f"/api/runs/{run['id']}/resume", {}, 409)
        with site.stream(f"/api/runs/{run['id']}/events") as events:
            assert until(events, "run")["id"] == run["id"]
            assert until(events, "metrics")["reset"] is True
            grown = until(events, "metrics")
            while not grown["columns"]["game"]:
                grown = until(events, "metrics")
            assert until(events, "game")["moves"]
        stopped = site.post(f"/api/runs/{run['id']}/stop")["run"]
        assert stopped["status"] == "stopped"
        played = stopped["progress"]["games"]
        assert played > 0
        site.post(f"/api/runs/{run['id']}/stop", {}, 409)
        resumed = site.post(f"/api/runs/{run['id']}/resume", {"games": played + 4})["run"]
        assert resumed["progress"]["goal_games"] == played + 4
        wait_for(lambda: run_of(site, "mine")["status"] == "finished")
        assert run_of(site, "mine")["progress"]["games"] >= played + 4
        assert site.get(f"/api/runs/{run['id']}")["log"]


def test_a_run_goes_on_when_the_server_ends_and_the_next_server_can_stop_it(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        body = {"game": "chess", "name": "lasting", "games": 100_000, "settings": QUICK}
        run = site.post("/api/runs", body, 201)["run"]
    with serving(tmp_path) as site:
        found = run_of(site, "lasting")
        assert (found["status"], found["here"]) == ("learning", False)
        assert site.post(f"/api/runs/{run['id']}/stop")["run"]["status"] == "stopped"


def test_too_many_runs_and_wrong_ones_are_refused(site: Site) -> None:
    assert "depth" in site.post("/api/runs", {"game": "chess", "settings": {"search.depth": 0}}, 400)
    assert "recipe" in site.post("/api/runs", {"game": "chess", "recipe": "nothing"}, 400)
    site.post("/api/runs", {"game": "backgammon", "recipe": "quick"}, 400)
    assert "already" in site.post("/api/runs", {"game": "chess", "name": "small"}, 409)


def test_many_pages_watch_one_run_through_one_reader(site: Site) -> None:
    name = run_of(site, "small")["id"]
    with ExitStack() as stack:
        streams = [stack.enter_context(site.stream(f"/api/runs/{name}/events")) for _ in range(8)]
        for events in streams:
            assert until(events, "run")["id"] == name
        watcher = site.app.state.server.runs._watchers[name]
        assert len(watcher.channel) == 8
        before = watcher._offset
        path = watcher.files.folder.metrics
        record = json.loads(path.read_text().splitlines()[0]) | {"game": 7}
        with path.open("a") as log:
            log.write(json.dumps(record) + "\n")
        for events in streams:
            grown = until(events, "metrics")
            while grown.get("reset"):
                grown = until(events, "metrics")
            assert grown["columns"]["game"] == [7]
        assert watcher._offset > before
        path.write_text(
            "".join(path.read_text().splitlines(keepends=True)[:6])
        )  # as a resumed run cuts its log
        assert until(streams[0], "metrics")["reset"] is True
    wait_for(lambda: len(watcher.channel) == 0)
    wait_for(lambda: watcher._polling.done(), 5)


def test_damaged_logs_and_folders_do_no_harm(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "broken"
    folder.mkdir(parents=True)
    (folder / "run.toml").write_text("[about]\ngame = 'chess'\n[run\n")
    odd = tmp_path / "runs" / "odd"
    assert learn(odd, recipe=recipe_file(tmp_path)) == 0
    lines = [
        '{"kind": "game"}',
        "[]",
        "{",
        '{"kind": "game", "game": "x", "seconds": null}',
        '{"kind": 5}',
        "\x00",
    ]
    with (odd / "metrics.jsonl").open("a") as log:
        log.write("\n".join(lines) + "\n")
    (odd / "games.pgn").write_bytes(b"\xff\xfe[Event]\n1. e5 e4" * 100)
    with serving(tmp_path) as site:
        assert [run["name"] for run in site.get("/api/runs")["runs"]] == ["odd"]
        name = run_of(site, "odd")["id"]
        assert site.get(f"/api/runs/{name}/metrics")["records"] >= 6
        site.get(f"/api/runs/{name}/game", 404)
        site.get(f"/api/runs/{name}")


def test_rows_are_thinned_to_what_a_chart_shows() -> None:
    rows, reader = ThinnedRows(most=50), RecordReader(workers=2)
    for game in range(1, 10_001):
        record = {"game": game, "seconds": 1.0, "nodes": 100, "positions": 1, "mean_error": game % 2}
        rows.add(reader.row(record))
    assert rows.records == 10_000
    found = columns(rows.rows(50))
    assert len(found["game"]) <= 50
    assert found["game"][-1] == 10_000
    assert found["minutes"][-1] == pytest.approx(10_000 / 2 / 60)
    assert all(error == pytest.approx(0.5, abs=0.05) for error in found["mean_error"])
    assert all(speed == pytest.approx(200) for speed in found["nodes_per_second"])
    assert set(found) <= set(COLUMNS)
    assert "rating" not in found


def test_strength_adds_up_its_steps() -> None:
    curve = StrengthCurve()
    for game, against, elo in ((10, 0, 100.0), (20, 10, 50.0), (30, 10, -20.0)):
        record = {"game": game, "against": "champion", "against_game": against}
        curve.add({**record, "elo": elo, "elo_low": elo - 30, "elo_high": elo + 30, "games": 20}, game / 10)
    curve.add(
        {"game": 30, "against": "initial", "against_game": 0, "elo": 140.0, "elo_low": 1, "elo_high": 2}, 3.0
    )
    assert [step["total"] for step in curve.steps] == [100.0, 150.0, 80.0, 140.0]
    assert curve.steps[1]["total_low"] == 120.0


def test_stopping_a_run_that_is_just_going_on_is_no_fault(tmp_path: Path) -> None:
    async def both() -> None:
        processes = RunProcesses(tmp_path / "logs", 1)
        processes.start("early", ["chess", "--games", "100000", "--out", str(tmp_path / "run")])
        await asyncio.gather(
            processes.until_started("early", lambda: False), processes.stop("early", worker=None)
        )
        assert not processes.learning("early")

    asyncio.run(both())


def test_a_game_of_a_batch_is_named_after_its_batch(site: Site) -> None:
    headers = site.get(f"/api/runs/{run_of(site, 'dice')['id']}/game")["headers"]
    assert int(headers["Batch"]) >= 1
    assert "Round" not in headers


def test_the_game_under_way_is_shown_while_it_lasts(site: Site) -> None:
    body = {"game": "chess", "recipe": "quick", "name": "slow", "games": 50, "minutes": None, "seed": 3}
    settings = {"search.depth": 5, "search.nodes": 200_000, "run.final_games": 0}
    run = site.post("/api/runs", {**body, "settings": settings}, 201)["run"]["id"]
    with site.stream(f"/api/runs/{run}/events") as events:
        first, later = until(events, "playing"), until(events, "playing")
        while later["headers"]["Round"] != first["headers"]["Round"]:
            first, later = later, until(events, "playing")
    assert [move["text"] for move in later["moves"]][: len(first["moves"])] == [
        m["text"] for m in first["moves"]
    ]
    assert later["names"] == ["learner", "learner"]
    assert site.post(f"/api/runs/{run}/stop")["run"]["status"] == "stopped"
    folder = site.folder / "runs" / "slow"
    assert not (folder / "now.json").exists()
