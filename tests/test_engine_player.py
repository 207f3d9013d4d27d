"""Outside engines: they play, die, hang and cheat, and leave no process behind."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from leafstrap import games
from leafstrap.arena import Conditions, Match, Participant, PlayedGame, play_game
from leafstrap.errors import PlayerError
from leafstrap.players import (
    Choice,
    Fault,
    HubPlayer,
    PlayerSpec,
    RandomPlayer,
    UciPlayer,
    XboardPlayer,
    parse_player,
)
from leafstrap.players.external import chess_engine, hub_process
from leafstrap.players.external import engine as outside_engine
from leafstrap.search import Limits, TimeControl
from support.engines import command

Engine = UciPlayer | XboardPlayer | HubPlayer
CHESS, DRAUGHTS = games.get("chess"), games.get("draughts")
KINDS: dict[str, type[Engine]] = {"uci": UciPlayer, "xboard": XboardPlayer, "hub": HubPlayer}
PLAYED = {"uci": CHESS, "xboard": CHESS, "hub": DRAUGHTS}
LIMITS = Limits(depth=1)

all_protocols = pytest.mark.parametrize("protocol", KINDS)
both_protocols = pytest.mark.parametrize("protocol", ["uci", "xboard"])  # of chess


def engine(protocol: str, mode: str, log: Path, **options: str) -> Engine:
    return KINDS[protocol](mode, command(protocol, mode, log), options)


def line_of(*moves: str) -> Any:
    line = CHESS.Line()
    for move in moves:
        line.push(line.position.move(move))
    return line


def game_of(first: Engine, protocol: str, plies: int = 12) -> PlayedGame:
    game = play_game(
        PLAYED[protocol], Participant(first, LIMITS), Participant(RandomPlayer(), LIMITS), max_plies=plies
    )
    assert game is not None
    return game


@both_protocols
def test_plays_from_any_line(log: Path, protocol: str) -> None:
    player = engine(protocol, "good", log)
    try:
        assert str(player.choose(line_of(), LIMITS).move) == "a2a3"
        assert str(player.choose(line_of("e2e4"), LIMITS).move) == "a7a5"
        assert str(player.choose(line_of("e2e4", "e7e5"), LIMITS).move) == "a2a3"
        odd = CHESS.Line(CHESS.Position.parse("6k1/8/8/8/8/8/8/K6R w - - 0 1"))
        assert str(player.choose(odd, LIMITS).move) == "a1a2"
    finally:
        player.close()
        player.close()


@both_protocols
def test_says_what_it_thought(log: Path, protocol: str) -> None:
    player = engine(protocol, "good", log)
    try:
        choice = player.choose(line_of(), LIMITS)
        assert choice == Choice(choice.move, score=25, mate=None, depth=4, nodes=1234)
        assert player.choose(line_of("e2e4"), LIMITS).score == 25, "the mover's view, not White's"
    finally:
        player.close()


def test_limits_reach_a_uci_engine(log: Path) -> None:
    player = engine("uci", "good", log)
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


def test_limits_reach_an_xboard_engine(log: Path) -> None:
    player = engine("xboard", "good", log)
    try:
        player.choose(line_of(), Limits(depth=3))
        player.choose(line_of(), Limits(movetime=0.25))
        limits = Limits(clock=TimeControl(60, 1))
        player.choose(line_of("e2e4"), limits.with_clocks(limits.new_clock(), limits.new_clock()))
    finally:
        player.close()
    said = log.with_suffix(".go").read_text().splitlines()
    assert said == ["sd 3", "st 0.25", "level 0 1:00 1", "otim 6000", "time 6000"]


def test_time_for_a_move_as_a_clock(log: Path) -> None:
    """For engines that take no `st`, or only whole seconds of it."""
    text = f"xboard:{command('xboard', 'clocks', log)};clock=40;memory=8"
    player = parse_player(text, CHESS).build()
    try:
        for _ in range(2):
            player.choose(line_of(), Limits(movetime=0.1))
    finally:
        player.close()
    said = log.with_suffix(".go").read_text().splitlines()
    assert said == 2 * ["level 0 0:04 0", "time 400", "otim 400"]
    assert log.with_suffix(".options").read_text().splitlines() == ["memory 8"]


def test_what_an_xboard_engine_complains_about_is_the_reason(log: Path) -> None:
    player = engine("xboard", "clocks", log)
    try:
        game = game_of(player, "xboard")
    finally:
        player.close()
    assert (game.termination, game.outcome.points) == ("rules infraction", -1)
    assert "refused what it was told (Error (unknown command): sd)" in game.reason


def test_xboard_engines_have_no_limit_in_nodes(log: Path) -> None:
    player = engine("xboard", "good", log)
    try:
        with pytest.raises(PlayerError, match="no limit in nodes: give it @movetime or @depth"):
            player.choose(line_of(), Limits(nodes=100))
    finally:
        player.close()


def test_options_and_fair_defaults(log: Path) -> None:
    engine("uci", "good", log, Hash="64").close()
    said = set(log.with_suffix(".options").read_text().splitlines())
    assert {"setoption name Hash value 64", "setoption name OwnBook value false"} <= said


@all_protocols
@pytest.mark.parametrize("mode", ["crash", "mortal"])
def test_dead_engine_is_started_again_and_goes_on(log: Path, protocol: str, mode: str) -> None:
    """In the middle of a game, or when a later one begins."""
    player = engine(protocol, mode, log)
    try:
        lengths = [len(game_of(player, protocol).line) for _ in range(2)]
    finally:
        player.close()
    assert lengths == [12, 12]
    assert player.restarts == 1
    assert len(log.read_text().split()) == 2


@all_protocols
@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("doomed", "abandoned", "died 3 times on one move"),
        ("illegal", "rules infraction", "illegal move"),
        ("nothing", "rules infraction", "named no move"),
        ("silent", "time forfeit", "did not answer"),
    ],
)
def test_faults_lose_one_game_and_not_the_match(
    log: Path, protocol: str, mode: str, kind: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside_engine, "PATIENCE", 0.3)
    monkeypatch.setattr(chess_engine, "FAREWELL", 0.2)
    monkeypatch.setattr(hub_process, "FAREWELL", 0.2)
    player = engine(protocol, mode, log)
    try:
        for _ in range(2):
            game = play_game(
                PLAYED[protocol], Participant(RandomPlayer(), LIMITS), Participant(player, LIMITS)
            )
            assert game is not None
            assert game.outcome.points == 1
            assert game.termination == kind
            assert words in game.reason
            assert len(game.line) == 1
    finally:
        player.close()


@both_protocols
def test_an_engine_that_is_never_ready_loses_its_game(
    log: Path, protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside_engine, "PATIENCE", 0.3)
    monkeypatch.setattr(chess_engine, "FAREWELL", 0.2)
    player = engine(protocol, "unready", log)
    try:
        game = game_of(player, protocol)
    finally:
        player.close()
    assert game.termination == "time forfeit"
    assert "did not answer" in game.reason


@all_protocols
def test_an_engine_that_never_comes_back_loses_its_games(log: Path, protocol: str) -> None:
    """It dies in the first game and cannot be started again: the match goes on, with a reason for each loss."""
    text = f"{protocol}:{command(protocol, 'vanishing', log)}"
    conditions = Conditions(PLAYED[protocol], LIMITS, max_plies=20)
    result = Match(
        parse_player(text, PLAYED[protocol]), PlayerSpec("random", None, RandomPlayer), conditions, 4
    ).run()
    assert (result.score.games, result.score.losses) == (4, 4)
    assert {game.termination for game in result.games} == {"abandoned"}
    assert all("does not start" in game.reason for game in result.games)


@all_protocols
def test_garbage_is_overheard(log: Path, protocol: str, capfd: pytest.CaptureFixture[str]) -> None:
    player = engine(protocol, "garbage", log)
    try:
        assert len(game_of(player, protocol).line) == 12
    finally:
        player.close()
    assert player.restarts == 0
    assert capfd.readouterr().err == ""


def test_an_engine_may_resign(log: Path) -> None:
    player = engine("xboard", "resign", log)
    try:
        game = game_of(player, "xboard")
    finally:
        player.close()
    assert (game.termination, game.reason, game.outcome.points) == ("normal", "resign resigned", -1)


@all_protocols
def test_choose_after_close_is_a_fault(log: Path, protocol: str) -> None:
    player = engine(protocol, "good", log)
    player.close()
    with pytest.raises(Fault):
        player.choose(PLAYED[protocol].Line(), LIMITS)


@pytest.mark.parametrize("text", ["no-such-program-anywhere", "/", "true", "false"])
def test_what_is_no_engine(text: str) -> None:
    with pytest.raises(PlayerError, match="does not start as a UCI engine"):
        UciPlayer("bad", text)
    with pytest.raises(PlayerError, match="does not start as an xboard engine"):
        XboardPlayer("bad", text)
    with pytest.raises(PlayerError, match="does not start as a Hub engine"):
        HubPlayer("bad", text)


@both_protocols
def test_unknown_option_is_refused(log: Path, protocol: str) -> None:
    with pytest.raises(PlayerError, match="does not take its options"):
        engine(protocol, "good", log, Contempt="3")
    with pytest.raises(PlayerError, match="does not take its options"):
        engine(protocol, "good", log, **{"Hash" if protocol == "uci" else "memory": "lots"})


@pytest.mark.parametrize(
    "text",
    [
        "uci:stockfish@nodes=100",
        "uci:gnuchess --uci@movetime=0.01",
        "uci:glaurung@movetime=0.01",
        "uci:toga2@movetime=0.01",
        "xboard:phalanx -b- -l-@movetime=0.01",
        "xboard:hoichess --xboard;clock=50@movetime=0.02",
    ],
)
def test_real_engines(text: str) -> None:
    program = text.partition(":")[2].split("@")[0].split(";")[0].split()[0]
    path = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/games")
    if path is None:
        pytest.skip(f"{program} is not installed")
    spec = parse_player(text.replace(program, path, 1), CHESS)
    conditions = Conditions(CHESS, LIMITS, max_plies=24)
    games = list(Match(spec, parse_player("material", CHESS), conditions, 2).run().games)
    assert not [game.reason for game in games if game.irregular]
    assert all(any("/" in comment for comment in game.comments) for game in games)
