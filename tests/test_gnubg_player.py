"""GNU Backgammon as a player: it plays, dies, hangs, is missing, and leaves no process and no folder behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from leafstrap._core.backgammon import Line, Position
from leafstrap.arena import Participant, play_game
from leafstrap.errors import PlayerError
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.games.doubling_cube import DoublingCube
from leafstrap.players.external import gnubg as gnubg_player
from leafstrap.players.external import gnubg_server
from leafstrap.players.external.gnubg import THE_MOVERS, GnubgPlayer, fibs_board, read_plies
from leafstrap.players.external.gnubg_server import GnubgServer
from leafstrap.players.player import Fault, Player
from leafstrap.search.limits import Limits
from support.backgammon_games import played_game
from support.gnubg import needs_gnubg
from support.own import own

LIMITS = Limits()
OPENINGS = {(3, 1): "8/5 6/5", (4, 2): "8/4 6/4", (6, 1): "13/7 8/7", (5, 3): "8/3 6/3", (6, 5): "24/13"}


@pytest.fixture(autouse=True)
def _homes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All processes have their homes in one folder; none may be left."""
    with tempfile.TemporaryDirectory(prefix="homes-") as folder:
        monkeypatch.setattr(gnubg_server, "_short_folder", lambda: tempfile.mkdtemp(dir=folder))
        yield
        assert list(Path(folder).iterdir()) == []


@pytest.fixture
def player() -> Iterator[Player]:
    player = GnubgPlayer("gnubg")
    yield player
    player.close()
    player.close()


def server_of(player: Player) -> GnubgServer:
    assert isinstance(player, GnubgPlayer)
    assert player._gnubg.running is not None
    return player._gnubg.running


def is_gone(pid: int) -> bool:
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":  # ended; whoever adopted it has only to take note
            return True
        time.sleep(0.05)
    return False


def line_of(position: Position) -> Line:
    return Line(position)


@needs_gnubg
@pytest.mark.parametrize("plies", [0, 2])
def test_opening_moves(plies: int) -> None:
    player = GnubgPlayer("gnubg", plies)
    try:
        for dice, move in OPENINGS.items():
            position = Position().rolled(dice)
            choice = player.choose(line_of(position), LIMITS)
            assert position.move_text(own(choice.move)) == move
            assert choice.depth == plies
    finally:
        player.close()
    assert player.restarts == 0


@needs_gnubg
def test_every_answer_is_a_legal_move(player: Player) -> None:
    """Also on the bar, while bearing off, and with hits on the way."""
    random = Random(4)
    player.new_game(1)
    for _ in range(10):
        for position in played_game(random, skill=0.5).before:
            assert player.choose(line_of(position), LIMITS).move in position.legal_moves()


@needs_gnubg
def test_whole_games(player: Player) -> None:
    both = Participant(player, LIMITS)
    for seed in range(3):
        game = play_game(BACKGAMMON, both, both, seed=seed)
        assert game is not None
        assert (game.termination, 20 < len(game.line) < 200) == ("normal", True)


@needs_gnubg
def test_a_dead_gnubg_is_started_again(player: Player) -> None:
    line = line_of(Position().rolled((3, 1)))
    pid = server_of(player).pid
    os.kill(pid, signal.SIGKILL)
    assert is_gone(pid)
    assert str(player.choose(line, LIMITS).move) == "8/5 6/5"
    assert server_of(player).pid != pid
    assert isinstance(player, GnubgPlayer)
    assert player.restarts == 1


