"""A web server in a thread, clients that speak to it, and streams as lists of events."""

from __future__ import annotations

import json
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from leafstrap.web.app import make_app
from leafstrap.web.config import WebConfig
from leafstrap.web.serve import PageServer, listen

Event = tuple[str, dict[str, Any]]
PATIENCE = 60.0


@dataclass
class Site:
    """A server that runs, and a client for it."""

    port: int
    client: httpx.Client
    folder: Path
    app: Any = field(repr=False)

    def get(self, path: str, status: int = 200, **options: Any) -> Any:
        return self.call("GET", path, status, **options)

    def post(self, path: str, body: Any = None, status: int = 200, **options: Any) -> Any:
        return self.call("POST", path, status, json={} if body is None else body, **options)

    def call(self, method: str, path: str, status: int, **options: Any) -> Any:
        answer = self.client.request(method, path, **options)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text[:500]}"
        if answer.status_code >= 400:
            found = answer.json()
            assert list(found) == ["error"]
            assert found["error"].endswith((".", "?", "!"))
            assert "Traceback" not in answer.text
            return found["error"]
        kind = answer.headers.get("content-type", "")
        return answer.json() if kind.startswith("application/json") else answer

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator[Event]]:
        """The events of a stream, as they come."""
        with self.client.stream("GET", path, timeout=PATIENCE) as answer:
            assert answer.status_code == 200, answer.read()
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield _events(answer)


def _events(answer: httpx.Response) -> Iterator[Event]:
    name = ""
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def until(events: Iterator[Event], name: str) -> dict[str, Any]:
    """The next event of that name."""
    return next(data for each, data in events if each == name)


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Site]:
    """A server whose runs are in `folder/runs` and whose games are in `folder/state`."""
    (folder / "runs").mkdir(exist_ok=True)
    usual: dict[str, Any] = {"folders": (folder / "runs",), "state": folder / "state", "port": 0}
    config = WebConfig(**(usual | settings))
    listening = listen(config)
    port = listening.getsockname()[1]
    app = make_app(config)
    server = PageServer(app)
    thread = threading.Thread(target=lambda: server.run(sockets=[listening]), daemon=True)
    thread.start()
    waited = time.monotonic()
    while not server.started:
        assert thread.is_alive()
        assert time.monotonic() - waited < PATIENCE
        time.sleep(0.01)
    headers = {"Authorization": f"Bearer {config.token}"} if config.token else {}
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=PATIENCE) as client:
            yield Site(port, client, folder, app)
    finally:
        server.handle_exit(signal.SIGTERM, None)
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive(), "the server did not end"


def wait_for(check: Any, seconds: float = PATIENCE) -> Any:
    """What a check gives once that is something."""
    began = time.monotonic()
    while not (found := check()):
        assert time.monotonic() - began < seconds, "it did not happen in time"
        time.sleep(0.05)
    return found


class RandomPerson:
    """Plays any legal move through the API, as a page would: by clicks."""

    def __init__(self, site: Site, seed: int) -> None:
        self._site = site
        self._random = random.Random(seed)

    def turn(self, state: dict[str, Any]) -> dict[str, Any]:
        """Do one thing, or wait for the program."""
        path, awaiting = f"/api/games/{state['id']}", state["awaiting"]
        if awaiting == "engine":
            after = self._site.get(f"{path}?after={state['version']}&wait=20")
            assert after["error"] is None
            return dict(after)
        if awaiting == "move" and state["turn"] is not None:
            return self._checkers(path, state)
        if awaiting == "move":
            move = self._random.choice(state["position"]["legal"])
            return dict(self._site.post(f"{path}/move", {"move": move["id"], "version": state["version"]}))
        verbs = [verb for verb in state["actions"] if verb in ("roll", "double", "take", "drop", "next")]
        weights = [1 if verb in ("double", "drop") else 4 for verb in verbs]
        return dict(self._site.post(f"{path}/{self._random.choices(verbs, weights)[0]}"))

    def _checkers(self, path: str, state: dict[str, Any]) -> dict[str, Any]:
        while state["turn"]["next"]:
            step = self._random.choice(state["turn"]["next"])
            wanted = {"from": step["from"], "to": step["to"], "die": step["die"]}
            state = self._site.post(f"{path}/step", wanted)
            assert state["turn"]["steps"][-1] == step
            if self._random.random() < 0.1:
                state = self._site.post(f"{path}/undo", {"all": self._random.random() < 0.5})
        return dict(self._site.post(f"{path}/move", {"move": state["turn"]["complete"]["id"]}))

    def play(self, state: dict[str, Any], most: int = 3000) -> dict[str, Any]:
        """To the end."""
        for _ in range(most):
            if state["awaiting"] == "none":
                return state
            state = self.turn(state)
        raise AssertionError("the game does not end")
