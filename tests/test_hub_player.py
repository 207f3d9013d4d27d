"""Outside draughts engines: what the Hub protocol has of its own, and our engine on both ends of it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from leafstrap import games
from leafstrap.arena import Conditions, Match
from leafstrap.errors import PlayerError
from leafstrap.players import Choice, Fault, HubPlayer, parse_player
from leafstrap.players.external import engine, hub_process
from leafstrap.players.external.hub_line import HubLine
from leafstrap.search import Limits, TimeControl
from support.engines import command

DRAUGHTS = games.get("draughts")
LIMITS = Limits(depth=1)
OWN_ENGINE = f"hub:'{sys.executable}' -m leafstrap hub material"


def fake(mode: str, log: Path, **params: str) -> HubPlayer:
    return HubPlayer(mode, command("hub", mode, log), params)


def test_plays_from_any_line_and_says_what_it_thought(log: Path) -> None:
    player = fake("good", log)
    try:
        choice = player.choose(DRAUGHTS.Line(), LIMITS)
        assert choice == Choice(choice.move, score=25, depth=4, nodes=1234)
        assert str(choice.move) == "31-26"
        line = DRAUGHTS.Line()
        for move in ("32-28", "19-23", "28x19"):
            line.push(line.position.move(move))
        assert str(player.choose(line, LIMITS).move) == "13x24x19"
        odd = DRAUGHTS.Line(DRAUGHTS.Position.parse("B:WK50:B5,6"))
        assert str(player.choose(odd, LIMITS).move) == "5-10"
    finally:
        player.close()
        player.close()


def test_limits_reach_the_engine(log: Path) -> None:
    player = fake("good", log)
    clock = Limits(clock=TimeControl(60, 1.5))
    own, other = clock.new_clock(), clock.new_clock()
    own.spend(11)
    late = clock.new_clock()
    late.left = 0.7
    sudden = Limits(clock=TimeControl(9))
    try:
        for limits in (
            Limits(depth=3),
            Limits(nodes=500),
            Limits(movetime=0.25),
            Limits(movetime=1e-9),
            clock.with_clocks(own, other),
            clock.with_clocks(late, other),
            sudden.with_clocks(sudden.new_clock(), other),
        ):
            player.choose(DRAUGHTS.Line(), limits)
    finally:
        player.close()
    assert log.with_suffix(".go").read_text().splitlines() == [
        "level depth=3",
        "level nodes=500",
        "level move-time=0.250",
        "level move-time=0.001",
        "level time=49.000 inc=1.500",
        "level time=0.700",
        "level time=9.000",
    ]


def test_parameters_and_fair_defaults(log: Path) -> None:
    """Its table is counted in another way than Scan's, and left as it is."""
    fake("good", log).close()
    fake("good", log, threads="2").close()
    fair, wanted = "set-param name=variant value=normal", "set-param name=threads value={}"
    said = log.with_suffix(".options").read_text().splitlines()
    assert said == [fair, wanted.format(1), fair, wanted.format(2)]


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"contempt": "3"}, "has no parameter 'contempt': there are threads, tt-size, variant"),
        ({"threads": "lots"}, "does not take its parameters: lots is no number"),
    ],
)
def test_parameters_that_are_refused(log: Path, params: dict[str, str], sentence: str) -> None:
    with pytest.raises(PlayerError, match=sentence):
        fake("good", log, **params)


@pytest.mark.parametrize("mode", ["deaf", "unready"])
def test_an_engine_that_does_not_get_ready(log: Path, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_process, "START", 2.0)
    with pytest.raises(PlayerError, match="does not start as a Hub engine: it does not answer"):
        fake(mode, log)


@pytest.mark.parametrize(
    ("mode", "reason"),
    [("grumbling", "grumbling did not answer (what level?)"), ("babbling", "babbling did not answer")],
)
def test_hanging_with_words(log: Path, mode: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 0.5)
    monkeypatch.setattr(hub_process, "FAREWELL", 0.2)
    player = fake(mode, log)
    try:
        with pytest.raises(Fault) as caught:
            player.choose(DRAUGHTS.Line(), LIMITS)
        assert (str(caught.value), caught.value.kind) == (reason, "time forfeit")
    finally:
        player.close()