@needs_gnubg
def test_a_hanging_gnubg_loses_the_game_only(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    line = line_of(Position().rolled((3, 1)))
    pid = server_of(player).pid
    os.kill(pid, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr(gnubg_player, "PATIENCE", 0.2)
        patch.setattr(gnubg_server, "FAREWELL", 0.2)
        with pytest.raises(Fault, match="did not answer") as caught:
            player.choose(line, LIMITS)
    assert caught.value.kind == "time forfeit"
    assert is_gone(pid)
    assert str(player.choose(line, LIMITS).move) == "8/5 6/5"


@needs_gnubg
@pytest.mark.parametrize("answer", ["24/23 24/23", "rubbish", "Error: badly formed board", "8/5*/"])
def test_answers_that_are_no_moves(player: Player, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GnubgServer, "ask", lambda self, board, patience: answer)
    with pytest.raises(Fault, match="illegal move") as caught:
        player.choose(line_of(Position().rolled((3, 1))), LIMITS)
    assert caught.value.kind == "rules infraction"


@needs_gnubg
def test_one_that_never_comes_back(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    os.kill(server_of(player).pid, signal.SIGKILL)
    monkeypatch.setattr(gnubg_server, "find_gnubg", lambda: "/bin/false")
    with pytest.raises(Fault, match="died 3 times on one move") as caught:
        player.choose(line_of(Position().rolled((3, 1))), LIMITS)
    assert caught.value.kind == "abandoned"


@needs_gnubg
def test_choose_after_close_is_a_fault(player: Player) -> None:
    pid = server_of(player).pid
    player.close()
    assert is_gone(pid)
    with pytest.raises(Fault):
        player.choose(line_of(Position().rolled((3, 1))), LIMITS)


@needs_gnubg
def test_nothing_is_left_when_its_owner_is_killed() -> None:
    code = """
from leafstrap.players.external.gnubg_server import GnubgServer
server = GnubgServer(0)
print(server.pid, server._home, flush=True)
input()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1, text=True) as owner:
        assert owner.stdout is not None
        pid, _, home = owner.stdout.readline().strip().partition(" ")
        assert Path(home).is_dir()
        owner.kill()
    assert is_gone(int(pid))
    for _ in range(100):
        if not Path(home).exists():
            break
        time.sleep(0.05)
    assert not Path(home).exists()


def test_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path: None)
    with pytest.raises(PlayerError, match="gnubg is not installed"):
        GnubgPlayer("gnubg")
    with pytest.raises(PlayerError, match="gnubg is not installed"):
        read_plies("0")


@pytest.mark.parametrize("plies", [-1, 9])
def test_plies_it_does_not_have(plies: int) -> None:
    with pytest.raises(PlayerError, match="0 to 4 plies"):
        GnubgPlayer("gnubg", plies)
    with pytest.raises(PlayerError, match="0 to 4 plies"):
        read_plies(str(plies))


@needs_gnubg
def test_plies_it_has() -> None:
    assert [read_plies(text) for text in ("", "0", " 2 ")] == [0, 0, 2]


@pytest.mark.parametrize("script", ["exit 1", "exec sleep 60", "trap '' TERM; exec sleep 60"])
def test_programs_that_are_no_gnubg(script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg_server, "START", 0.5)
    monkeypatch.setattr(gnubg_server, "FAREWELL", 0.3)
    program = tmp_path / "gnubg"
    program.write_text(f"#!/bin/sh\necho $$ > '{tmp_path}/pid'\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(gnubg_server, "find_gnubg", lambda: str(program))
    with pytest.raises(PlayerError, match="gnubg does not start"):
        GnubgPlayer("gnubg")
    assert is_gone(int((tmp_path / "pid").read_text()))


def test_the_board_is_the_movers_view() -> None:
    position = Position.parse("XGID=aA----E-C---eC---c-d--A--A:0:0:-1:61:0:0:0:0:10")
    fields = fibs_board(position, THE_MOVERS).split(":")
    board = [int(field) for field in fields[6:32]]
    assert sum(count for count in board if count > 0) == 13
    assert (board[25], board[0]) == (1, -1), "own bar last, the other's first"
    assert board[6] == 4, "the second player's six-point is the nineteenth of the first"
    assert fields[33:35] == ["6", "1"]
    assert fibs_board(Position(), THE_MOVERS).split(":")[33:37] == ["0"] * 4
    offered = fibs_board(position, (2, True, False), offered=True).split(":")
    assert [-int(field) for field in reversed(offered[6:32])] == board, (
        "an offered double is seen by the other side"
    )


@needs_gnubg
def test_the_cube() -> None:
    player, cube = GnubgPlayer("gnubg:0"), DoublingCube()
    race = Position.parse(
        "XGID=-BCCDC----------c-bbbbb-b-:0:0:1:00:0:0:0:0:10"
    )  # the first player is far ahead
    behind = Position.parse("XGID=-BCCDC----------c-bbbbb-b-:0:0:-1:00:0:0:0:0:10")
    try:
        assert player.doubles(race, cube)
        assert not player.takes(race, cube)
        assert not player.doubles(behind, cube)
        assert player.takes(behind, cube)
        assert not player.doubles(Position(), cube)
    finally:
        player.close()
