"""Thousands of mutated requests: every answer has a status below 500 and a sentence, and the server goes on."""

from __future__ import annotations

import json
import random
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from leafstrap.web.config import Most
from run_helpers import learn, recipe_file
from support.web import Site, serving

JSON = {"Content-Type": "application/json"}
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 5, 11, 1.5, -0.0, 1e308, 2**31, 2**53, 2**63, 2**64, 10**30, "", " ", "x", "0",
    "-1", "nan", "e2e4", "13/8", "bar", "off", "first", "second", "random", "both", "default", "best", "newest", "run",
    "file", "material", "alphabeta", "minimax", "expectimax", "chess", "draughts", "backgammon", "../../etc/passwd",
    "/etc/passwd", "%00", "\u0000", "\ud800", "ü" * 10, "9" * 400, "a" * 3000,
    "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", "W:W31-50:B1-20", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    [], {}, [[]], [{}], {"kind": "default"}, {"kind": "run"}, {"kind": "file", "path": ".."}, {"kind": []}, [1, 2, 3],
    ["a"], [None], {"a": {"b": {"c": []}}},
)  # fmt: skip


class Requests:
    """Requests that mean something, and what becomes of them by chance."""

    def __init__(self, site: Site, seed: int) -> None:
        self.random = random.Random(seed)
        self._games = [
            site.post("/api/games", {"game": game, "level": 1, "side": side, "seed": seed}, 201)["id"]
            for game in ("chess", "draughts", "backgammon")
            for side in ("first", "both")
        ]
        self._run = site.get("/api/runs")["runs"][0]["id"]

    def sample(self) -> tuple[str, str, Any]:
        """A request that a page could make."""
        choice, game = self.random.choice, self.random.choice(self._games)
        name = choice(("chess", "draughts", "backgammon"))
        weights = choice(
            ({"kind": "default"}, {"kind": "run", "run": self._run, "checkpoint": 2}, {"kind": "material"})
        )
        explained = {"game": name, "position": choice(ODD), "weights": [weights]}
        learned = {"game": name, "weights": weights, "depth": 1, "nodes": 200}
        body: dict[str, Any] = {"game": name, "level": 1, "side": "first", "opponent": weights}
        return choice(
            (
                ("GET", "/api/about", None),
                ("GET", "/api/games", None),
                ("POST", "/api/games", body),
                ("GET", f"/api/games/{game}", None),
                ("GET", f"/api/games/{game}?after=0&wait=0", None),
                (
                    "POST",
                    f"/api/games/{game}/move",
                    {"move": choice(("e2e4", "32-28", "13/8", "Nf3", "pass"))},
                ),
                (
                    "POST",
                    f"/api/games/{game}/step",
                    {"from": str(self.random.randrange(26)), "to": "8", "die": 3},
                ),
                (
                    "POST",
                    f"/api/games/{game}/{choice(('undo', 'roll', 'double', 'take', 'drop', 'next'))}",
                    {},
                ),
                ("POST", f"/api/games/{game}/takeback", {"version": 3}),
                ("POST", f"/api/games/{game}/evaluation", {"on": False}),
                ("GET", f"/api/games/{game}/record", None),
                ("GET", "/api/runs", None),
                ("GET", f"/api/runs/{self._run}", None),
                ("GET", f"/api/runs/{self._run}/metrics?points=100", None),
                ("GET", f"/api/runs/{self._run}/game", None),
                (
                    "GET",
                    f"/api/runs/{self._run}/checkpoints/{choice(('0', '4', 'best', 'newest', '7'))}",
                    None,
                ),
                ("GET", f"/api/weights?game={name}", None),
                ("GET", f"/api/position?game={name}&moves=e4,e5&dice=61", None),
                ("POST", "/api/inside/explain", explained),
                ("POST", "/api/inside/learn", learned),
                (
                    "POST",
                    "/api/arena",
                    {"game": name, "players": [{"kind": "random"}], "games": 2, "limits": {"depth": 1}},
                ),
                ("GET", "/api/arena", None),
                ("GET", "/api/results", None),
                ("POST", "/api/token", {"token": "x"}),
                ("POST", "/api/runs", {"game": name, "recipe": "nothing", "settings": {"search.depth": 1}}),
                ("POST", f"/api/runs/{self._run}/stop", {}),
            )
        )

    def mutated(self) -> tuple[str, str, bytes, dict[str, str]]:
        """The same with something wrong: in its address, its body, its headers, or all of them."""
        method, path, body = self.sample()
        content = b"" if body is None else json.dumps(self._mutate(body)).encode()
        if self.random.random() < 0.25:
            content = self._broken(content)
        if self.random.random() < 0.3:
            path = self._broken_path(path)
        if self.random.random() < 0.05:
            method = self.random.choice(("GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "PATCH"))
        headers = dict(JSON) if body is not None or method in ("POST", "DELETE") else {}
        if self.random.random() < 0.05:
            name = self.random.choice(
                ("Content-Type", "Origin", "Host", "Authorization", "Cookie", "Sec-Fetch-Site")
            )
            headers[name] = self.random.choice(
                ("", "x", "null", "a=b; c", "Bearer x", "http://localhost", "localhost")
            )
        if method == "DELETE" and path.startswith("/api/games"):
            method = "POST"  # the games are needed to the end
        return method, path, content, headers

    def _mutate(self, value: Any) -> Any:
        chance = self.random.random()
        if chance < 0.15:
            return self.random.choice(ODD)
        if isinstance(value, dict):
            changed = {key: self._mutate(inner) for key, inner in value.items()}
            if changed and chance < 0.3:
                del changed[self.random.choice(list(changed))]
            if chance > 0.85:
                changed[self._word()] = self.random.choice(ODD)
            return changed
        if isinstance(value, list):
            return [self._mutate(inner) for inner in value] * self.random.choice((0, 1, 1, 2))
        if isinstance(value, str) and value and chance < 0.3:
            place = self.random.randrange(len(value))
            return value[:place] + self.random.choice(string.printable) + value[place + 1 :]
        return value

    def _word(self) -> str:
        known = (
            "game",
            "position",
            "weights",
            "level",
            "clock",
            "match",
            "cube",
            "seed",
            "players",
            "name",
            "settings",
        )
        return self.random.choice((*known, "x", "", "__proto__", "a" * 100))

    def _broken(self, content: bytes) -> bytes:
        data = bytearray(content or b"{}")
        for _ in range(self.random.randrange(1, 4)):
            place = self.random.randrange(len(data) + 1)
            what = self.random.random()
            if what < 0.4:
                data[place:place] = bytes([self.random.randrange(256)])
            elif what < 0.7:
                del data[place : place + self.random.randrange(1, 10)]
            else:
                data[place:place] = self.random.choice(
                    (b"[" * 2000, b"NaN", b'"', b"\xff", b"1e999", b'{"a":' * 500)
                )
        return bytes(data)

    def _broken_path(self, path: str) -> str:
        place = self.random.randrange(1, len(path) + 1)
        signs = (
            "%2e%2e%2f",
            "/",
            "//",
            "..",
            "?",
            "&",
            "=",
            "%00",
            "%ff",
            "x",
            "é",
            "-1",
            "9" * 30,
            "#",
            "nan",
            "%",
            "\\",
        )
        return path[:place] + self.random.choice(signs) + path[place + self.random.randrange(3) :]


def fuzz(site: Site, count: int, seed: int) -> Counter[int]:
    requests, statuses = Requests(site, seed), Counter[int]()
    for number in range(count):
        method, path, content, headers = requests.mutated()
        if "/events" in path or "/inside/search" in path:
            continue
        try:
            answer = site.client.request(method, path, content=content, headers=headers)
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, UnicodeEncodeError):
            continue  # no browser would send it either
        assert answer.status_code < 500, (number, method, path, content[:300], answer.text[:300])
        assert "Traceback" not in answer.text
        if answer.status_code >= 400 and method != "HEAD" and answer.content:
            said = answer.headers.get("content-type", "")
            # What is no HTTP at all is answered by the layer below, in plain text.
            assert said.startswith("application/json") or answer.status_code == 400, (
                method,
                path,
                answer.text[:200],
            )
        statuses[answer.status_code] += 1
    site.get("/api/about")
    return statuses


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("web")
    (folder / "runs").mkdir()
    assert learn(folder / "runs" / "small", recipe=recipe_file(folder)) == 0
    with serving(folder, most=Most(runs=0)) as running:
        yield running


def test_mutated_requests(site: Site, capfd: pytest.CaptureFixture[str]) -> None:
    statuses = fuzz(site, 2500, 1)
    assert {200, 400, 404, 409} <= set(statuses)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.soak
def test_many_mutated_requests(site: Site, capfd: pytest.CaptureFixture[str]) -> None:
    total = Counter[int]()
    for seed in range(2, 12):
        total += fuzz(site, 10_000, seed)
    assert sum(total.values()) > 90_000
    assert "Traceback" not in capfd.readouterr().err
