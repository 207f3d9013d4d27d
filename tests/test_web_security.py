"""Safe by default: who may ask, with what, for what; and that nothing outside of the opened folders is ever read."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from leafstrap.errors import UsageError
from leafstrap.types import JsonObject
from leafstrap.web.config import Most, WebConfig, opened_folders
from leafstrap.web.play.store import GameStore
from support.web import Site, serving, wait_for

JSON = {"Content-Type": "application/json"}
TOKEN = "a-token-of-the-tests"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("locked"), token=TOKEN) as running:
        yield running


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example:80",
        "",
        "[::1",
        "::1",
        "10.1.2.3",
    ],
)
def test_requests_for_other_names_are_refused(site: Site, host: str) -> None:
    """DNS rebinding: the page of an attacker whose name points here still says its own name."""
    assert "name" in site.get("/api/about", 403, headers={"Host": host})
    site.get("/", 403, headers={"Host": host})


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:99", "[::1]:80", "localhost."])
def test_requests_for_this_machine_are_served(site: Site, host: str) -> None:
    site.get("/api/games", headers={"Host": host})


def test_two_hosts_are_refused(site: Site) -> None:
    with socket.create_connection(("127.0.0.1", site.port)) as wire:
        wire.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
        answer = wire.recv(65536)
    assert answer.split(b" ")[1] in (b"400", b"403")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
    ],
)
def test_pages_of_other_sites_are_refused(site: Site, method: str, headers: dict[str, str]) -> None:
    options: dict[str, Any] = {"json": {"game": "chess"}} if method == "POST" else {}
    assert "other sites" in site.call(method, "/api/games", 403, headers=headers, **options)


def test_our_own_page_is_served_and_links_to_it_may_be_followed(site: Site) -> None:
    own = {"Origin": f"http://127.0.0.1:{site.port}", "Sec-Fetch-Site": "same-origin"}
    site.post("/api/games", {"game": "chess"}, 201, headers=own)
    site.get("/", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"})
    site.get("/", 403, headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"})


def test_forms_of_other_sites_cannot_be_sent_here(site: Site) -> None:
    """Only application/json changes something, and a page of another site cannot send it without asking first."""
    body = json.dumps({"game": "chess"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        headers = {"Content-Type": kind} if kind else {}
        site.call("POST", "/api/games", 415, content=body, headers=headers)
    preflight = site.client.options("/api/games", headers={"Origin": f"http://127.0.0.1:{site.port}"})
    assert preflight.status_code == 405
    for name in preflight.headers:
        assert not name.lower().startswith("access-control-")


def test_headers_of_all_answers(site: Site) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/static/nothing.js", "/api/games/xxxxxxxxxx"):
        answer = site.client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe-inline" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers
        if path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store"


def test_a_server_that_others_can_reach_needs_a_token(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a token"):
        WebConfig(host="0.0.0.0")
    with pytest.raises(UsageError, match="needs a token"):
        WebConfig(host="example.org", token="")
    config = WebConfig(host="0.0.0.0", token=TOKEN, names=("chess.example",))
    assert config.knows_host("192.168.1.5")  # an address cannot be made to point elsewhere
    assert config.knows_host("chess.example")
    assert config.knows_host(socket.gethostname().lower())
    assert not config.knows_host("evil.example")
    with serving(tmp_path, host="0.0.0.0", token=TOKEN) as site:
        site.get("/api/games")
        site.get("/api/games", 401, headers={"Authorization": ""})
        site.get("/api/games", 403, headers={"Host": "evil.example"})


def test_the_token_is_asked_for_everywhere_but_at_the_door(locked: Site) -> None:
    for header in ("", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN[:-1]}", "Bearer é"):
        for path in ("/api/about", "/api/games", "/api/runs/events", "/api/nothing"):
            answer = locked.client.get(path, headers={b"Authorization": header.encode()})
            assert answer.status_code == 401, (path, header)
            assert TOKEN not in answer.text
    locked.get("/", headers={"Authorization": ""})
    locked.get("/api/games")


def test_the_token_as_a_cookie(locked: Site) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{locked.port}") as browser:
        assert browser.get("/?token=wrong").status_code == 303
        assert browser.get("/api/games").status_code == 401
        opened = browser.get(f"/?token={TOKEN}")
        assert (opened.status_code, opened.headers["location"]) == (303, "/")
        cookie = opened.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert browser.get("/api/games").status_code == 200
    with httpx.Client(base_url=f"http://127.0.0.1:{locked.port}") as browser:
        assert browser.post("/api/token", json={"token": "wrong"}).status_code == 401
        assert browser.post("/api/token", json={"token": TOKEN}).status_code == 204
        assert browser.get("/api/games").status_code == 200


def test_large_bodies_are_refused(site: Site) -> None:
    megabytes = b'{"game": "' + b"x" * (3 * 2**20) + b'"}'
    site.call("POST", "/api/games", 413, content=megabytes, headers=JSON)

    def pieces() -> Iterator[bytes]:
        for _ in range(60):
            yield b" " * 8192

    site.call("POST", "/api/games", 413, content=pieces(), headers=JSON)
    site.post("/api/games", {"game": "chess"}, 201)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"1",
        b'"chess"',
        b'{"game": NaN}',
        b'{"game": "chess", "level": NaN}',
        b'{"game": "chess", "level": 1e999}',
        b'{"game": "chess", "level": -Infinity}',
        b'{"game": "chess", "level": 5.5}',
        b'{"game": "chess", "level": true}',
        b'{"game": "chess", "level": "5"}',
        b'{"game": "chess", "level": 11}',
        b'{"game": "chess", "level": ' + b"9" * 5000 + b"}",
        b'{"game": "chess", "seed": ' + b"9" * 100 + b"}",
        b'{"game": "chess", "nonsense": 1}',
        b'{"game": ["chess"]}',
        b'{"game": {"a": 1}}',
        b'{"game": "chess", "clock": {"seconds": 0}}',
        b'{"game": "chess", "clock": []}',
        b'{"game": "chess", "position": "\\u0000"}',
        b'{"game": "chess", "position": "\\ud800"}',
        b'{"game": "\\ud800"}',
        b"\xff\xfe",
        b'{"game": "chess"' + b" " * 1000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
        b'{"game": "chess", "opponent": {"kind": {"kind": {"kind": 1}}}}',
        b'{"game": "chess", "match": 5}',
    ],
)
def test_bad_bodies_get_a_sentence(site: Site, body: bytes) -> None:
    site.call("POST", "/api/games", 400, content=body, headers=JSON)


def secret_beside(site: Site) -> Path:
    secret = site.folder / "secret.safetensors"
    if not secret.exists():
        secret.write_bytes(b"secret")
        (site.folder / "runs" / "link.safetensors").symlink_to(secret)
        (site.folder / "runs" / "out").symlink_to(site.folder)
    return secret


@pytest.mark.parametrize(
    "path",
    [
        "../secret.safetensors",
        "x/../../secret.safetensors",
        "runs/../../secret.safetensors",
        "/etc/passwd",
        "~/x",
        "..",
        "link.safetensors",
        "out/secret.safetensors",
        "..\\secret.safetensors",
        "%2e%2e/secret.safetensors",
        "",
        "x" * 900,
        "a/" * 300,
    ],
)
def test_nothing_outside_of_the_opened_folders_is_read(site: Site, path: str) -> None:
    secret_beside(site)
    answer = site.client.post(
        "/api/games", json={"game": "chess", "opponent": {"kind": "file", "path": path}}
    )
    assert answer.status_code in (400, 403, 404), answer.text
    assert "secret" not in answer.text.replace(path, "")
    body = {"game": "chess", "weights": [{"kind": "file", "path": path}]}
    assert site.client.post("/api/inside/explain", json=body).status_code in (400, 403, 404)


@pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "", "x" * 61, "a b", "x\\y", "ü"])
def test_runs_are_made_below_the_opened_folder_only(site: Site, name: str) -> None:
    answer = site.client.post("/api/runs", json={"game": "chess", "name": name, "games": 1})
    assert answer.status_code == 400, answer.text
    assert not (site.folder / "x").exists()


@pytest.mark.parametrize(
    "settings",
    [
        {"experience.opponents": ["uci:touch /tmp/hacked"]},
        {"experience.database": "/etc/passwd"},
        {"evaluator.initial": "../secret.safetensors"},
        {"evaluator.initial": "x.safetensors"},
        {"run.__class__": 1},
        {"run.games=1\nrun.x": 1},
        {"search.depth": {"a": 1}},
        {"search.depth": [[1]]},
        {"run.nothing": 1},
    ],
)
def test_recipes_from_the_page_name_no_files_and_no_programs(site: Site, settings: dict[str, Any]) -> None:
    site.post("/api/runs", {"game": "chess", "settings": settings, "games": 1}, 400)
    site.post("/api/runs", {"game": "chess", "recipe": "/etc/passwd"}, 400)
    site.post("/api/runs", {"game": "chess", "recipe": "../../x.toml"}, 400)


def test_static_files_are_those_of_the_package(site: Site) -> None:
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/.hidden.js",
        "/static/x\\..\\y.js",
        "/static/",
        "/static",
        "/static/a%00.js",
    ):
        answer = site.client.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"]
    index = site.client.get("/")
    assert index.status_code == 200
    assert index.headers["content-type"].startswith("text/html")
    if "etag" in index.headers:
        again = site.client.get("/", headers={"If-None-Match": index.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_what_is_switched_off_is_off(tmp_path: Path) -> None:
    with serving(tmp_path, runs=False, arena=False) as site:
        assert "switched off" in site.post("/api/runs", {"game": "chess"}, 403)
        assert "switched off" in site.post("/api/runs/000000000000/stop", {}, 403)
        assert "switched off" in site.post("/api/runs/000000000000/resume", {}, 403)
        assert "switched off" in site.post("/api/arena", {"game": "chess", "players": []}, 403)
        assert site.get("/api/about")["allowed"] == {"runs": False, "arena": False, "engines": False}
        site.post("/api/games", {"game": "chess"}, 201)


def test_engines_are_started_only_where_that_is_allowed(site: Site, tmp_path: Path) -> None:
    sign = tmp_path / "started"
    players = [{"kind": "engine", "text": f"uci:touch {sign}"}, {"kind": "random"}]
    assert "--engines" in site.post("/api/arena", {"game": "chess", "players": players}, 403)
    for text in ("uci:x", "gnubg:2", "run", "weights"):
        players[0] = {"kind": text}
        site.post("/api/arena", {"game": "chess", "players": players}, 400)
    assert not sign.exists()


def test_there_are_never_too_many_streams_sessions_and_searches(tmp_path: Path) -> None:
    most = Most(streams=2, sessions=2, searches=1, matches=1)
    with serving(tmp_path, most=most) as site:
        names = [site.post("/api/games", {"game": "draughts"}, 201)["id"] for _ in range(4)]
        with site.stream(f"/api/games/{names[0]}/events"), site.stream(f"/api/games/{names[1]}/events"):
            assert "watching" in site.get(f"/api/games/{names[1]}/events", 429)
            assert "Too many games" in site.post("/api/games", {"game": "draughts"}, 429)
        # That the streams are closed is noticed when the server next writes to them.
        wait_for(lambda: site.client.get(f"/api/games/{names[2]}").status_code == 200)
        match = {"game": "chess", "players": [{"kind": "random"}, {"kind": "random"}], "games": 5000}
        first = site.post("/api/arena", match, 201)["match"]["id"]
        assert "Enough" in site.post("/api/arena", match, 429)
        site.call("DELETE", f"/api/arena/{first}", 204, headers=JSON)


def test_a_game_is_found_while_it_is_being_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow disk, and room for one game in memory: the first has left it before its file is there."""
    write = GameStore._write

    def slowly(store: GameStore, name: str, stored: JsonObject) -> None:
        time.sleep(0.4)
        write(store, name, stored)

    monkeypatch.setattr(GameStore, "_write", slowly)
    with serving(tmp_path, most=Most(sessions=1)) as site:
        names = [site.post("/api/games", {"game": "draughts", "side": "both"}, 201)["id"] for _ in range(3)]
        for name in names:
            assert len(site.post(f"/api/games/{name}/move", {"move": "32-28"})["moves"]) == 1
        assert [len(site.get(f"/api/games/{name}")["moves"]) for name in names] == [1, 1, 1]


def test_unknown_addresses_and_methods(site: Site) -> None:
    for path in (
        "/api",
        "/api/",
        "/api/nothing",
        "/api/games/",
        "/nothing",
        "/api/runs/x/y/z",
        "/favicon.ico",
    ):
        answer = site.client.get(path)
        assert answer.status_code == 404, path
        assert answer.json()["error"]
    for method, path in (
        ("PUT", "/api/games"),
        ("PATCH", "/api/runs"),
        ("DELETE", "/api/about"),
        ("POST", "/api/about"),
    ):
        site.call(method, path, 405, headers=JSON, content=b"{}")
    for name in ("../../x", "%2e%2e", "%2e%2e%2fx", "x" * 100, "a.json", "%7f"):
        assert site.client.get(f"/api/games/{name}").status_code in (404, 405)
        assert site.client.get(f"/api/runs/{name}").status_code == 404


def test_folders_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder"):
        opened_folders([tmp_path / "missing"])
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is no folder"):
        opened_folders([tmp_path / "file"])
    assert opened_folders([]) == (Path("runs"),)
