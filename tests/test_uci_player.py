"""Outside engines: they play, die, hang and cheat, and leave no process behind."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leafstrap import games
from leafstrap.arena.opening import Opening
from leafstrap.arena.play import Seat, play_game
from leafstrap.errors import PlayerError
from leafstrap.players import Fault, RandomPlayer, UciPlayer, uci_player
from leafstrap.search import Limits, TimeControl

CHESS = games.get("chess")
ENGINE = Path(__file__).parent / "support" / "fake_engine.py"
LIMITS = Limits(nodes=1)


def command(mode: str, log: Path) -> str:
    return f"'{sys.executable}' '{ENGINE}' {mode} '{log}'"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """Where the engine notes its process ids; none of them may be left at the end."""
    path = tmp_path / "engine.log"
    yield path
    for line in path.read_text().split():
        assert is_gone(int(line)), "an engine was left behind"


def is_gone(pid: int) -> bool:
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def line_of(*moves: str) -> Any:
    line = CHESS.Line()
    for move in moves:
        line.push(line.position.move(move))
    return line


def test_plays_from_any_line(log: Path) -> None:
    player = UciPlayer("good", command("good", log))
    try:
        assert str(player.choose(line_of(), LIMITS)) == "a2a3"
        assert str(player.choose(line_of("e2e4"), LIMITS)) == "a7a5"
        odd = CHESS.Line(CHESS.Position.parse("6k1/8/8/8/8/8/8/K6R w - - 0 1"))
        assert str(player.choose(odd, LIMITS)) == "a1a2"
    finally:
        player.close()
        player.close()


def test_limits_reach_the_engine(log: Path) -> None:
    player = UciPlayer("good", command("good", log))
    try:
        player.choose(line_of(), Limits(depth=3))
        player.choose(line_of(), Limits(nodes=500))
        player.choose(line_of(), Limits(movetime=0.25))
        limits = Limits(clock=TimeControl(60, 1))
        own, other = limits.new_clock(), limits.new_clock()
        other.spend(11)
        player.choose(line_of("e2e4"), limits.with_clocks(own, other))
    finally:
        player.close()
    said = log.with_suffix(".go").read_text().splitlines()
    assert said[:3] == ["go depth 3", "go nodes 500", "go movetime 250"]
    words = said[3].split()
    clock = dict(zip(words[1::2], map(int, words[2::2]), strict=True))
    assert clock == {"wtime": 50_000, "btime": 60_000, "winc": 1000, "binc": 1000}


def test_options_and_fair_defaults(log: Path) -> None:
    UciPlayer("good", command("good", log), {"Hash": "64"}).close()
    said = set(log.with_suffix(".options").read_text().splitlines())
    assert {"setoption name Hash value 64", "setoption name OwnBook value false"} <= said


def test_dead_engine_is_started_again_and_goes_on(log: Path) -> None:
    player = UciPlayer("crash", command("crash", log))
    opening = Opening("start", CHESS, CHESS.Position())
    try:
        game = play_game(Seat(player, LIMITS), Seat(RandomPlayer(), LIMITS), opening, max_plies=20)
    finally:
        player.close()
    assert game is not None
    assert player.restarts == 1
    assert len(game.line) == 20
    assert len(log.read_text().split()) == 2


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("doomed", "abandoned", "died"),
        ("illegal", "rules infraction", "illegal move"),
        ("nothing", "rules infraction", "named no move"),
        ("silent", "time forfeit", "did not answer"),
    ],
)
def test_faults_lose_one_game_and_not_the_match(
    log: Path, mode: str, kind: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uci_player, "PATIENCE", 0.3)
    player = UciPlayer(mode, command(mode, log))
    opening = Opening("start", CHESS, CHESS.Position())
    try:
        for _ in range(2):
            game = play_game(Seat(RandomPlayer(), LIMITS), Seat(player, LIMITS), opening)
            assert game is not None
            assert game.outcome.points == 1
            assert game.termination == kind
            assert words in game.reason
            assert len(game.line) == 1
    finally:
        player.close()


def test_choose_after_close_is_a_fault(log: Path) -> None:
    player = UciPlayer("good", command("good", log))
    player.close()
    with pytest.raises(Fault):
        player.choose(line_of(), LIMITS)


@pytest.mark.parametrize("text", ["no-such-program-anywhere", "/", "true", "false"])
def test_what_is_no_engine(text: str) -> None:
    with pytest.raises(PlayerError, match="does not start as a UCI engine"):
        UciPlayer("bad", text)


def test_unknown_option_is_refused(log: Path) -> None:
    with pytest.raises(PlayerError, match="does not take its options"):
        UciPlayer("good", command("good", log), {"Contempt": "3"})
    with pytest.raises(PlayerError, match="does not take its options"):
        UciPlayer("good", command("good", log), {"Hash": "lots"})