def test_close_wakes_a_player_that_waits(log: Path) -> None:
    player = fake("silent", log)
    faults: list[str] = []

    def choose() -> None:
        try:
            player.choose(DRAUGHTS.Line(), LIMITS)
        except Fault as fault:
            faults.append(str(fault))

    thread = threading.Thread(target=choose)
    thread.start()
    player.close()
    thread.join(timeout=30)
    assert faults == ["silent is closed"]


def test_a_killed_engine_is_started_again(log: Path) -> None:
    player = fake("good", log)
    try:
        player.choose(DRAUGHTS.Line(), LIMITS)
        os.kill(int(log.read_text()), signal.SIGKILL)
        assert str(player.choose(DRAUGHTS.Line(), LIMITS).move) == "31-26"
    finally:
        player.close()
    assert player.restarts == 1


@pytest.mark.parametrize(
    "limits",
    [Limits(depth=4), Limits(nodes=2000), Limits(movetime=0.02), Limits(clock=TimeControl(2, 0.05))],
    ids=str,
)
def test_our_own_engine(limits: Limits) -> None:
    spec = parse_player(f"{OWN_ENGINE};tt-size=16", DRAUGHTS)
    result = Match(
        spec, parse_player("material;hash=1", DRAUGHTS), Conditions(DRAUGHTS, limits, max_plies=30), 2
    ).run()
    assert [game.reason for game in result.games if game.irregular] == []
    assert all(any("/" in comment for comment in game.comments) for game in result.games)


def test_the_same_search_as_without_a_protocol() -> None:
    conditions = Conditions(DRAUGHTS, Limits(nodes=3000), max_plies=80)
    result = Match(
        parse_player(OWN_ENGINE, DRAUGHTS), parse_player("material", DRAUGHTS), conditions, 2
    ).run()
    first, second = ([str(move) for move in game.line.moves] for game in result.games)
    assert first == second


@pytest.mark.parametrize(
    ("text", "game", "sentence"),
    [
        ("hub:", "draughts", "needs a command: hub:COMMAND"),
        ("hub:scan", "chess", "speak hub play draughts, not chess"),
        ("uci:stockfish", "draughts", "speak uci play chess, not draughts"),
        ("hub:scan;threads", "draughts", "NAME=VALUE, not 'threads'"),
        ("hub:scan 'hub", "draughts", "is no command: No closing quotation"),
        ("uci:stockfish 'x", "chess", "is no command: No closing quotation"),
        ("turbo", "chess", "plays draughts, not chess"),
        ("turbo;x=1", "draughts", "does not have: it has none"),
        ("tubro", "draughts", "did you mean turbo"),
    ],
)
def test_texts_that_mean_nothing(text: str, game: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        parse_player(text, games.get(game))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ping", HubLine("ping")),
        ("  go   think ", HubLine("go", {"think": ""})),
        ('pos pos=We moves="38-15 5-41"', HubLine("pos", {"pos": "We", "moves": "38-15 5-41"})),
        ('set-param name = x value=""', HubLine("set-param", {"name": "x", "value": ""})),
        ('a b="c"d', HubLine("a", {"b": "c", "d": ""})),
        ("", HubLine("")),
    ],
)
def test_lines(text: str, line: HubLine) -> None:
    assert HubLine.parse(text) == line


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('pos pos="We', "'pos' has no closing quotation mark"),
        ("pos pos=", "'pos' has no value"),
        ("pos pos==", "'pos' has no value"),
        ("pos =x", "no argument before '=x'"),
        ('pos "x"', "no argument before"),
        ("pos=x", "begins with a command, not with 'pos=x'"),
        ('"', "begins with a command"),
        ("go \x00", "no argument before"),
    ],
)
def test_lines_that_are_none(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        HubLine.parse(text)


@pytest.mark.parametrize("value", ["x", "", "a b", "a=b", " a", "ü", "28x19x23"])
def test_what_is_written_is_read(value: str) -> None:
    assert HubLine.parse(str(HubLine("c", {"n": value}))).arguments == {"n": value.strip()}
