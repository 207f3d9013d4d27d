"""Playing through the API as a page does: whole games of each kind, taking back, reloads, restarts, clocks, streams."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from leafstrap import games
from leafstrap.games.mat import read_mat
from leafstrap.web.play.settings import GameSettings
from leafstrap.web.play.table import Table
from support.own import own
from support.web import Event, RandomPerson, Site, serving, until, wait_for


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


def new(site: Site, game: str, **settings: Any) -> Any:
    return site.post("/api/games", {"game": game, "level": 1, "seed": 7, **settings}, 201)


@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("game", ["chess", "draughts"])
def test_a_whole_game(site: Site, game: str, side: str) -> None:
    state = RandomPerson(site, 3).play(new(site, game, side=side))
    outcome = state["outcome"]
    assert outcome["result"] in ("1-0", "0-1", "1/2-1/2")
    assert outcome["sentence"].endswith(".")
    assert state["position"]["legal"] == []
    assert [move["ply"] for move in state["moves"]] == list(range(1, len(state["moves"]) + 1))
    record = site.get(f"/api/games/{state['id']}/record")
    assert "attachment" in record.headers["content-disposition"]
    path = site.folder / f"game.{games.get(game).record_suffix}"
    path.write_text(record.text)
    read = own(games.get(game)).GameFile(str(path))
    assert len(read) == 1
    assert len(read.game(0).line) == len(state["moves"])


@pytest.mark.parametrize(
    "settings", [{"match": 3}, {"match": 0, "cube": True}, {"match": 2, "auto_roll": False}]
)
def test_backgammon_with_the_cube(site: Site, settings: dict[str, Any]) -> None:
    person, state = RandomPerson(site, 5), new(site, "backgammon", side="second", **settings)
    games_wanted = 3
    for _ in range(4000):
        if state["awaiting"] == "none" or (not settings["match"] and state["match"]["number"] > games_wanted):
            break
        points = state["match"]["points"]
        state = person.turn(state)
        assert all(now >= then for now, then in zip(state["match"]["points"], points, strict=True))
    match = state["match"]
    if settings["match"]:
        assert match["winner"] in ("first", "second")
        assert max(match["points"]) >= settings["match"]
    else:
        assert len(match["games"]) == games_wanted
    text = site.get(f"/api/games/{state['id']}/record").text
    written = list(read_mat(text))
    assert len(written) == match["number"]
    won = [
        sum(abs(game.points or 0) for game in written if (game.points or 0) * sign > 0) for sign in (1, -1)
    ]
    assert won == match["points"]


def test_every_state_is_drawn_by_the_server_alone(site: Site) -> None:
    state = new(site, "chess")
    legal = state["position"]["legal"]
    assert len(legal) == 20
    assert {move["from"] for move in legal} >= {"e2", "g1"}
    assert state["position"]["board"]["cells"].startswith("rnbqkbnr")
    state = site.post(f"/api/games/{state['id']}/move", {"move": "e4"})  # as people write it
    assert state["position"]["last"]["path"] == ["e2", "e4"]
    assert state["moves"][0]["text"] == "e4"


def test_what_cannot_be_done_now_is_refused(site: Site) -> None:
    state = new(site, "chess")
    path = f"/api/games/{state['id']}"
    assert "legal" in site.post(f"{path}/move", {"move": "e2e5"}, 409)
    assert "cannot be done" in site.post(f"{path}/roll", {}, 409)
    assert "cannot be done" in site.post(f"{path}/takeback", {}, 409)
    assert "moved on" in site.post(f"{path}/move", {"move": "e2e4", "version": 99}, 409)
    assert "move is missing" in site.post(f"{path}/move", {}, 400)
    site.post(f"{path}/dance", {}, 404)
    after = site.get(path)
    assert after["moves"] == []
    assert after["version"] == state["version"]


def test_taking_back(site: Site) -> None:
    state = new(site, "draughts")
    path = f"/api/games/{state['id']}"
    begun = state["position"]["text"]
    person = RandomPerson(site, 1)
    for _ in range(6):
        state = person.turn(state)
    while state["awaiting"] == "engine":
        state = person.turn(state)
    before = len(state["moves"])
    state = site.post(f"{path}/takeback")
    assert len(state["moves"]) == before - 2
    assert state["awaiting"] == "move"
    while "takeback" in state["actions"]:
        state = site.post(f"{path}/takeback")
    assert state["position"]["text"] == begun


def test_dice_stay_the_same_when_a_move_is_taken_back(site: Site) -> None:
    state = new(site, "backgammon", cube=False)
    path = f"/api/games/{state['id']}"
    person = RandomPerson(site, 2)
    while state["awaiting"] != "move":
        state = person.turn(state)
    dice, board = state["position"]["dice"], state["position"]["board"]
    state = person.turn(state)
    rolls = [move["dice"] for move in state["moves"]]
    state = site.post(f"{path}/takeback")
    assert (state["position"]["dice"], state["position"]["board"]) == (dice, board)
    state = person.turn(state)
    assert [move["dice"] for move in state["moves"]][: len(rolls)] == rolls


def test_steps_of_a_turn_can_be_undone(site: Site) -> None:
    state = new(site, "backgammon")
    path = f"/api/games/{state['id']}"
    person = RandomPerson(site, 2)
    while state["awaiting"] != "move":
        state = person.turn(state)
    board = state["position"]["board"]
    step = state["turn"]["next"][0]
    moved = site.post(f"{path}/step", {"from": step["from"], "to": step["to"]})
    assert moved["position"]["board"] != board
    assert moved["turn"]["steps"] == [step]
    assert "undo" in moved["actions"]
    back = site.post(f"{path}/undo")
    assert back["position"]["board"] == board
    assert back["turn"]["steps"] == []
    assert "cannot go there" in site.post(f"{path}/step", {"from": "1", "to": "24"}, 409)


def test_a_reload_and_a_restart_go_on_with_the_game(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        states = {}
        for game in ("chess", "draughts", "backgammon"):
            state = new(site, game, **({"match": 5} if game == "backgammon" else {}))
            person = RandomPerson(site, 4)
            for _ in range(12):
                state = person.turn(state)
            while state["awaiting"] == "engine":
                state = person.turn(state)
            again = site.get(f"/api/games/{state['id']}")
            assert again["position"] == state["position"]
            states[game] = state
    with serving(tmp_path) as site:
        listed = {each["id"]: each for each in site.get("/api/games")["games"]}
        for game, state in states.items():
            assert listed[state["id"]]["game"] == game
            again = site.get(f"/api/games/{state['id']}")
            assert again["version"] > state["version"]
            for key in ("position", "awaiting", "you", "names", "cube", "match"):
                assert again[key] == state[key], key
            assert [move["text"] for move in again["moves"]] == [move["text"] for move in state["moves"]]
        RandomPerson(site, 9).play(site.get(f"/api/games/{states['chess']['id']}"))


def test_damaged_files_of_games_do_no_harm(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        name = new(site, "chess")["id"]
    path = tmp_path / "state" / "games" / f"{name}.json"
    whole = path.read_text()
    for content in ("", "{", "[]", "null", whole.replace('"chess"', '"go"'), whole.replace("settings", "x")):
        path.write_text(content)
        with serving(tmp_path) as site:
            site.get(f"/api/games/{name}", 404)
            site.get("/api/games")
    path.write_text(whole)
    with serving(tmp_path) as site:
        assert site.get(f"/api/games/{name}")["id"] == name


def test_a_stream_tells_the_state_the_thinking_and_the_evaluation(site: Site) -> None:
    state = new(site, "chess", level=9)
    path = f"/api/games/{state['id']}"
    with site.stream(f"{path}/events") as events:
        first = until(events, "state")
        assert first["id"] == state["id"]
        said = until(events, "evaluation")["evaluation"]
        assert said["unit"] == "pawns"
        assert 0 < said["win"] < 1
        assert said["pv"][0] == said["move"]
        site.post(f"{path}/move", {"move": "e2e4"})
        seen: list[Event] = []
        while not seen or seen[-1][0] != "state" or seen[-1][1]["awaiting"] != "move":
            seen.append(next(events))
        assert any(name == "state" and data["awaiting"] == "engine" for name, data in seen)
        assert len(seen[-1][1]["moves"]) == 2


def test_evaluations_can_be_switched_off(site: Site) -> None:
    state = new(site, "chess", evaluation=False, level=8)
    path = f"/api/games/{state['id']}"
    with site.stream(f"{path}/events") as events:
        until(events, "state")
        site.post(f"{path}/move", {"move": "e2e4"})
        while (event := next(events)) and not (event[0] == "state" and event[1]["awaiting"] == "move"):
            assert event[0] in ("state", "thinking")
            assert event[1]["evaluation"] is None
        site.post(f"{path}/evaluation", {"on": True})
        assert until(events, "evaluation")["evaluation"]["depth"] >= 1


def test_a_closed_tab_stops_the_programs_search_and_the_next_one_goes_on_with_it(site: Site) -> None:
    state = new(site, "chess", level=10, side="second")
    path = f"/api/games/{state['id']}"
    live = site.app.state.server.games._live[state["id"]]
    with site.stream(f"{path}/events") as events:
        until(events, "state")
    wait_for(lambda: len(live.channel) == 0)
    # Either it was stopped before it moved, or it was quicker than the tab.
    assert wait_for(lambda: live._thinking is None)
    after = site.get(f"{path}?after={live.version}&wait=20")
    assert after["awaiting"] == "move"
    assert len(after["moves"]) == 1


def test_hints(site: Site) -> None:
    chess = new(site, "chess", position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    advice = site.post(f"/api/games/{chess['id']}/hint")
    assert advice["ranked"][0]["move"]["text"] == "Ra8#"
    assert advice["evaluation"]["mate"] == 1
    backgammon = new(site, "backgammon")
    person = RandomPerson(site, 1)
    while backgammon["awaiting"] != "move":
        backgammon = person.turn(backgammon)
    advice = site.post(f"/api/games/{backgammon['id']}/hint")
    assert advice["evaluation"]["chances"]["win"] == pytest.approx(advice["evaluation"]["win"])
    values = [each["value"] for each in advice["ranked"]]
    assert values == sorted(values, reverse=backgammon["you"] == "first")
    while backgammon["awaiting"] != "roll" and backgammon["outcome"] is None:
        backgammon = person.turn(backgammon)
    if backgammon["awaiting"] == "roll":
        advice = site.post(f"/api/games/{backgammon['id']}/hint")
        assert advice["cube"]["sentence"].endswith(".")


def test_resigning(site: Site) -> None:
    for game, points in (("chess", 1), ("backgammon", 2)):
        state = new(site, game, side="second")
        ended = site.post(f"/api/games/{state['id']}/resign", {"points": points})
        assert ended["outcome"] == {
            "winner": "first",
            "points": 1,  # Jacoby: the cube was not turned
            "result": "1-0",
            "sentence": "Black resigns: White wins.",
        }
        assert ended["awaiting"] == ("none" if game == "chess" else "next")
    assert "points" in site.post(f"/api/games/{new(site, 'chess')['id']}/resign", {"points": 2}, 400)


def test_a_flag_falls(site: Site) -> None:
    state = new(site, "chess", clock={"seconds": 1, "increment": 0})
    path = f"/api/games/{state['id']}"
    time.sleep(1.2)
    assert site.get(path)["clocks"]["running"] is None  # who has the first move may look at the board first
    with site.stream(f"{path}/events") as events:
        state = site.post(f"{path}/move", {"move": "e2e4"})
        while (state := until(events, "state"))["outcome"] is None:
            pass
    assert state["outcome"]["sentence"] == "Black wins on time."
    assert state["clocks"]["first"] == 0


def test_playing_with_oneself(site: Site) -> None:
    state = new(site, "draughts", side="both")
    person = RandomPerson(site, 8)
    for ply in range(20):
        assert state["awaiting"] == "move"
        state = person.turn(state)
        assert len(state["moves"]) == ply + 1
    assert len(site.post(f"/api/games/{state['id']}/takeback")["moves"]) == 19


def test_a_game_from_a_position(site: Site) -> None:
    fen = "8/P1k5/8/8/8/8/5K1p/8 w - - 0 1"
    state = new(site, "chess", position=fen, side="both")
    promotions = {move["promotion"] for move in state["position"]["legal"] if move["from"] == "a7"}
    assert promotions == {"Q", "R", "B", "N"}
    for text in ("8/8/8/8/8/8/8/8 w - - 0 1", "nonsense", "k7/8/K7/8/8/8/8/1R6 b - - 0 1" * 20):
        site.post("/api/games", {"game": "chess", "position": text}, 400)
    stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    assert "over" in site.post("/api/games", {"game": "chess", "position": stalemate}, 400)


def test_a_review_finds_the_blunder_and_its_reasons(site: Site) -> None:
    state = new(site, "chess", side="both")
    path = f"/api/games/{state['id']}"
    site.get(f"{path}/review", 409)
    for move in ("e4", "e5", "Qh5", "Nc6", "Qxh7", "Rxh7"):
        state = site.post(f"{path}/move", {"move": move})
    found = site.get(f"{path}/review")
    assert len(found["course"]) == 7
    assert found["worst"][0] == 5
    blunder = next(move for move in found["moves"] if move["ply"] == 5)
    assert (blunder["text"], blunder["judgement"]) == ("Qxh7", "blunder")
    reason = found["reasons"][0]
    assert reason["ply"] == 5
    material = next(family for family in reason["families"] if family["name"] == "material")
    assert material["change"] < -3
    assert material["features"][0]["meaning"] == "number of queens"
    lost = [family["change"] for family in reason["families"]]
    assert lost == sorted(lost)
    assert lost[-1] < 0
    assert found["course"][6]["text"] == f"{found['course'][6]['value']:+.2f}"
    assert site.get(f"{path}/review") == found


def test_a_review_says_so_where_an_end_is_forced(site: Site) -> None:
    state = new(site, "chess", side="both")
    for move in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"):
        site.post(f"/api/games/{state['id']}/move", {"move": move})
    reason = site.get(f"/api/games/{state['id']}/review")["reasons"][0]
    assert reason["sentence"].startswith("Nf6 lets the other side win by force in 1 move; ")
    assert reason["families"] == []
    site.post(f"/api/games/{state['id']}/move", {"move": "a3"})
    reasons = site.get(f"/api/games/{state['id']}/review")["reasons"]
    missed = next(reason["sentence"] for reason in reasons if reason["ply"] == 7)
    assert missed == "a3 misses a win by force in 1 move, which Qxf7# begins."


def test_a_review_of_backgammon(site: Site) -> None:
    state = RandomPerson(site, 6).play(new(site, "backgammon", match=1))
    found = site.get(f"/api/games/{state['id']}/review")
    moves = [move for move in state["moves"] if move["kind"] == "move"]
    assert len(found["moves"]) == len(moves)
    assert found["worst"]


def test_games_are_deleted(site: Site) -> None:
    state = new(site, "chess")
    path = f"/api/games/{state['id']}"
    site.call("DELETE", path, 204, headers={"Content-Type": "application/json"})
    site.get(path, 404)


def test_opponents_that_do_not_exist_are_refused(site: Site) -> None:
    for opponent in (
        {"kind": "nobody"},
        {"kind": "run", "run": "000000000000"},
        {"kind": "file", "path": "missing.safetensors"},
        {"kind": "default", "more": 1},
        "default",
        {},
    ):
        answer = site.client.post("/api/games", json={"game": "chess", "opponent": opponent})
        assert answer.status_code in (400, 404), answer.text


def settings_for(**changes: Any) -> GameSettings:
    values: dict[str, Any] = {
        "game": "backgammon", "opponent": {"kind": "default"}, "level": 1, "side": "both", "clock": None,
        "position": None, "evaluation": False, "seed": 1, "match": 0, "cube": True, "jacoby": True,
        "crawford": True, "auto_roll": True,
    }  # fmt: skip
    return GameSettings(**(values | changes))


def until_double(table: Table) -> None:
    while not table.may_double:
        if table.awaiting == "move":
            legal = table.position.legal_moves()
            table.do({"do": "move", "by": table.decider.name, "move": str(legal[0])})
        else:
            table.do({"do": "roll"})
        table.settle()


def test_the_rules_of_the_cube_at_a_table() -> None:
    table = Table(games.get("backgammon"), settings_for(), 3)
    assert not table.may_double  # nobody doubles before the first move
    until_double(table)
    doubler = table.position.turn
    table.do({"do": "double", "by": doubler.name})
    assert table.awaiting == "answer"
    assert table.decider == doubler.other
    table.do({"do": "take", "by": doubler.other.name})
    assert table.cube.owner == doubler.other
    assert not table.may_double
    table.do({"do": "resign", "by": doubler.name, "points": 2})
    assert table.points == 4  # the cube was turned: gammons count
    table.next_game()
    assert sum(table.totals) == 4
    until_double(table)
    table.do({"do": "double", "by": table.position.turn.name})
    table.do({"do": "drop", "by": table.decider.name})
    assert table.points == 1
    assert table.awaiting == "next"


@pytest.mark.parametrize("crawford", [True, False])
def test_the_crawford_rule(crawford: bool) -> None:
    table = Table(games.get("backgammon"), settings_for(match=3, crawford=crawford), 3)
    table.do({"do": "resign", "by": "second", "points": 2})
    table.next_game()
    assert table.score is not None
    assert table.score.points == (2, 0)
    assert table.score.crawford is crawford


def test_a_game_from_a_position_says_where_it_began(site: Site) -> None:
    text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    state = site.post("/api/games", {"game": "chess", "side": "both", "position": text}, 201)
    began = state["position"]["board"]
    assert state["start"] == {"text": text, "board": began, "turn": "first"}
    state = site.post(f"/api/games/{state['id']}/move", {"move": "e2e4"})
    assert state["start"]["board"] == began != state["position"]["board"]
    assert state["moves"][-1]["position"] == state["position"]["text"]
