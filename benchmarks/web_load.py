"""The web server under load: how long answers take while many watch and play, and what watching costs a run.

Two measurements on loopback, each bounded in time. First, a run learns by itself and with some pages watching it, in
turns, so that a machine which changes its speed does not decide. Then many pages watch the run while games are played
at once; the time of every answer is written down. What should come out: with 5 pages at least 0.9 of the speed without,
and with 50 pages and 10 games a median below 50 ms. Where playwright and a Chromium are there, the page is opened too,
by a browser that has nothing of it yet: it should be there within a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

SETTINGS = {
    "search.depth": 2,
    "run.keep_best_every": 0,
    "run.final_games": 0,
    "run.checkpoint_every": 50,
}
PAGES_OF_A_RUN = 5


class Load:
    """A server, and pages that are made of nothing but their requests."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.times: list[float] = []
        self.events = 0

    async def call(
        self, client: httpx.AsyncClient, method: str, path: str, body: Any = None, *, timed: bool = True
    ) -> Any:
        """One answer, and how long it took."""
        began = time.perf_counter()
        answer = await client.request(method, f"{self.address}api/{path}", json=body)
        if timed:
            self.times.append(time.perf_counter() - began)
        answer.raise_for_status()
        return answer.json()

    async def watch(self, path: str) -> None:
        """A page that listens until it is cancelled; it reads bytes only, so that it costs as little as it can."""
        place = urlsplit(self.address)
        reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=2**20)
        try:
            writer.write(f"GET /api/{path} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
            while content := await reader.read(2**16):
                self.events += content.count(b"event: ")
        finally:
            writer.close()

    async def play(self, number: int) -> None:
        """A person who plays one game after the other, a move every half a second."""
        chance, game = random.Random(number), ("chess", "draughts", "backgammon")[number % 3]
        async with httpx.AsyncClient(timeout=60) as client:
            while True:
                state = await self.call(client, "POST", "games", {"game": game, "level": 3})
                stream = asyncio.create_task(self.watch(f"games/{state['id']}/events"))
                while state["awaiting"] not in ("none", "next"):
                    state = await self._turn(client, state, chance)
                stream.cancel()

    async def _turn(self, client: httpx.AsyncClient, state: Any, chance: random.Random) -> Any:
        path = f"games/{state['id']}"
        if state["awaiting"] == "engine":
            return await self.call(client, "GET", f"{path}?after={state['version']}&wait=10", timed=False)
        await asyncio.sleep(0.5)
        if state["awaiting"] == "move":
            move = chance.choice(state["position"]["legal"])["id"]
            return await self.call(client, "POST", f"{path}/move", {"move": move})
        verb = {"roll": "roll", "answer": "take"}[state["awaiting"]]
        return await self.call(client, "POST", f"{path}/{verb}", {})

    async def browse(self, run: str) -> None:
        """A page that looks at everything now and then."""
        async with httpx.AsyncClient(timeout=60) as client:
            while True:
                for path in (
                    "runs",
                    f"runs/{run}",
                    f"runs/{run}/metrics",
                    "games",
                    f"runs/{run}/checkpoints/newest",
                ):
                    await self.call(client, "GET", path)
                    await asyncio.sleep(0.2)


async def nodes_in(load: Load, run: str, log: Path, seconds: float, watchers: int) -> float:
    """Nodes a second that the run searches while pages watch it: games get longer as it learns, and say less."""
    pages = [asyncio.create_task(load.watch(f"runs/{run}/events")) for _ in range(watchers)]
    await asyncio.sleep(1.0)
    before, began = log.stat().st_size, time.perf_counter()
    await asyncio.sleep(seconds)
    spent = time.perf_counter() - began
    with log.open("rb") as file:
        file.seek(before)
        records = [
            json.loads(line)
            for line in file.read().splitlines()
            if line.startswith(b'{"kind": "game"') and line.endswith(b"}")
        ]
    for page in pages:
        page.cancel()
    await asyncio.sleep(0.5)
    return float(sum(record["nodes"] for record in records)) / spent


async def measured(address: str, options: argparse.Namespace, server: int, runs: Path) -> dict[str, Any]:
    """Both measurements."""
    load = Load(address)
    async with httpx.AsyncClient(timeout=60) as client:
        body = {"game": "chess", "recipe": "quick", "name": "load", "games": 10**6, "settings": SETTINGS}
        run = (await load.call(client, "POST", "runs", body, timed=False))["run"]["id"]
        speeds: dict[int, list[float]] = {0: [], PAGES_OF_A_RUN: []}
        for number in range(options.rounds):
            # Each first in turn, so that a run which changes its speed as it learns does not decide
            for watchers in sorted(speeds, reverse=number % 2 == 1):
                log = runs / "load" / "metrics.jsonl"
                speeds[watchers].append(await nodes_in(load, run, log, options.seconds / 6, watchers))
        alone, watched = (statistics.mean(found) for found in speeds.values())
        load.times.clear()
        memory = resident(server)
        tasks = [asyncio.create_task(load.watch(f"runs/{run}/events")) for _ in range(options.watchers)]
        tasks += [asyncio.create_task(load.play(number)) for number in range(options.games)]
        tasks.append(asyncio.create_task(load.browse(run)))
        await asyncio.sleep(options.seconds)
        failed = [task.exception() for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await load.call(client, "POST", f"runs/{run}/stop", {}, timed=False)
    ordered = sorted(load.times)
    return {
        "nodes_per_second_alone": round(alone),
        "nodes_per_second_watched": round(watched),
        "kept": round(watched / alone, 3) if alone else None,
        "answers": len(ordered),
        "median_ms": round(1000 * statistics.median(ordered), 2),
        "p95_ms": round(1000 * ordered[int(0.95 * len(ordered))], 2),
        "events": load.events,
        "failed": [repr(error) for error in failed],
        "megabytes_before": memory,
        "megabytes_after": resident(server),
    }


def opening_seconds(address: str, times: int = 5) -> float | None:
    """How long the page takes from nothing until one can begin a game, the median of some; None without a browser."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if chromium is None:
        return None
    found = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(times):
            page = browser.new_context().new_page()
            began = time.perf_counter()
            page.goto(address)
            page.wait_for_selector("main .card")
            found.append(time.perf_counter() - began)
            page.close()
        browser.close()
    return round(statistics.median(found), 3)


def resident(process: int) -> float | None:
    """Megabytes that a process has in memory."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return round(int(found[1]) / 1024, 1) if found else None


def main() -> None:
    """Start a server, measure, and print one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=30.0,
        help="of the second measurement; a stretch of the first takes a sixth of it",
    )
    parser.add_argument("--rounds", type=int, default=6, help="of the first measurement")
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--games", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "runs").mkdir()
        command = [
            sys.executable,
            "-m",
            "leafstrap",
            "web",
            str(Path(folder) / "runs"),
            "--no-browser",
            "--port",
            "0",
        ]
        server = subprocess.Popen([*command, "--state", folder], stderr=subprocess.PIPE, text=True)
        try:
            assert server.stderr is not None
            found = re.search(r"http://[^\s;]+", server.stderr.readline())
            assert found, "the server did not start"
            opened = {"seconds_to_open": opening_seconds(found[0])}
            print(
                json.dumps(
                    opened | asyncio.run(measured(found[0], options, server.pid, Path(folder) / "runs")),
                    indent=1,
                )
            )
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


if __name__ == "__main__":
    main()
