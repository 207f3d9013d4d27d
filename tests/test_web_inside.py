"""Looking inside through the API: positions, explanations, variations, what a search would teach."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from leafstrap import api, games
from support.web import Site, serving, until, wait_for

GAMES = ("chess", "draughts", "backgammon")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


def test_about_tells_everything_a_page_starts_from(site: Site) -> None:
    about = site.get("/api/about")
    assert [game["name"] for game in about["games"]][:3] == list(GAMES)
    assert [level["level"] for level in about["levels"]] == list(range(1, 11))
    for game in about["games"][:3]:
        assert game["start"]["text"] == str(games.get(game["name"]).Position())
        assert any(recipe["default"] for recipe in game["recipes"])
        assert {"kind": "default", "help": "the weights that come with the game"} in game["weights"]
        kinds = {player["kind"] for player in game["players"]}
        assert "random" in kinds
        assert not kinds & {"uci", "hub", "gnubg", "weights", "run"}
    assert about["allowed"] == {"runs": True, "arena": True, "engines": False}


def test_positions(site: Site) -> None:
    found = site.get("/api/position", params={"game": "chess", "moves": "e4,e7e5,Qh5,Nc6,Bc4,Nf6,Qxf7"})
    assert found["outcome"]["sentence"] == "Checkmate: White wins."
    assert found["check"] == "e8"
    assert found["last"]["captures"] == ["f7"]
    rolled = site.get("/api/position", params={"game": "backgammon", "dice": "61"})
    assert rolled["dice"] == [6, 1]
    assert any(move["text"] == "13/7 8/7" for move in rolled["legal"])
    repeated = "Nf3,Nf6,Ng1,Ng8," * 2
    drawn = site.get("/api/position", params={"game": "chess", "moves": repeated})
    assert drawn["outcome"]["sentence"] == "A draw by repetition."
    for wrong in (
        {"game": "chess", "position": "x"},
        {"game": "go"},
        {},
        {"game": "chess", "dice": "61"},
        {"game": "backgammon", "dice": "77"},
        {"game": "chess", "colour": "red"},
        {"game": "backgammon", "position": "XGID=" + "a" * 200},
    ):
        site.get("/api/position", 400, params=wrong)
    site.get("/api/position", 409, params={"game": "chess", "moves": "e5"})


@pytest.mark.parametrize("game", GAMES)
def test_an_explanation_is_that_of_the_library(site: Site, game: str) -> None:
    rules = games.get(game)
    answer = site.post("/api/inside/explain", {"game": game, "position": rules.example})
    said = answer["explanations"][0]
    position = rules.parse_position(rules.example)[0]
    known = api.explain(api.load("default", game), position)
    features = [feature for family in said["families"] for feature in family["features"]]
    if said["exact"]:
        assert sum(family["share"] for family in said["families"]) == pytest.approx(said["value"], abs=1e-3)
    else:
        assert said["outputs"] == pytest.approx(dict(known.outputs))
    assert {family["name"] for family in said["families"]} == {family.name for family in known.families}
    assert any(feature["squares"] for feature in features)
    shares = sum(feature["share"] for feature in features if feature["squares"])
    if all(len(family["features"]) <= 60 for family in said["families"]):
        assert sum(said["squares"].values()) == pytest.approx(shares, abs=1e-3)


def test_features_are_on_the_squares_of_their_pieces(site: Site) -> None:
    """A piece of the second player counts with the mirrored square: it is drawn where it stands."""
    fen = "4k3/8/8/3n4/8/8/8/N3K3 w - - 0 1"
    said = site.post("/api/inside/explain", {"game": "chess", "position": fen})["explanations"][0]
    knights = {
        square
        for family in said["families"]
        for feature in family["features"]
        if feature["name"].startswith("square.knight")
        for square in feature["squares"]
    }
    assert knights == {"d5", "a1"}


def test_two_weights_side_by_side(site: Site) -> None:
    weights = [{"kind": "default"}, {"kind": "material"}]
    answer = site.post("/api/inside/explain", {"game": "chess", "weights": weights, "position": None})
    assert [each["name"] for each in answer["explanations"]] == ["default", "material"]
    site.post("/api/inside/explain", {"game": "chess", "weights": [{"kind": "default"}] * 3}, 400)
    site.post("/api/inside/explain", {"game": "backgammon", "weights": [{"kind": "material"}]}, 400)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_deepens_and_ends(site: Site, game: str) -> None:
    weights = json.dumps({"kind": "default"})
    dice = ":31" if game == "backgammon" else ""
    position = str(games.get(game).Position()).replace(":00", dice) if dice else ""
    path = f"/api/inside/search?game={game}&variations=3&nodes=30000&weights={weights}&position={position}"
    with site.stream(path) as events:
        seen = list(events)
    assert seen[-1][0] == "result"
    lines = seen[-1][1]["lines"]
    assert len(lines) == 3
    assert len({line["move"]["id"] for line in lines}) == 3
    values = [line["value"] for line in lines]
    assert values == sorted(values, reverse=True)


def test_a_closed_stream_ends_its_search(site: Site) -> None:
    work = site.app.state.server.work
    with site.stream("/api/inside/search?game=chess&nodes=5000000&seconds=30") as events:
        until(events, "thinking")
        assert work._under_way == 1
    wait_for(lambda: work._under_way == 0, 5)


def test_wrong_searches_are_refused(site: Site) -> None:
    for query in (
        "game=chess&nodes=0",
        "game=chess&nodes=nan",
        "game=chess&seconds=31",
        "game=chess&variations=2.5",
        "game=chess&weights=[]",
        'game=chess&weights={"kind":"run","run":"x"',
        "game=chess&position=7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "game=chess&game=chess",
    ):
        site.get(f"/api/inside/search?{query}", 400)


@pytest.mark.parametrize(
    ("game", "search", "depth"),
    [
        ("chess", "alphabeta", 3),
        ("chess", "minimax", 2),
        ("draughts", "alphabeta", 4),
        ("backgammon", "expectimax", 2),
    ],
)
def test_what_a_search_would_teach_is_what_the_core_learns(
    site: Site, game: str, search: str, depth: int
) -> None:
    body = {"game": game, "search": search, "depth": depth, "nodes": 20_000}
    found = site.post("/api/inside/learn", body)
    rules = games.get(game)
    evaluator = api.load("default", rules)
    made = rules.searches[search].make(evaluator.architecture.core, 18)
    limits: dict[str, Any] = {"candidates": 5} if rules.board_data.dice else {"nodes": 20_000}
    made.run(evaluator.snapshot(), rules.Line(), depth=depth, **limits)
    delta = made.delta()
    assert found["nodes"] == delta.nodes
    assert found["tree"][0]["error"] != 0
    errors = [abs(node["error"]) for node in found["tree"]]
    assert errors == sorted(errors, reverse=True)
    for node in found["tree"]:
        assert node["error"] == pytest.approx(node["target"] - node["value"], abs=2e-3)
    largest = np.argmax(np.abs(np.asarray(delta.gradient)))
    assert found["weights"][0]["change"] == pytest.approx(float(delta.gradient[largest]))
    assert sum(found["histogram"]["counts"]) == found["moved"]
    assert sum(each["nodes"] for each in found["by_depth"]) == delta.nodes
    mean = sum(each["nodes"] * each["mean_error"] for each in found["by_depth"]) / delta.nodes
    assert found["mean_error"] == pytest.approx(mean, rel=1e-3)


def test_searches_that_take_too_long_are_refused(site: Site) -> None:
    for body in (
        {"game": "chess", "search": "minimax", "depth": 5},
        {"game": "backgammon", "depth": 3},
        {"game": "chess", "search": "expectimax"},
        {"game": "chess", "nodes": 10**9},
        {"game": "chess", "depth": True},
    ):
        site.post("/api/inside/learn", body, 400)
