"""The Hub engine: every command, every parameter, and what it does with lines that mean nothing."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leafstrap import games
from leafstrap.cli.app import run
from leafstrap.evaluators import Evaluator, LinearArchitecture, save_weights
from leafstrap.players.external.hub_line import HubLine
from leafstrap.protocols.hub.commands import Level
from leafstrap.protocols.hub.search import PAUSE
from leafstrap.protocols.hub.setup import PARAMS
from leafstrap.search.engine import Engine
from leafstrap.search.limits import budget
from support.own import own
from support.refusal import assert_refused
from support.wire import HubWire

DRAUGHTS = games.get("draughts")
START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
WIN_IN_ONE = own(DRAUGHTS.Position.parse("W:W28:B22")).hub
BLOCKED = own(DRAUGHTS.Position.parse("B:W44,45,49,50:B40")).hub  # no move: black has lost
KINGS = own(DRAUGHTS.Position.parse("W:WK45,34:BK1,12")).hub
INFO = (
    r"info depth=\d+ mean-depth=\d+\.\d score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d{3} nps=\d+\.\d{3}"
    r' pv="?\d+[-x]\d+.*'
)


@pytest.fixture
def wire() -> Iterator[HubWire]:
    engine = HubWire()
    yield engine
    engine.server.serve([])


def answer(lines: list[str]) -> dict[str, str]:
    (done,) = (line for line in lines if line.startswith("done"))
    return dict(HubLine.parse(done).arguments)


def error(lines: list[str]) -> str:
    (line,) = lines
    said = HubLine.parse(line)
    assert said.command == "error"
    return said.arguments["message"]


def test_names_itself_and_its_parameters(wire: HubWire) -> None:
    lines = wire("hub")
    name = HubLine.parse(lines[0])
    assert (name.command, name.arguments["name"]) == ("id", "Leafstrap")
    assert lines[-1] == "wait"
    params = {line.arguments["name"]: line.arguments for line in map(HubLine.parse, lines[1:-1])}
    assert {name: param["type"] for name, param in params.items()} == {
        "variant": "enum",
        "book": "bool",
        "ponder": "bool",
        "threads": "int",
        "tt-size": "int",
        "bb-size": "int",
        "move-overhead": "int",
        "weights": "string",
        "level": "int",
    }
    assert params["variant"] == {"name": "variant", "value": "normal", "type": "enum", "values": "normal"}
    assert (params["threads"]["min"], params["threads"]["value"]) == ("1", "1")
    assert params["book"]["value"] == "false"


def test_the_page_about_it_names_every_parameter(root: Path) -> None:
    page = (root / "docs/hub.md").read_text()
    listed = re.findall(r"^\| `([^`]+)` \|([^|]*)\|", page.partition("## Parameters")[2], re.MULTILINE)
    known = [(param.name, param.default or "empty") for param in PARAMS]
    assert [(name, default.strip()) for name, default in listed] == known


def test_a_parameter_that_was_set_is_told(wire: HubWire) -> None:
    assert wire("set-param name=threads value=2", "set-param name=TT-Size value=17") == []
    lines = wire("hub")
    assert "param name=threads value=2 type=int min=1 max=256" in lines
    assert any(line.startswith("param name=tt-size value=17 ") for line in lines)
    assert wire("init") == ["ready"]
    assert answer(wire.until("done", "level depth=3", "go think"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "name=NAME value=VALUE"),
        ("name=threads", "name=NAME value=VALUE"),
        ("name=opening value=6", "There is no parameter 'opening'"),
        ("name=bb-size value=6", "bb-size"),
        ("name=threads value=many", "threads is a number, not 'many'"),
        ("name=threads value=0", "threads is a number from 1 to 256"),
        ("name=variant value=frisian", "variant is one of normal, not 'frisian'"),
        ("name=book value=perhaps", "book is one of true, false"),
        ("name=book value=true", "no book for draughts"),
        ("name=weights value=nowhere.safetensors", "nowhere.safetensors"),
    ],
)
def test_wrong_parameters_are_explained_and_change_nothing(wire: HubWire, words: str, sentence: str) -> None:
    before = wire("hub")
    assert sentence in error(wire(f"set-param {words}"))
    assert wire("hub") == before


def test_weights_can_be_chosen(wire: HubWire, tmp_path: Path) -> None:
    material = LinearArchitecture.of(DRAUGHTS, {"features": "material"})
    path = tmp_path / "giveaway weights.safetensors"
    save_weights(path, material, -np.ones(material.size))
    best = answer(wire.until("done", "pos start", "level depth=1", "go think"))
    assert wire(f'set-param name=weights value="{path}"') == []
    assert answer(wire.until("done", "go think"))
    assert wire('set-param name=weights value=""') == []
    assert answer(wire.until("done", "go think")) == best


def test_parameters_wait_for_the_end_of_a_search(wire: HubWire) -> None:
    wire("level infinite", "go analyze")
    assert "one is under way" in error(
        [line for line in wire("set-param name=threads value=2") if "error" in line]
    )
    wire("stop")
    assert wire("set-param name=threads value=2") == []


def test_too_large_a_table_is_made_smaller(wire: HubWire, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def engine(evaluator: Evaluator, *, megabytes: int, threads: int, **others: Any) -> Engine:
        made.append(megabytes)
        if megabytes > 16:
            raise MemoryError
        return Engine(evaluator, megabytes=megabytes, threads=threads, **others)

    monkeypatch.setattr("leafstrap.protocols.engine.Engine", engine)
    lines = wire("set-param name=tt-size value=22", "init")
    assert lines == ['error message="there is no memory for a table of 64 MB: it has 16."', "ready"]
    assert made == [64, 16]


def test_searches_to_a_depth_and_reports_on_its_way(wire: HubWire) -> None:
    lines = wire.until("done", f"pos pos={START}", "level depth=6", "go think")
    infos = [line for line in lines if line.startswith("info")]
    assert infos
    assert all(re.fullmatch(INFO, line) for line in infos), infos
    last = HubLine.parse(infos[-1]).arguments
    assert last["depth"] == "6"
    said = answer(lines)
    assert [said["move"], said["ponder"]] == last["pv"].split()[:2]
    assert said["move"] in map(str, DRAUGHTS.Position().legal_moves())


def test_info_comes_at_a_pace_that_can_be_read(wire: HubWire) -> None:
    lines = wire.until("done", "level move-time=0.4", "go think")
    times = [float(HubLine.parse(line).arguments["time"]) for line in lines if line.startswith("info")]
    assert times
    # The last line comes whenever the search ends; times are rounded.
    assert all(late - early > PAUSE - 0.002 for early, late in pairwise(times[:-1]))


def test_a_win_counts_a_hundred_men(wire: HubWire) -> None:
    lines = wire.until("done", f"pos pos={WIN_IN_ONE}", "level depth=3", "go think")
    assert answer(lines) == {"move": "28x17x22"}
    assert HubLine.parse(lines[-2]).arguments["score"] == "99.99"
    behind = DRAUGHTS.Position.parse("B:W28,K1:B17")
    lines = wire.until("done", f"pos pos={own(behind).hub}", "level depth=8", "go think")
    assert float(HubLine.parse(lines[-2]).arguments["score"]) < -2


@pytest.mark.parametrize(
    "level",
    [
        "depth=3", "nodes=2000", "move-time=0.02", "time=0.3", "time=0.3 inc=0.01", "moves=1 time=0.3",
        "moves=9 time=0.3 inc=0.01", "time=0", "move-time=0",
        "move-time=0.02 handicap=3", "depth=999999999 move-time=0.02", "move-time=0.02 ponder=no",
    ],
)  # fmt: skip
@pytest.mark.parametrize("mode", ["think", "analyze"])
def test_every_level_ends_the_search(wire: HubWire, level: str, mode: str) -> None:
    if "ponder" in level:
        wire(f"level {level}", f"go {mode}")
        assert answer(wire.until("done", "ponder-hit"))
    else:
        assert answer(wire.until("done", f"level {level}", f"go {mode}"))


def test_the_increment_comes_before_the_move() -> None:
    level = Level.parse({"time": "0", "inc": "2"})
    assert level.request(0.0, ponder=False).budget == budget(2.0, 2.0, None, 0.0)


@pytest.mark.parametrize(
    ("level", "sentence"),
    [
        ("depth=deep", "depth is a whole number, 1 or more, not 'deep'"),
        ("depth=1.5", "depth is a whole number"),
        (f"nodes={'9' * 5000}", "nodes is a whole number"),
        ("move-time=nan", "move-time is a number of seconds"),
        ("time=", "'time' has no value"),
        ('time=""', "time is a number of seconds, 0 or more, not ''"),
    ],
)
def test_wrong_levels_are_explained_and_change_nothing(wire: HubWire, level: str, sentence: str) -> None:
    wire("level depth=2")
    assert sentence in error(wire(f"level {level}"))
    assert answer(wire.until("done", "go think"))


def test_positions_with_moves(wire: HubWire) -> None:
    lines = wire.until("done", 'pos start moves="32-28 19-23 28x19x23"', "level depth=2", "go think")
    assert answer(lines)["move"] in ("14x23x19", "13x24x19")
    lines = wire.until("done", f'pos pos={START} moves="32-28 19-23 28x19"', "go think")
    assert answer(lines)["move"] in ("14x23x19", "13x24x19")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "neither pos=POSITION nor start"),
        ("moves=32-28", "neither pos=POSITION nor start"),
        ('pos=""', "invalid"),
        (f"pos={START[:-1]}", "invalid position"),
        (f"pos={START}w", "invalid position"),
        (f"pos=X{START[1:]}", "the side to move is 'X'"),
        (f"pos={START[:7]}q{START[8:]}", "invalid position"),
        ('start moves="32-28 32-28"', "move 2, '32-28', is not legal there"),
        ("start moves=32-23", "move 1"),
        ('start moves="32-28', "no closing quotation mark"),
    ],
)
def test_bad_positions_are_explained_and_change_nothing(wire: HubWire, words: str, sentence: str) -> None:
    wire(f"pos pos={WIN_IN_ONE}", "level depth=1")
    assert sentence in error(wire(f"pos {words}"))
    assert answer(wire.until("done", "go think"))["move"] == "28x17x22"


@pytest.mark.parametrize("line", ["hello", "GO think", "uci", "isready", "\ufffd", "x" * 5000])
def test_unknown_commands_are_named(wire: HubWire, line: str) -> None:
    assert error(wire(line)).startswith("There is no command ")


def test_empty_lines_are_passed_over(wire: HubWire) -> None:
    assert wire("", "   ", "\t") == []


def test_ping_also_during_a_search(wire: HubWire) -> None:
    wire("level infinite", "go analyze")
    assert "pong" in wire("ping")
    assert answer(wire.until("done", "stop"))
    assert wire("ping") == ["pong"]


@pytest.mark.parametrize("level", ["infinite", "", "depth=3 infinite"])
def test_without_a_limit_it_answers_only_after_stop(wire: HubWire, level: str) -> None:
    wire(f"pos pos={WIN_IN_ONE}", f"level {level}", "go think")  # finds the win at once
    time.sleep(0.1)
    assert "done" not in wire.stream.getvalue()
    assert answer(wire.until("done", "stop"))["move"] == "28x17x22"
    assert wire("stop", "ponder-hit") == []


def test_who_is_stopped_at_once_gives_no_man_away(wire: HubWire) -> None:
    position = own(DRAUGHTS.Position.parse("W:W30,35,44:B19,20,9,2"))
    assert str(position.legal_moves()[0]) == "30-24"  # which loses a man
    for _ in range(10):
        wire("new-game", f"pos pos={position.hub}", "level infinite")
        assert answer(wire.until("done", "go think", "stop"))["move"] == "44-39"


def test_pondering_waits_for_the_move(wire: HubWire) -> None:
    wire("pos start", "level move-time=0.01", "go ponder")
    time.sleep(0.1)
    assert "done" not in wire.stream.getvalue()
    assert answer(wire.until("done", "ponder-hit"))
    wire("go ponder")
    assert answer(wire.until("done", "stop"))


def test_a_second_go_ends_the_first(wire: HubWire) -> None:
    wire("level infinite", "go think", "level depth=1")
    wire.until("done", "go think")
    wire.server.serve([])
    assert wire.stream.getvalue().count("done ") == 2


def test_a_new_game_begins_at_the_start(wire: HubWire) -> None:
    wire.until("done", f"pos pos={WIN_IN_ONE}", "level depth=1", "go think")
    wire("new-game", "level depth=1")
    assert answer(wire.until("done", "go think"))["move"] in map(str, DRAUGHTS.Position().legal_moves())


def test_a_game_that_is_over_is_answered(wire: HubWire) -> None:
    lines = wire.until("done", f"pos pos={BLOCKED}", "level depth=3", "go think")
    assert lines == ['error message="go: the game is over in this position."', "done"]


def test_a_drawn_game_is_played_on(wire: HubWire) -> None:
    there_and_back = "45-50 1-6 50-45 6-1 "
    lines = wire.until("done", f'pos pos={KINGS} moves="{there_and_back * 3}"', "level depth=3", "go think")
    assert answer(lines)["move"] in map(str, DRAUGHTS.Position.parse(KINGS).legal_moves())


def test_a_fault_of_ours_still_gives_a_move(wire: HubWire, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError('broken\n"for a test"')

    monkeypatch.setattr(Engine, "think", fail)
    lines = wire.until("done", "level depth=2", "go think")
    assert lines[0] == "error message=\"RuntimeError: broken 'for a test'\""
    monkeypatch.setattr("leafstrap.protocols.hub.setup.HubSetup.engine", fail)
    assert answer(wire.until("done", "go think"))["move"]
    assert wire("init")[-2:] == ["ready", "error message=\"init: RuntimeError: broken 'for a test'\""]


def test_quit_and_the_end_of_input() -> None:
    for lines in ([b"go think\n", b"quit\n", b"ping\n"], [b"go think\n"]):
        wire = HubWire()
        wire.server.serve(lines)
        answers = wire.stream.getvalue().splitlines()
        assert answers[-1].startswith("done move=")
        assert "pong" not in answers


def test_as_a_program() -> None:
    said = "hub\ninit\npos start\nlevel depth=4\ngo think\nping\n"
    done = subprocess.run(
        [sys.executable, "-m", "leafstrap", "hub", "material"],
        input=said, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    known = ("id ", "param ", "wait", "ready", "info ", "done ", "pong")
    assert all(line.startswith(known) for line in done.stdout.splitlines()), "nothing but the protocol"
    assert sum(line.startswith("done move=") for line in done.stdout.splitlines()) == 1
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("searching", [False, True])
def test_sigterm_ends_it(searching: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "leafstrap", "hub", "material"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.stdin.write("level infinite\ngo analyze\nping\n" if searching else "ping\n")
        engine.stdin.flush()
        while engine.stdout.readline() != "pong\n":
            pass
        engine.send_signal(signal.SIGTERM)
        assert engine.wait(timeout=30) == 130
        assert engine.stderr.read() == ""


def test_weights_that_are_none_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(capsys, ["hub", "nowhere.safetensors"], "nowhere.safetensors")
    assert_refused(capsys, ["hub", "hand"], "no weights for draughts")


def test_the_help_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hub", "--help"]) == 0
    assert "Hub" in capsys.readouterr().out
