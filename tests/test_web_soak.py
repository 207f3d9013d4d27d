"""What is left behind when pages come and go: nothing; and the memory of a server over an hour's worth of use."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import mean

import httpx
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from run_helpers import learn, recipe_file
from support.web import Site, serving, wait_for

MINUTES = 60
WARM = 15  # minutes in which tables, caches and threads come to be
GROWTH = 1.05  # of the mean of the last quarter of an hour over that of the first after warming up


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a run lies."""
    made = tmp_path_factory.mktemp("web")
    (made / "runs").mkdir()
    assert learn(made / "runs" / "small", recipe=recipe_file(made)) == 0
    return made


@contextmanager
def pages(site: Site, paths: list[str]) -> Iterator[None]:
    """So many pages that listen; at the end they are closed."""
    with ExitStack() as opened:
        streams = [opened.enter_context(site.stream(path)) for path in paths]
        for events in streams:  # kept until the end: one that nobody holds is closed
            next(events)
        yield


def test_pages_that_are_closed_leave_nothing_behind(folder: Path) -> None:
    with serving(folder) as site:
        server = site.app.state.server
        run = site.get("/api/runs")["runs"][0]["id"]
        game = site.post("/api/games", {"game": "chess", "level": 1}, 201)["id"]
        search = "/api/inside/search?game=chess&nodes=5000000&seconds=30"
        for _ in range(5):
            paths = [
                "/api/runs/events",
                f"/api/runs/{run}/events",
                f"/api/games/{game}/events",
                search,
                search,
            ]
            with pages(site, paths):
                assert len(server.streams.open) == len(paths)
            wait_for(lambda: not server.streams.open)
            wait_for(lambda: server.work._under_way == 0)
            assert not len(server.runs.channel)
            assert not len(server.games._live[game].channel)
            assert all(not len(watcher.channel) for watcher in server.runs._watchers.values())
        wait_for(lambda: all(watcher._polling.done() for watcher in server.runs._watchers.values()))
        assert len(server.analysts._idle) <= 3  # what searches lent, to be lent again


class Visitor:
    """Somebody who does in a second or so what takes people a minute: nothing is waited for but answers."""

    def __init__(self, site: Site, seed: int) -> None:
        self._site, self._random = site, random.Random(seed)
        self._run = site.get("/api/runs")["runs"][0]["id"]

    def minute(self) -> None:
        """Moves in each game, a hint, a run and its checkpoints, some positions, a search broken off, a match."""
        site, run = self._site, self._run
        for path in (
            "about",
            "games",
            "runs",
            f"runs/{run}",
            f"runs/{run}/metrics",
            f"runs/{run}/game",
            "weights",
        ):
            site.get(f"/api/{path}")
        for checkpoint in (0, 2, 4, 6):
            site.get(f"/api/runs/{run}/checkpoints/{checkpoint}")
        with pages(site, ["/api/runs/events", *[f"/api/runs/{run}/events"] * 5]):
            for game in ("chess", "draughts", "backgammon"):
                self._play(game)
        weights = [{"kind": "default"}, {"kind": "untrained"}]
        for game in ("chess", "draughts", "backgammon"):
            site.post("/api/inside/explain", {"game": game, "weights": weights})
        site.post("/api/inside/learn", {"game": "chess", "depth": 2, "nodes": 5000})
        with pages(site, ["/api/inside/search?game=chess&nodes=5000000&seconds=30"]):
            pass
        self._match()

    def _play(self, game: str) -> None:
        opponent = self._random.choice(
            [{"kind": "default"}, {"kind": "run", "run": self._run, "checkpoint": 4}]
        )
        body = {"game": game, "level": 3, "opponent": opponent if game == "chess" else {"kind": "default"}}
        state = self._site.post("/api/games", body, 201)
        path = f"/api/games/{state['id']}"
        with pages(self._site, [f"{path}/events"]):
            for _ in range(6):
                if state["awaiting"] == "engine":
                    state = self._site.get(f"{path}?after={state['version']}&wait=20")
                elif state["awaiting"] == "move":
                    move = self._random.choice(state["position"]["legal"])["id"]
                    state = self._site.post(f"{path}/move", {"move": move})
                elif state["awaiting"] == "roll":
                    state = self._site.post(f"{path}/roll")
                else:
                    break
            if "hint" in state["actions"]:
                self._site.post(f"{path}/hint")

    def _match(self) -> None:
        players = [{"kind": "random"}, {"kind": "material"}]
        body = {"kind": "match", "game": "chess", "players": players, "games": 2, "limits": {"depth": 1}}
        match = self._site.post("/api/arena", body, 201)["match"]["id"]
        wait_for(lambda: self._site.get(f"/api/arena/{match}")["match"]["status"] != "playing")


def resident(process: int) -> float:
    """Megabytes that a process has in memory."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) / 1024


@pytest.mark.soak
def test_memory_stays_flat_over_an_hour(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sixty minutes of one busy visitor, done as fast as the server answers."""
    browser = pytest.importorskip("support.browser", reason="playwright is not installed")
    process = browser.WebProcess(folder)
    try:
        with httpx.Client(base_url=process.url, timeout=120) as client:
            visitor = Visitor(Site(process.port, client, folder, None), 1)
            course: list[float] = []
            for _ in range(MINUTES):
                visitor.minute()
                course.append(resident(process.process.pid))
    finally:
        process.kill()
    with capsys.disabled():
        print(f"\nMegabytes after each minute: {', '.join(f'{each:.0f}' for each in course)}")
    quarter = (MINUTES - WARM) // 3
    assert mean(course[-quarter:]) < GROWTH * mean(course[WARM : WARM + quarter])
