"""Matches and tournaments through the API, and pages of results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from leafstrap import api
from leafstrap.web.arena.results import blocks
from support.web import Site, serving, until, wait_for

RANDOM = {"kind": "random"}
FAST = {"limits": {"depth": 1}}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("web"), engines=True) as running:
        yield running


def start(site: Site, **body: Any) -> Any:
    return site.post("/api/arena", {"game": "draughts", **FAST, **body}, 201)["match"]


def done(site: Site, match: Any) -> Any:
    path = f"/api/arena/{match['id']}"
    return wait_for(lambda: (found := site.get(path)["match"])["status"] != "playing" and found)


def test_a_match_is_that_of_the_library(site: Site) -> None:
    players = [{"kind": "material"}, RANDOM]
    match = done(site, start(site, players=players, games=6, seed=4))
    assert match["status"] == "done"
    known = api.match("draughts", "material", "random", games=6, depth=1, seed=4)
    assert match["score"] == known.as_json()
    assert match["sentence"] == str(known)
    assert (match["played"], match["total"]) == (6, 6)
    assert [row["name"] for row in match["table"]] == ["material", "random"]
    assert match["table"][0]["against"][1] == known.wins + known.draws / 2
    game = site.get(f"/api/arena/{match['id']}/games/1")
    assert game["names"] == ["material", "random"]
    assert game["moves"]
    assert site.get(f"/api/arena/{match['id']}/record").text.count("[Event") == 6
    site.get(f"/api/arena/{match['id']}/games/7", 404)
    site.get(f"/api/arena/{match['id']}/games/x", 404)


def test_a_stream_of_a_match(site: Site) -> None:
    with site.stream(f"/api/arena/{start(site, players=[RANDOM, RANDOM], games=30)['id']}/events") as events:
        match = until(events, "match")
        frames = None
        while match["status"] == "playing":
            name, data = next(events)
            match = data if name == "match" else match
            frames = data if name == "game" else frames
    assert match["played"] == 30
    assert frames is None or frames["game"] == "draughts"


def test_a_tournament_and_a_gauntlet(site: Site) -> None:
    players = [{"kind": "material"}, RANDOM, {"kind": "default", "level": 1, "name": "low"}]
    match = done(site, start(site, kind="tournament", players=players, games=2))
    assert match["played"] == 6
    assert len(match["table"]) == 3
    assert all(row["against"][place] is None for place, row in enumerate(match["table"]))
    gauntlet = done(site, start(site, kind="gauntlet", players=players, games=2))
    assert gauntlet["played"] == 4


def test_players_of_the_same_name_are_told_apart(site: Site) -> None:
    match = done(site, start(site, kind="tournament", players=[RANDOM, RANDOM, RANDOM], games=2))
    assert match["names"] == ["random", "random (2)", "random (3)"]
    assert {row["name"] for row in match["table"]} == set(match["names"])


def test_a_test_stops_when_it_is_decided(site: Site) -> None:
    players = [{"kind": "default"}, RANDOM]
    match = done(site, start(site, players=players, games=2000, sprt=[0, 200]))
    assert match["sprt"]["verdict"] == "accept H1"
    assert match["sprt"]["llr"] >= match["sprt"]["upper"]
    assert match["played"] < 2000


def test_backgammon_for_points_and_with_the_cube(site: Site) -> None:
    players = [{"kind": "default"}, {"kind": "default", "level": 2}]
    match = done(site, start(site, game="backgammon", players=players, games=2, points=3))
    assert match["score"]["matches"] == 2
    cube = done(site, start(site, game="backgammon", players=players, games=4, cube=True))
    assert "points_per_game" in cube["score"]
    plain = done(site, start(site, game="backgammon", players=[{"kind": "pubeval"}, RANDOM], games=10))
    assert plain["table"][0]["name"] == "pubeval"


def test_a_match_is_stopped_and_forgotten(site: Site) -> None:
    match = start(site, players=[RANDOM, RANDOM], games=5000, game="chess")
    assert site.post(f"/api/arena/{match['id']}/stop")["match"]["id"] == match["id"]
    assert done(site, match)["status"] == "stopped"
    assert match["id"] in [each["id"] for each in site.get("/api/arena")["matches"]]
    site.call("DELETE", f"/api/arena/{match['id']}", 204, headers={"Content-Type": "application/json"})
    site.get(f"/api/arena/{match['id']}", 404)


def test_an_engine_that_does_not_start_is_told(site: Site) -> None:
    players = [{"kind": "engine", "text": "uci:/nowhere/engine"}, RANDOM]
    answer = site.client.post("/api/arena", json={"game": "chess", "players": players, "games": 2})
    if answer.status_code == 201:
        match = done(site, answer.json()["match"])
        assert match["status"] == "failed"
        assert "engine" in match["error"]
    else:
        assert answer.status_code == 400
    for text in ("nonsense", "run", "weights", "/etc/passwd", "x.safetensors"):
        wrong = [{"kind": "engine", "text": text}, RANDOM]
        assert site.client.post("/api/arena", json={"game": "chess", "players": wrong}).status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        {"players": [RANDOM]},
        {"players": [RANDOM] * 3},
        {"players": [RANDOM] * 13, "kind": "tournament"},
        {"players": [RANDOM, {"kind": "random", "level": 3}]},
        {"players": [RANDOM, {"kind": "default", "level": 0}]},
        {"players": [RANDOM, "random"]},
        {"players": "random"},
        {"players": [RANDOM, RANDOM], "games": 0},
        {"players": [RANDOM, RANDOM], "games": 10**9},
        {"players": [RANDOM, RANDOM], "sprt": [5, 0]},
        {"players": [RANDOM, RANDOM], "sprt": ["a", "b"]},
        {"players": [RANDOM, RANDOM], "sprt": [0]},
        {"players": [RANDOM, RANDOM], "limits": {"depth": 0}},
        {"players": [RANDOM, RANDOM], "limits": {"time": 1}},
        {"players": [RANDOM, RANDOM], "cube": True},
        {"players": [RANDOM, RANDOM], "points": 5},
        {"players": [RANDOM, RANDOM], "openings": "/etc/passwd"},
        {"players": [RANDOM, RANDOM], "kind": "league"},
        {"players": [RANDOM, RANDOM], "concurrency": 100},
    ],
)
def test_wrong_matches_are_refused(site: Site, body: dict[str, Any]) -> None:
    site.post("/api/arena", {"game": "chess", **body}, 400)


def test_pages_of_results(site: Site) -> None:
    folder = site.folder / "runs" / "results"
    folder.mkdir()
    (folder / "table.md").write_text(
        "# A table\n\nWords.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![curve](table.png)\n"
    )
    (folder / "table.json").write_text("{}")
    (folder / "table.png").write_bytes(b"\x89PNG")
    (folder / "notes.md").write_text("# No results\n")
    pages = {page["title"]: page["id"] for page in site.get("/api/results")["pages"]}
    assert "No results" not in pages
    page = site.get(f"/api/results/{pages['A table']}")
    assert [block["type"] for block in page["blocks"]] == ["heading", "paragraph", "table", "image"]
    assert page["blocks"][2]["rows"] == [["1", "2"]]
    image = site.get(f"/api/results/{pages['A table']}/table.png")
    assert image.headers["content-type"] == "image/png"
    for name in ("notes.md", "missing.png", "..%2ftable.png", "table.txt"):
        assert site.client.get(f"/api/results/{pages['A table']}/{name}").status_code == 404
    site.get("/api/results/000000000000", 404)


def test_blocks_of_every_page_we_have(root: Any) -> None:
    for path in sorted((root / "docs" / "results").glob("*.md")):
        found = list(blocks(path.read_text()))
        assert found[0]["type"] == "heading"
        for block in found:
            if block["type"] == "table":
                assert all(len(row) == len(block["header"]) for row in block["rows"]), (path, block)
